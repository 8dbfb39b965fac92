import type { BuildTaking } from '../../domain/game_files/import/import_build.ts';
import { type TeedPieces, teePieces } from '../../domain/game_files/import/keep_and_serve.ts';
import { missingFor, unknownWithout } from '../../domain/game_files/needs.ts';
import { readBuildParts } from '../../domain/game_files/read_build.ts';
import type { GameTables } from '../../domain/game_files/tables.ts';
import { readTalents, type TalentsOfBuild } from '../../domain/game_files/talents/talents.ts';
import { type TableReading, watchTables } from '../../domain/game_files/watch_tables.ts';
import type { BuilderContext, WorkEpoch } from '../../domain/operator/builder_context.ts';
import type { ImportDraft, ImportMeta } from '../../domain/ports/imports.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { counted } from '../../domain/values/phrases.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok, type Result, type Unreachable } from '../../domain/values/result.ts';
import type { Job } from '../job.ts';
import { STOPPED, sentenceOf } from '../sentences.ts';
import { servedEpoch } from '../served_epoch.ts';
import { beginKept } from '../take_kept.ts';

/** Skipped rows and unknown columns that are told one by one. */
const TOLD_MAX = 20;

/** `npm run job -- import-game-files` (contract, section 7). */
export const importGameFiles: Job = {
  name: 'import-game-files',
  summary: 'take in a build of the game from CSV files of its client tables',
  help: `Reads the client's tables from CSV files, as table sites and extractors write them, and serves them as the game-file
layer, labelled as unconfirmed and with the build. Columns are found by name. Files may be called ItemSparse.csv or
itemsparse.1.15.8.67156.csv. What is missing is said before anything is replaced; readers see the build before until the
new one is whole. A build that was imported before is replaced.`,
  options: {
    dir: { value: 'DIR', required: true, text: 'the folder of the CSV files' },
    build: { value: 'BUILD', required: true, text: 'the build they are of, such as 1.15.8.67156' },
    'extracted-at': { value: 'TIME', required: false, text: 'when they were taken out of the client (ISO 8601)' },
  },
  words: [],
  run: async ({ builder }, args) => {
    const meta = metaOf(args.option('build') ?? '', args.option('extracted-at'), builder.clock.nowMs());
    if (!meta.ok) return meta;
    const done = await builder.turn((uploads) => importFrom(builder, uploads, args.option('dir') ?? '', meta.value));
    return done ?? err(STOPPED);
  },
};

const BUILD_CHARS_MAX = 40;

/** What is wrong with the words of the command, else what the import is of. */
const metaOf = (build: string, extractedAt: string | null, nowMs: number): Result<ImportMeta, string> => {
  if (!/^[0-9A-Za-z][0-9A-Za-z._-]*$/.test(build) || build.length > BUILD_CHARS_MAX) {
    return err(`--build must be a build such as 1.15.8.67156; got ${JSON.stringify(build.slice(0, SHOWN_CHARS_MAX))}.`);
  }
  const at = extractedAt === null ? null : Date.parse(extractedAt);
  if (at !== null && (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(extractedAt!) || Number.isNaN(at))) {
    return err(
      `--extracted-at must be a date-time such as 2026-03-04T05:06:07Z; got ${JSON.stringify(extractedAt!.slice(0, SHOWN_CHARS_MAX))}.`,
    );
  }
  return ok({ build, extractedAt: at === null ? null : new Date(at).toISOString(), importedAtMs: nowMs });
};

const importFrom = async (
  builder: BuilderContext,
  uploads: UploadReader,
  dir: string,
  meta: ImportMeta,
): Promise<Result<string, string>> => {
  const opened = await builder.openGameTables(dir, meta.build);
  if (!opened.ok) return opened;
  const missing = missingFor(opened.value);
  if (missing.length > 0) return err(missing.join('\n'));
  const skipped: string[] = [];
  const tables = watchTables(opened.value, (reading) => {
    builder.onTable(reading);
    note(reading, skipped);
  });
  const talents = await readTalents(tables);
  const epoch = await servedEpoch(builder, uploads);
  if (!epoch.ok) return epoch;
  try {
    const served = await serve(builder, epoch.value, meta, tables, talents);
    if (!served.ok) return served;
    const refreshed = await builder.refreshInstance();
    if (!refreshed.ok) return refreshed;
    return ok(toldOf(meta, opened.value, talents, skipped));
  } finally {
    await epoch.value.close();
    await builder.removeOtherEpochs();
  }
};

/**
 * Takes the import into the public database and keeps it beside, both at once, so that nothing is read back. It is served
 * once it is kept, on the disk and named as the current one: whenever this is killed, a rebuild has what was served.
 */
const serve = async (
  builder: BuilderContext,
  epoch: WorkEpoch,
  meta: ImportMeta,
  tables: GameTables,
  talents: TalentsOfBuild,
): Promise<Result<void, string>> => {
  const begun = await beginKept(builder, epoch, meta, 'write');
  if (!begun.ok) return begun;
  const taking = begun.value;
  const pieces = teePieces(readBuildParts(tables, talents.classes), taking);
  const draft = await builder.imports.write(meta, pieces);
  if (!draft.ok) {
    await taking.abandon();
    return err(faultIn(draft.error));
  }
  const served = await serveDraft(taking, pieces, draft.value);
  if (!served.ok) {
    await draft.value.discard();
    return served;
  }
  // Should this fail, the next import sees to what is left of the one before.
  await draft.value.settle();
  return ok(undefined);
};

/** Keeps and serves what was taken, where all of it was and it holds something. */
const serveDraft = async (
  taking: BuildTaking,
  pieces: TeedPieces,
  draft: ImportDraft,
): Promise<Result<void, string>> => {
  const fault = pieces.fault();
  // What was written of it is removed by the next import.
  if (fault !== null) return err(fault === 'stopped' ? STOPPED : faultIn(fault));
  if (pieces.items() === 0) {
    await taking.abandon();
    return err('The tables must hold at least one item; they hold none, so nothing was replaced.');
  }
  const kept = await draft.keep();
  if (!kept.ok) {
    await taking.abandon();
    return err(faultIn(kept.error));
  }
  const row = await taking.finish();
  return row.ok ? ok(undefined) : err(faultIn(row.error));
};

const faultIn = (fault: Unreachable): string => sentenceOf(fault);

const note = ({ file, done, skipped }: TableReading, told: string[]): void => {
  if (!done) return;
  for (const { line, reason } of skipped) {
    const sentence = `${file}, line ${line}: ${reason}`;
    if (!told.includes(sentence)) told.push(sentence);
  }
};

const toldOf = (meta: ImportMeta, tables: GameTables, talents: TalentsOfBuild, skipped: readonly string[]): string => {
  const first = skipped.slice(0, TOLD_MAX);
  const more = skipped.length > first.length ? [`and ${counted(skipped.length - first.length, 'row')} more.`] : [];
  return [
    ...unknownWithout(tables),
    ...talents.missing,
    ...talents.leftOut,
    ...(first.length > 0 ? ['Rows that could not be read were skipped:', ...first, ...more] : []),
    `Build ${meta.build} is imported and served.`,
  ].join('\n');
};
