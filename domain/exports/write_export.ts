import type { Attribution } from '../../schema/responses/attribution.ts';
import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExportDraft, ExportFolder, ExportState } from '../ports/export_folder.ts';
import type { DatedFile, ExportEvidence, ExportNotes, ExportRows, ExportSource, FileEntry } from '../ports/exports.ts';
import { readEvidenceRows } from '../reads/datasets/evidence_rows.ts';
import { countPendingEvidence } from '../reads/waiting.ts';
import { formatInstant, formatUtcDay, toInstantOrNull } from '../values/instant.ts';
import { type EarlierList, listEarlierLists } from './earlier_lists.ts';
import { type ExportReason, findHoldReason, isExportDue, isShrinkChecked } from './guard.ts';
import { type ExportRun, writeListedFiles } from './listed_files.ts';
import type { FileOrigin } from './lua_text.ts';
import { writeAddonFiles } from './more_files.ts';
import { type DatasetFiles, writeFiles } from './write_files.ts';
import { writeLists } from './write_lists.ts';

/** The stores that exports read from and write to. The composition root creates it. */
export interface ExportTarget {
  /** Opens the newest served snapshot. Returns null if no snapshot has been written. */
  openSource(): Promise<ExportSource | null>;
  /** Opens the evidence of an epoch. Null if the instance does not export it (TW_EXPORT_EVIDENCE). */
  readonly openEvidence: ((epoch: string) => Promise<ExportEvidence>) | null;
  readonly folder: ExportFolder;
  readonly clock: Clock;
  readonly attribution: Attribution;
}

export interface ExportRequest {
  readonly reason: ExportReason;
  /** For an erasure, the sequence number of the first erased record, if known. */
  readonly erasedFrom?: number;
  /** The contract version that the rows follow. */
  readonly protocol: string;
  /** Called with the number of rows written so far, out of `ofRows`. Returns false to stop the export. */
  readonly goOn: (rows: number, ofRows: number) => Promise<boolean>;
}

/** The outcome is `held` if the export was written but not published because it lost rows or fields. */
export type ExportOutcome =
  | { readonly kind: 'written'; readonly files: BulkIndex['files']; readonly more: readonly FileEntry[] }
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'not-due' }
  | { readonly kind: 'nothing-to-export' }
  | { readonly kind: 'stopped' };

/** Exports the public data of one snapshot (contract, section 4, Bulk). The files are served once all are complete. */
export async function writeExport(exporter: ExportTarget, asked: ExportRequest): Promise<ExportOutcome> {
  const { folder, clock } = exporter;
  const earlier = await folder.state();
  const request = canContainErased(earlier.served, asked) ? asked : { ...asked, reason: 'schedule' as const };
  if (request.reason === 'erasure') {
    // Even if this export fails, the next one then knows that the served export must be replaced.
    await folder.demand();
  }
  const source = await exporter.openSource();
  if (source === null) return { kind: 'nothing-to-export' };
  try {
    const state = await folder.state();
    const due = isExportDue(request.reason, state, source, clock.nowMs()) || shouldRemoveEvidence(exporter, state);
    if (!due) return { kind: 'not-due' };
    const draft = await folder.begin();
    const erasedFrom = findFirstErasedSnapshot(earlier, request);
    return await writeDraft(exporter, request, source, draft, { state, erasedFrom });
  } finally {
    await source.close();
  }
}

/**
 * Whether the served export has evidence that the instance no longer exports. False if the export without it was held,
 * which the schedule retries after a day.
 */
function shouldRemoveEvidence({ openEvidence }: ExportTarget, { served, held }: ExportState): boolean {
  const hasEvidence = served?.derived?.some(({ name }) => name === EVIDENCE_FILE) ?? false;
  return openEvidence === null && hasEvidence && held === null;
}

/**
 * Whether the served export may contain erased records. True if the request is not about an erasure, or if the first
 * erased record is unknown.
 */
function canContainErased(served: ExportNotes | null, { reason, erasedFrom = 0 }: ExportRequest): boolean {
  return reason !== 'erasure' || served?.seq === undefined || erasedFrom <= served.seq;
}

/**
 * Returns the sequence number of the first record erased since the served export was written, 0 if it is unknown, or
 * null if none was. It is unknown after an erasure whose export failed, even if another erasure followed.
 */
function findFirstErasedSnapshot({ demanded }: ExportState, { reason, erasedFrom = 0 }: ExportRequest): number | null {
  if (demanded) return 0;
  return reason === 'erasure' ? erasedFrom : null;
}

