import type { BuildImport } from '../../domain/game_files/import/import_build.ts';
import { createImportStream, type PieceTee } from '../../domain/game_files/import/import_stream.ts';
import { countRows, describeLosses, listDamagedTables } from '../../domain/game_files/import/losses.ts';
import { createPieceCounter } from '../../domain/game_files/import/piece_counts.ts';
import { describeMissingTables, listUnknownTables, TABLE_NEEDS } from '../../domain/game_files/needs.ts';
import { readBuildParts } from '../../domain/game_files/read_build.ts';
import type { GameTables, LineNoteList, TableReport } from '../../domain/game_files/tables.ts';
import { type BuildTalents, readTalents } from '../../domain/game_files/talents/talents.ts';
import { watchTables } from '../../domain/game_files/watch_tables.ts';
import type { BuilderContext, WorkEpoch } from '../../domain/operator/builder_context.ts';
import { beginStoredImport } from '../../domain/operator/stored_import.ts';
import type { CountsByName, ImportDraft, ImportMeta, ImportTotals, StoredImport } from '../../domain/ports/imports.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { belongsToGame, GAME_NAMES } from '../../domain/values/game.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { QUOTE_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { catchFault, requireStorageFault } from '../../domain/values/storage_fault.ts';
import { findServedEpoch } from '../build.ts';
import type { RunnableJob } from '../job.ts';
import { STOPPED_EARLY } from '../sentences.ts';

/** Maximum number of notes printed per file. Further notes are only counted. */
const NOTES_PRINTED_MAX = 5;

/** `npm run job -- import-game-files` (contract, section 7). */
export const importGameFilesJob: RunnableJob = {
  name: 'import-game-files',
  summary: 'import a build of the game from CSV files of its client tables',
  help: `Reads the client's tables from CSV files, as table sites and extractors write them, and serves them as the game-file
layer, labelled as unconfirmed and with the build. Columns are found by name. Files may be called ItemSparse.csv or
itemsparse.1.15.8.67156.csv. Missing tables and columns are reported before anything is replaced. Readers see the earlier
build until the new one is complete, which then replaces it.
Nothing is replaced if a file ends inside a row, or if a table of the served import is missing or lost more than a fifth
of its rows, because truncated files look like that. --force imports them anyway. Files that are not UTF-8 are always
refused. Rows that are left out, and cells that should be numbers but are not, are listed with file and line.`,
  options: {
    dir: { value: 'DIR', required: true, text: 'the folder of the CSV files' },
    build: { value: 'BUILD', required: true, text: 'the build of the tables, such as 1.15.8.67156' },
    force: { value: null, text: 'imports even if tables are truncated, shrank or are missing' },
    'extracted-at': { value: 'TIME', text: 'when they were extracted from the client (ISO 8601)' },
  },
  run: async ({ builder }, args) => {
    const meta = readImportMeta(args.option('build') ?? '', args.option('extracted-at'), builder.clock.nowMs());
    if (!meta.ok) return meta;
    const request = { dir: args.option('dir') ?? '', meta: meta.value, force: args.flag('force') };
    const done = await builder.turn((uploads) => importBuild(builder, uploads, request));
    return done ?? err(STOPPED_EARLY);
  },
};

const BUILD_CHARS_MAX = 40;

/** Parses the build and its date from the command line. Returns an error sentence if either is invalid. */
function readImportMeta(build: string, extractedAt: string | null, nowMs: number): Result<ImportMeta, string> {
  if (!/^[0-9A-Za-z][0-9A-Za-z._-]*$/.test(build) || build.length > BUILD_CHARS_MAX) {
    return err(`--build must be a build such as 1.15.8.67156; got ${JSON.stringify(build.slice(0, QUOTE_CHARS_MAX))}.`);
  }
  const at = extractedAt === null ? null : Date.parse(extractedAt);
  if (at !== null && (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(extractedAt!) || Number.isNaN(at))) {
    return err(
      `--extracted-at must be a date-time such as 2026-03-04T05:06:07Z; got ${JSON.stringify(extractedAt!.slice(0, QUOTE_CHARS_MAX))}.`,
    );
  }
  return ok({ build, extractedAt: at === null ? null : new Date(at).toISOString(), importedAtMs: nowMs });
}

interface ImportRequest {
  readonly dir: string;
  readonly meta: ImportMeta;
  readonly force: boolean;
}

async function importBuild(
  builder: BuilderContext,
  uploads: UploadReader,
  { dir, meta, force }: ImportRequest,
): Promise<Result<string, string>> {
  const { game = null } = builder.settings.kinds;
  if (game !== null && !belongsToGame({ clientBuild: meta.build }, game)) {
    return err(
      `--build must be a build of ${GAME_NAMES[game]}, the game of this instance (TW_GAME); got ${meta.build}.`,
    );
  }
  const opened = await builder.openGameTables(dir, meta.build);
  if (!opened.ok) return opened;
  const missing = describeMissingTables(opened.value);
  if (missing.length > 0) return err(missing.join('\n'));
  const tables = watchTables(opened.value, builder.onTable);
  const talents = await readTalents(tables);
  await countUnreadTables(tables);
  const epoch = await findServedEpoch(builder, uploads);
  if (!epoch.ok) return epoch;
  try {
    const served = await serveBuild(builder, epoch.value, { meta, tables, talents, force });
    if (!served.ok) return served;
    const refreshed = await builder.refreshInstance();
    if (!refreshed.ok)
      return err(`The build is imported, but the running instance does not serve it yet: ${refreshed.error}`);
    return ok(formatReport(meta, tables, talents));
  } finally {
    await epoch.value.close();
    await builder.removeOtherEpochs();
  }
}

/** Reads the tables that no importer reads, so that their row counts can be compared with the served import. */
async function countUnreadTables(tables: GameTables): Promise<void> {
  const needed = new Set(TABLE_NEEDS.map(({ table }) => table));
  for (const table of tables.all) {
    if (!needed.has(table.name) && table.findings().rows === null) await table.visit(() => {});
  }
}

interface ParsedBuild {
  readonly meta: ImportMeta;
  readonly tables: GameTables;
  readonly talents: BuildTalents;
  readonly force: boolean;
}

/**
 * Loads the import into the public database and, in the same pass, stores it in the imports folder, so that nothing has
 * to be read twice. The import is served only after it has been stored on disk and named as current. If the process is
 * killed at any point, a rebuild can restore the served import.
 */
async function serveBuild(
  builder: BuilderContext,
  epoch: WorkEpoch,
  { meta, tables, talents, force }: ParsedBuild,
): Promise<Result<void, string>> {
  const taking = await beginStoredImport(builder, epoch, meta, 'write');
  const pieces = createImportStream(readBuildParts(tables, talents.classes), taking);
  const getCounts = (): ImportTotals => ({ tables: countRows(tables), pieces: pieces.counts() });
  const draft = await writeDraft(builder, meta, { pieces, getCounts, taking });
  const refusal = pieces.isStopped() ? null : await checkLosses(builder, tables, getCounts(), force);
  if (refusal !== null) await catchFault(taking.abandon());
  let isServed = false;
  try {
    const served = refusal === null ? await serveDraft(taking, pieces, draft) : err(refusal);
    if (!served.ok) return served;
    isServed = true;
  } finally {
    if (!isServed) await catchFault(draft.discard());
  }
  // If this fails, the next import deletes the files left over from the previous import.
  await catchFault(draft.settle());
  return ok(undefined);
}

async function writeDraft(
  { imports }: BuilderContext,
  meta: ImportMeta,
  { pieces, getCounts, taking }: { pieces: PieceTee; getCounts: () => ImportTotals; taking: BuildImport },
): Promise<ImportDraft> {
  try {
    return await imports.write(meta, pieces, getCounts);
  } catch (error) {
    // If the snapshot database failed, the next import deletes the rows that this import wrote.
    if (requireStorageFault(error).store === 'imports') await catchFault(taking.abandon());
    throw error;
  }
}

/** Returns the reason why these tables must not replace the served import, or null if they may replace it. */
async function checkLosses(
  builder: BuilderContext,
  tables: GameTables,
  counts: ImportTotals,
  force: boolean,
): Promise<string | null> {
  const unreadable = listDamagedTables(tables, 'unreadable');
  if (unreadable.length > 0)
    return [...unreadable, 'Nothing was replaced. Export the tables as CSV in UTF-8.'].join('\n');
  if (force || counts.pieces['items'] === undefined) return null;
  const cut = listDamagedTables(tables, 'cut');
  const losses = cut.length > 0 ? cut : await compareWithCurrent(builder, tables, counts);
  if (losses.length === 0) return null;
  return [...losses, 'Nothing was replaced. If the tables are correct, import them with --force.'].join('\n');
}

async function compareWithCurrent(
  builder: BuilderContext,
  tables: GameTables,
  counts: ImportTotals,
): Promise<readonly string[]> {
  const stored = await builder.imports.current();
  if (stored === null) return [];
  const before = stored.meta.counts ?? { tables: null, pieces: await countPieces(stored) };
  return describeLosses(before, counts, tables);
}

async function countPieces(stored: StoredImport): Promise<CountsByName> {
  const counter = createPieceCounter();
  for await (const piece of stored.pieces()) counter.take(piece);
  return counter.counts();
}

/** Stores and serves the import if it was read to the end and has at least one item. */
async function serveDraft(taking: BuildImport, pieces: PieceTee, draft: ImportDraft): Promise<Result<void, string>> {
  // The next import deletes the rows that this import wrote.
  if (pieces.isStopped()) return err(STOPPED_EARLY);
  if (pieces.counts()['items'] === undefined) {
    await catchFault(taking.abandon());
    return err('The tables must hold at least one item; they hold none, so nothing was replaced.');
  }
  try {
    await draft.keep();
  } catch (error) {
    await catchFault(taking.abandon());
    throw error;
  }
  await taking.finish();
  return ok(undefined);
}

function formatReport(meta: ImportMeta, tables: GameTables, talents: BuildTalents): string {
  return [
    ...listUnknownTables(tables),
    ...talents.missing,
    ...talents.leftOut,
    ...formatNotes('Rows that were left out:', tables, ({ leftOut }) => leftOut),
    ...formatNotes('Rows that were imported with a doubtful value:', tables, ({ doubtful }) => doubtful),
    `Build ${meta.build} is imported and served.`,
  ].join('\n');
}

/** Formats the first notes of each file and the number of further notes. */
function formatNotes(
  heading: string,
  tables: GameTables,
  pickNotes: (findings: TableReport) => LineNoteList,
): readonly string[] {
  const lines = tables.all.flatMap(({ file, findings }) => {
    const { count, first } = pickNotes(findings());
    const printed = first.slice(0, NOTES_PRINTED_MAX).map(({ line, reason }) => `${file}, line ${line}: ${reason}`);
    const more = count - printed.length;
    return more > 0 ? [...printed, `${file}: ${formatQuantity(more, 'more row')} like these`] : printed;
  });
  return lines.length === 0 ? [] : [heading, ...lines];
}
