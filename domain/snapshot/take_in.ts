import type { EvidenceCursor } from '../ports/evidence.ts';
import type { Source } from '../rollups/drops.ts';
import type { JudgedRecord } from './judge.ts';

/** A loot window as it counts. */
export interface LootWindow {
  readonly installN: number;
  readonly source: Source;
  readonly itemIds: readonly number[];
}

/** The cursor behind a chunk of records, and the loot windows in it. */
export interface Intaken {
  readonly to: EvidenceCursor;
  readonly windows: readonly LootWindow[];
}

/**
 * Counts a chunk of records that follows `from`, in ascending order of `seq`. The records of one upload stand next to
 * each other, so remembering the last upload counted is enough to count each once, whatever the chunks.
 */
export const takeIn = (from: EvidenceCursor, chunk: readonly JudgedRecord[]): Intaken => {
  let { seq, dataAsOfMs, uploads, lastUploadN, legacyRecords } = from;
  let { lootUploads, lastLootUploadN, lootRecords, lootWindows } = from;
  const windows: LootWindow[] = [];
  for (const { record, loot, inFeed } of chunk) {
    seq = record.seq;
    dataAsOfMs = Math.max(dataAsOfMs ?? record.receivedAtMs, record.receivedAtMs);
    if ((inFeed || loot?.kind === 'legacy') && record.uploadN !== lastUploadN) {
      uploads++;
      lastUploadN = record.uploadN;
    }
    if (loot === null) continue;
    lootRecords++;
    if (record.uploadN !== lastLootUploadN) {
      lootUploads++;
      lastLootUploadN = record.uploadN;
    }
    if (loot.kind === 'legacy') legacyRecords++;
    if (loot.kind === 'window') {
      lootWindows++;
      windows.push({ installN: record.installN, source: loot.source, itemIds: loot.itemIds });
    }
  }
  const counts = { uploads, lastUploadN, legacyRecords, lootUploads, lastLootUploadN, lootRecords, lootWindows };
  return { to: { ...from, seq, dataAsOfMs, ...counts }, windows };
};
