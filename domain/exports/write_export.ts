import type { Attribution } from '../../schema/responses/attribution.ts';
import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import { noticeOf } from '../game_files/import/notice.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExportDraft, ExportFolder, ExportNotes, ExportSource } from '../ports/exports.ts';
import { instant, instantOrNull } from '../values/instant.ts';
import { type ExportReason, isDue, isGuarded } from './due.ts';
import type { ExportFile } from './files.ts';
import { reasonToHold } from './guard.ts';
import { type ExportedFile, writeFiles } from './write_files.ts';

/** What exports are written from and to; the composition root builds it. */
export interface Exporter {
  /** The newest snapshot that is served; null where none was written. */
  openSource(): Promise<ExportSource | null>;
  readonly folder: ExportFolder;
  readonly clock: Clock;
  readonly attribution: Attribution;
}

export interface ExportRequest {
  readonly reason: ExportReason;
  /** Of an erasure: the first record that it took, as far as that is known. */
  readonly erasedFrom?: number;
  /** The version of the contract that the rows follow. */
  readonly protocol: string;
  /** Shows how many rows are written out of how many; false asks to stop. */
  readonly goOn: (rows: number, ofRows: number) => Promise<boolean>;
}

/** What asking for an export came to. */
export type ExportOutcome =
  | { readonly kind: 'written'; readonly files: BulkIndex['files'] }
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'not-due' }
  | { readonly kind: 'nothing-to-export' }
  | { readonly kind: 'stopped' };

/**
 * Writes everything that is public into files for dataset makers (contract, section 4, Bulk): all of one snapshot,
 * served only when they are whole. Memory does not grow with the rows.
 */
export async function writeExport(exporter: Exporter, asked: ExportRequest): Promise<ExportOutcome> {
  const { folder, clock } = exporter;
  const before = await folder.state();
  const request = isHeldBy(before.served, asked) ? asked : { ...asked, reason: 'schedule' as const };
  if (request.reason === 'erasure') {
    // Should this try fail, the next one knows.
    await folder.demand();
  }
  const source = await exporter.openSource();
  if (source === null) return { kind: 'nothing-to-export' };
  try {
    const state = await folder.state();
    if (!isDue(request.reason, state, source, clock.nowMs())) return { kind: 'not-due' };
    const draft = await folder.begin();
    const before = isGuarded(request.reason, state) ? state.served : null;
    return await writeDraft(exporter, request, source, draft, before);
  } finally {
    await source.close();
  }
}

/** Whether what is served may hold what was erased; whatever else is asked for is not about that. */
function isHeldBy(served: ExportNotes | null, { reason, erasedFrom = 0 }: ExportRequest): boolean {
  return reason !== 'erasure' || served?.seq === undefined || erasedFrom <= served.seq;
}

async function writeDraft(
  exporter: Exporter,
  request: ExportRequest,
  source: ExportSource,
  draft: ExportDraft,
  before: ExportNotes | null,
): Promise<ExportOutcome> {
  let settled = false;
  try {
    const files = await writeFiles(source, draft, request.goOn);
    if (files === null) return { kind: 'stopped' };
    const notes = notesOf(source, files, exporter.clock.nowMs());
    const reason = before === null ? null : reasonToHold(before, notes);
    if (reason !== null) {
      await draft.hold({ reason, heldAtMs: notes.writtenAtMs });
      settled = true;
      return { kind: 'held', reason };
    }
    const index = indexOf(source, files, exporter.attribution, request.protocol);
    await draft.publish(index, notes);
    settled = true;
    return { kind: 'written', files: index.files };
  } finally {
    if (!settled) await draft.discard();
  }
}

function notesOf(
  { epoch, row, game, feedTime }: ExportSource,
  made: readonly ExportedFile[],
  writtenAtMs: number,
): ExportNotes {
  return {
    epoch,
    n: row.n,
    seq: row.seq,
    writtenAtMs,
    dataAsOfMs: row.dataAsOfMs,
    feedTime,
    imported: game === null ? null : { build: game.build, importedAtMs: game.importedAtMs },
    files: made.flatMap(({ notes }) => notes),
  };
}

/** contract, section 4, Bulk: each file names the layers that it holds. */
function indexOf(
  { row, game }: ExportSource,
  made: readonly ExportedFile[],
  attribution: Attribution,
  protocol: string,
): BulkIndex {
  return {
    protocol,
    generatedAt: instant(row.writtenAtMs),
    dataAsOf: instantOrNull(row.dataAsOfMs),
    build: game?.build ?? null,
    site: attribution.source,
    licence: attribution.licence,
    licenceUrl: attribution.licenceUrl,
    credit: attribution.credit,
    files: made.map(({ file, rows, bytes, sha256 }) => {
      const data = dataOf(file);
      return {
        name: file.name,
        dataset: file.dataset,
        format: 'ndjson',
        rowsOf: file.rowsOf,
        field: file.field,
        rows,
        bytes,
        sha256,
        data,
        attribution: data === 'game-files' ? null : attribution,
        gameData: data === 'observed' ? null : noticeOf(game),
      };
    }),
  };
}

function dataOf({ parts }: ExportFile): BulkIndex['files'][number]['data'] {
  const layers = new Set(parts.map(({ layer }) => layer));
  return layers.size > 1 ? 'mixed' : layers.has('observed') ? 'observed' : 'game-files';
}
