import type { ExportReason } from '../../domain/exports/due.ts';
import { type Exporter, type ExportOutcome, writeExport } from '../../domain/exports/write_export.ts';
import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import { counted } from '../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import type { Job } from '../job.ts';
import { STOPPED } from '../sentences.ts';

/** `npm run job -- export` (contract, section 4, Bulk). */
export const exportJob: Job = {
  name: 'export',
  summary: 'write everything public into files for dataset makers',
  help: `Writes the corpus, the relations, the drop rates and the items of the newest snapshot into the files that /export
serves. The schedule does so once a day, and after an import. The files served before stay until the new ones are whole;
they also stay, and the command says why, where the new ones lost a field or more than 5% of their rows that nobody
withdrew. Rows of the game's files are not looked at so when another build was imported between.`,
  options: {
    force: { value: null, required: false, text: 'serves the new files even so' },
  },
  words: [],
  run: async (tools, args) => {
    const reason = args.flag('force') ? 'force' : 'command';
    return (await tools.builder.turn(() => exportServed(tools, reason))) ?? err(STOPPED);
  },
};

/** What exporting needs. */
export interface ExportTools {
  readonly builder: Pick<BuilderContext, 'openServed' | 'shouldContinue' | 'log'>;
  readonly exporter: Exporter;
}

/**
 * What a snapshot run does when it is done, within the builder's turn: writes the files where they are due, and at once
 * after an erasure (`erasedFrom`: its first record, as far as that is known). The snapshot stands whatever becomes of them: a failure is logged, the command says so, and the next run tries again.
 * Returns whether what is served is as it has to be, or was asked to stop before that.
 */
export async function exportAfterSnapshot(
  tools: ExportTools,
  erasedFrom: number | null,
): Promise<'as asked' | 'stopped'> {
  const { log } = tools.builder;
  const outcome = await orStorageFault(write(tools, erasedFrom === null ? 'schedule' : 'erasure', erasedFrom ?? 0));
  if (outcome instanceof StorageFault) {
    log.error('export.failed', { cause: outcome.cause });
    throw outcome;
  }
  if (outcome.kind === 'held') log.warn('export.held');
  else if (outcome.kind === 'written') log.info('export.written', { rows: rowsOf(outcome.files) });
  return outcome.kind === 'stopped' ? 'stopped' : 'as asked';
}

async function exportServed(tools: ExportTools, reason: ExportReason): Promise<Result<string, string>> {
  // Whoever reads needs the writer to have made, recovered and migrated the file.
  const served = await tools.builder.openServed();
  if (!served.ok) return err(served.error.kind === 'refused' ? served.error.error : NO_SNAPSHOT);
  await served.value.close();
  const outcome = await orStorageFault(write(tools, reason));
  if (outcome instanceof StorageFault) {
    return err(
      `The files could not be written (${outcome.cause}): check the disk and the data folder, then run the command again.`,
    );
  }
  return told(outcome);
}

const NO_SNAPSHOT = 'There is no snapshot that could be exported: run `npm run job -- snapshot` first.';

function told(outcome: ExportOutcome): Result<string, string> {
  switch (outcome.kind) {
    case 'written':
      return ok(`Written: ${counted(outcome.files.length, 'file')} with ${counted(rowsOf(outcome.files), 'row')}.`);
    case 'held':
      return err(`${outcome.reason} Run the command with --force to serve the new files even so.`);
    case 'nothing-to-export':
      return err(NO_SNAPSHOT);
    case 'not-due':
      return ok('The files that are served are of today.');
    case 'stopped':
      return err(STOPPED);
  }
}

function write({ builder, exporter }: ExportTools, reason: ExportReason, erasedFrom = 0): Promise<ExportOutcome> {
  return writeExport(exporter, {
    reason,
    erasedFrom,
    protocol: PROTOCOL_VERSION,
    goOn: (rows, ofRows) => builder.shouldContinue({ fromSeq: 0, seq: rows, toSeq: ofRows }),
  });
}

function rowsOf(files: readonly { readonly rows: number }[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}
