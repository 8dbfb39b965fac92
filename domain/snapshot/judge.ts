import type { StoredRecord } from '../ports/uploads.ts';
import { judgeLoot, type LootJudgement, type LootRecord } from '../rollups/drops.ts';

const LOOT_KIND = 'loot';

/** A kept record with what the snapshot makes of it. */
export interface JudgedRecord {
  readonly record: StoredRecord;
  /** Null for kinds other than loot. */
  readonly loot: LootJudgement | null;
  /** Whether it stands in the public feed: of a public kind, and no legacy loot guess (contract, section 3, Corpus). */
  readonly inFeed: boolean;
}

export const judgeRecord = (record: StoredRecord, publicKinds: ReadonlySet<string>): JudgedRecord => {
  const loot = record.kind === LOOT_KIND ? judgeLoot(JSON.parse(record.body) as LootRecord) : null;
  return { record, loot, inFeed: publicKinds.has(record.kind) && loot?.kind !== 'legacy' };
};