async function writeDraft(
  exporter: ExportTarget,
  request: ExportRequest,
  source: ExportSource,
  draft: ExportDraft,
  { state, erasedFrom }: { readonly state: ExportState; readonly erasedFrom: number | null },
): Promise<ExportOutcome> {
  let settled = false;
  try {
    const { epoch, row } = source;
    const origin: FileOrigin = {
      attribution: exporter.attribution,
      game: source.collects,
      snapshot: `${epoch}.${row.n}`,
      dataAsOfMs: row.dataAsOfMs,
    };
    const report = async (rows: number, ofRows: number): Promise<void> => {
      if (!(await request.goOn(rows, ofRows))) throw new ExportStoppedError();
    };
    const datasets = await writeFiles({ source, draft, origin }, report);
    const rows = datasets.reduce((sum, { entry }) => sum + entry.rows, 0);
    const run: ExportRun = { source, draft, origin, afterBatch: () => report(rows, rows) };
    const addonFiles = await writeAddonFiles(run);
    const today = formatUtcDay(row.writtenAtMs);
    const lists = await writeLists(run, today);
    const evidence = await writeEvidence(exporter, run);
    // Rows of another game are gone for good, also from the lists of earlier days.
    const isOtherGame = (state.served?.collects ?? null) !== source.collects;
    const kept = await keepEarlierFiles(draft, listEarlierLists(state.served, today, isOtherGame ? 0 : erasedFrom));
    const notes = {
      ...createExportNotes(source, datasets, exporter.clock.nowMs()),
      derived: [...lists, ...evidence].map((file) => ({ name: file.name, rows: file.rows })),
      lists: [...lists.map((entry) => ({ seq: row.seq, entry })), ...kept],
    };
    const reason =
      !isOtherGame && isShrinkChecked(request.reason, state) && state.served !== null
        ? findHoldReason(state.served, notes)
        : null;
    if (reason !== null) {
      await draft.hold({ reason, heldAtMs: notes.writtenAtMs, isDamaged: false });
      settled = true;
      return { kind: 'held', reason };
    }
    const more = [...addonFiles, ...evidence, ...notes.lists.map(({ entry }) => entry)];
    const index = createBulkIndex(source, datasets, more, origin, request.protocol);
    await draft.publish(index, notes);
    settled = true;
    return { kind: 'written', files: index.files, more: [...lists, ...addonFiles, ...evidence] };
  } catch (error) {
    if (error instanceof ExportStoppedError) return { kind: 'stopped' };
    throw error;
  } finally {
    if (!settled) await draft.discard();
  }
}

/** Thrown within an export once the caller wants it to stop. */
class ExportStoppedError extends Error {}

const EVIDENCE_FILE = 'evidence.ndjson';

/**
 * Writes the evidence if the instance exports it (contract, section 4, Evidence). Leaves it out if a builder was
 * interrupted between evidence and snapshot, because it would not add up to the other files; then the next snapshot's
 * export has it again.
 */
async function writeEvidence({ openEvidence }: ExportTarget, run: ExportRun): Promise<readonly FileEntry[]> {
  if (openEvidence === null) return [];
  const { source } = run;
  const evidence = await openEvidence(source.epoch);
  try {
    if (evidence.step !== source.row.step) return [];
    const head = { name: EVIDENCE_FILE, dataset: 'evidence', format: 'ndjson' };
    return await writeListedFiles(
      run,
      [{ ...head, rowsOf: 'exportEvidence', field: 'evidence' }],
      joinRowBatches(readEvidenceRows(source, evidence)),
    );
  } finally {
    await evidence.close();
  }
}

async function* joinRowBatches(batches: AsyncIterable<ExportRows>): AsyncIterable<readonly ExportRows[]> {
  for await (const batch of batches) yield [batch];
}

/** Takes over lists of earlier days, and returns those whose files the served export has. */
async function keepEarlierFiles(draft: ExportDraft, lists: readonly EarlierList[]): Promise<readonly DatedFile[]> {
  const kept: DatedFile[] = [];
  for (const { from, file } of lists) if (await draft.keep(from, file.entry)) kept.push(file);
  return kept;
}

function createExportNotes(
  { epoch, row, game, feedTime, collects }: ExportSource,
  datasets: readonly DatasetFiles[],
  writtenAtMs: number,
): ExportNotes {
  return {
    epoch,
    n: row.n,
    seq: row.seq,
    writtenAtMs,
    dataAsOfMs: row.dataAsOfMs,
    feedTime,
    collects,
    imported: game === null ? null : { build: game.build, importedAtMs: game.importedAtMs },
    files: datasets.flatMap(({ notes }) => notes),
  };
}

/** Creates the index, which names the layers of each file (contract, section 4, Bulk). */
function createBulkIndex(
  { row, game, collects, rateWeights, familiesApart }: ExportSource,
  datasets: readonly DatasetFiles[],
  more: readonly FileEntry[],
  { attribution, snapshot }: FileOrigin,
  protocol: string,
): BulkIndex {
  return {
    protocol,
    generatedAt: formatInstant(row.writtenAtMs),
    dataAsOf: toInstantOrNull(row.dataAsOfMs),
    snapshot,
    game: collects,
    build: game?.build ?? null,
    site: attribution.source,
    licence: attribution.licence,
    licenceUrl: attribution.licenceUrl,
    credit: attribution.credit,
    ...(rateWeights !== null && {
      rateWeights: {
        knots: [...rateWeights.knots],
        always: rateWeights.always,
        differences: [...rateWeights.differences],
      },
    }),
    witnesses: { familiesApart, waiting: countPendingEvidence(row) },
    files: datasets.map(({ entry }) => entry),
    more: [...datasets.flatMap(({ tables }) => tables), ...more],
  };
}
