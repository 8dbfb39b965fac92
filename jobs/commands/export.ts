import { replaceDamagedFiles } from '../../domain/exports/damaged_files.ts';
import type { ExportReason } from '../../domain/exports/guard.ts';
import { type ExportOutcome, type ExportTarget, writeExport } from '../../domain/exports/write_export.ts';
import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import { formatQuantity, joinWithAnd } from '../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import type { RunnableJob } from '../job.ts';
import { STOPPED_EARLY } from '../sentences.ts';

/** `npm run job -- export` (contract, section 4, Bulk). */
export const exportJob: RunnableJob = {
  name: 'export',
  summary: 'write all public data into files for dataset makers',
  help: `Writes the corpus, the relations, the drop rates and the items of the newest snapshot into the files that /export
serves. The schedule does this once a day and after an import. The old files are served until the new ones are complete.
They stay, and the command says why, if the new files lost a field or more than 5% of the rows that nobody withdrew. This
check ignores rows of the game's files if another build was imported in between.`,
  options: {
    force: { value: null, text: 'serves the new files even if the check fails' },
  },
  run: async (tools, args) => {
    const reason = args.flag('force') ? 'force' : 'command';
    return (await tools.builder.turn(() => exportServedSnapshot(tools, reason))) ?? err(STOPPED_EARLY);
  },
};

export interface ExportTools {
  readonly builder: Pick<BuilderContext, 'openServed' | 'shouldContinue' | 'log' | 'changes'>;
  readonly exporter: ExportTarget;
}

/**
 * If an export is due, writes it after a snapshot run, within the builder's turn. An export is always due after an
 * erasure. `erasedFrom` is the sequence number of the first erased record, 0 if that record is unknown, or null if
 * nothing was erased. A failure does not undo the snapshot: it is logged and thrown, and the next run retries the
 * export. Returns `as asked` if the served files are up to date or need no update, or `stopped`.
 */
export async function exportAfterSnapshot(
  tools: ExportTools,
  erasedFrom: number | null,
): Promise<'as asked' | 'stopped'> {
  const { log } = tools.builder;
  const outcome = await catchFault(writeFiles(tools, erasedFrom === null ? 'schedule' : 'erasure', erasedFrom ?? 0));
  if (outcome instanceof StorageFault) {
    log.error('export.failed', { cause: outcome.cause });
    throw outcome;
  }
  if (outcome.kind === 'held') log.warn('export.held');
  else if (outcome.kind === 'written') log.info('export.written', { rows: sumRows(outcome.files) });
  return outcome.kind === 'stopped' ? 'stopped' : 'as asked';
}

async function exportServedSnapshot(tools: ExportTools, reason: ExportReason): Promise<Result<string, string>> {
  // Opening the epoch for writing recovers its file and compares its tables. The export below relies on that.
  const served = await tools.builder.openServed();
  if (!served.ok) return err(served.error.kind === 'refused' ? served.error.error : NO_SNAPSHOT_SENTENCE);
  const newest = await served.value.snapshots.newest();
  await served.value.close();
  // Followers must not start from the new files and then need a damaged change file.
  const folders = { exports: tools.exporter.folder, changes: tools.builder.changes };
  await replaceDamagedFiles(folders, newest?.n ?? 0, tools.exporter.clock.nowMs());
  return describeOutcome(await writeFiles(tools, reason));
}

const NO_SNAPSHOT_SENTENCE = 'There is no snapshot to export: run `npm run job -- snapshot` first.';

function describeOutcome(outcome: ExportOutcome): Result<string, string> {
  switch (outcome.kind) {
    case 'written':
      return ok(describeFiles(outcome));
    case 'held':
      return err(`${outcome.reason} Run the command with --force to serve the new files anyway.`);
    case 'nothing-to-export':
      return err(NO_SNAPSHOT_SENTENCE);
    case 'not-due':
      return ok('The served files are from today.');
    case 'stopped':
      return err(STOPPED_EARLY);
  }
}

function describeFiles({ files, more }: Extract<ExportOutcome, { kind: 'written' }>): string {
  const [evidence] = more.filter(({ dataset }) => dataset === 'evidence');
  const lists = more.filter(({ rowsOf }) => rowsOf === 'exportLists').length;
  const others = more.length - lists - (evidence === undefined ? 0 : 1);
  const parts = [
    `${formatQuantity(files.length, 'dataset file')} with ${formatQuantity(sumRows(files), 'row')}`,
    ...(evidence === undefined ? [] : [`the evidence with ${formatQuantity(evidence.rows, 'row')}`]),
    formatQuantity(lists, 'list file'),
    `${formatQuantity(others, 'file')} for addons`,
  ];
  return `Written: ${joinWithAnd(parts)}.`;
}

function writeFiles({ builder, exporter }: ExportTools, reason: ExportReason, erasedFrom = 0): Promise<ExportOutcome> {
  return writeExport(exporter, {
    reason,
    erasedFrom,
    protocol: PROTOCOL_VERSION,
    goOn: (rows, ofRows) => builder.shouldContinue({ fromSeq: 0, seq: rows, toSeq: ofRows }),
  });
}

function sumRows(files: readonly { readonly rows: number }[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}
