import { gatherClaims } from '../families/counting/claims.ts';
import { type ClaimFamily, dayOf } from '../families/counting/family.ts';
import { gatherLoot, type LootWindow } from '../families/drops.ts';
import { scanPartOf } from '../families/market.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { EvidenceBatch, InstallClaim, PendingRecord, UploadPart } from '../ports/evidence.ts';
import type { ScanPart } from '../ports/market.ts';
import { witnessNumber } from '../values/witnesses.ts';
import type { CountableRecord } from './counting_records.ts';

/** Evidence on its way to the store: records are added one by one, then it is taken whole. */
export interface BatchInHand {
  add(judged: CountableRecord): void;
  /** Adds what a record tells, and nothing else: it is counted, and stands where it stood. */
  tellAgain(judged: CountableRecord): void;
  /** Adds its row of the feed and its part of the counts, and nothing that it tells: its install waits to be a witness. */
  addWaiting(judged: CountableRecord): void;
  /** What was added so far, as a measure of the memory it takes. */
  readonly size: number;
  /**
   * The batch. `feed` names records that have to stand in the feed with the next snapshot; where it is not given, the
   * named records of the batch, so that the evidence knows which of them it counts before they have a place.
   */
  take(feed?: readonly PendingRecord[]): EvidenceBatch;
}

/** Moves the evidence on and adds nothing. */
export const EMPTY_BATCH: EvidenceBatch = { parts: [], loot: [], claims: [], scans: [], feed: [] };

/** Characters of a claim that take about as much memory as the rest of it: a long one counts as several. */
const CHARS_OF_A_ROW = 64;

/** The roll-ups that read a kind of record. */
const READERS: ReadonlyMap<string, readonly ClaimFamily[]> = (() => {
  const readers = new Map<string, ClaimFamily[]>();
  for (const rollup of CLAIM_FAMILIES) {
    for (const kind of rollup.kinds) readers.set(kind, [...(readers.get(kind) ?? []), rollup]);
  }
  return readers;
})();

/**
 * Gathers what records add to the evidence. Sums and newest claims commute, so batches may be cut at will. If
 * `familiesApart`, IPv6 installs are known to the evidence as such; else all count as IPv4 (domain/values/witnesses.ts).
 */
export function createBatch(familiesApart: boolean): BatchInHand {
  const windows: LootWindow[] = [];
  const claims: InstallClaim[] = [];
  const scans: ScanPart[] = [];
  const named: PendingRecord[] = [];
  const parts = new Map<string, Counted>();
  let rows = 0;

  const witnessOf = ({ installN, ipv6 }: CountableRecord['record']): number =>
    witnessNumber(installN, familiesApart && ipv6 === true ? 'IPv6' : 'IPv4');

  const count = ({ record, loot, inFeed }: CountableRecord): void => {
    const key = `${record.uploadN}:${record.installN}`;
    let part = parts.get(key);
    if (part === undefined) {
      part = { uploadN: record.uploadN, installN: record.installN, ...NOTHING };
      parts.set(key, part);
    }
    if (inFeed) part.feedRecords++;
    if (loot === null) return;
    part.lootRecords++;
    if (loot.kind === 'legacy') part.legacyRecords++;
    if (loot.kind === 'window') part.lootWindows++;
  };

  const claim = ({ record, told, language }: CountableRecord): void => {
    const { seq, capturedAtMs, receivedAtMs, grants, digest } = record;
    const installN = witnessOf(record);
    const about = { seq, capturedAtMs, receivedAtMs, grants, language };
    for (const rollup of READERS.get(record.kind) ?? []) {
      for (const { subject, field, value } of rollup.claims(told, about)) {
        claims.push({
          rollup: rollup.name,
          ...{ subject, field, installN, value, atMs: capturedAtMs, tie: digest, firstMs: capturedAtMs },
        });
        rows += 1 + Math.floor((subject.length + value.length) / CHARS_OF_A_ROW);
      }
    }
  };

  const stand = (judged: CountableRecord): void => {
    const { seq, installN, grants } = judged.record;
    count(judged);
    if (grants.length > 0) named.push({ seq, installN });
  };

  const tell = (judged: CountableRecord): void => {
    const { record, told, loot } = judged;
    claim(judged);
    if (loot?.kind === 'window') {
      windows.push({
        ...{ installN: witnessOf(record), source: loot.source, itemIds: loot.itemIds },
        day: dayOf(record.capturedAtMs),
      });
      rows += loot.itemIds.length + 1;
    }
    if (told.kind === 'auction_scan') {
      const part = scanPartOf(told, { installN: witnessOf(record), capturedAtMs: record.capturedAtMs });
      scans.push(part);
      rows += part.rows.length;
    }
  };

  return {
    add: (judged) => {
      stand(judged);
      tell(judged);
    },
    tellAgain: tell,
    addWaiting: stand,
    get size() {
      return rows;
    },
    take: (feed = named) => ({
      parts: [...parts.values()].filter(({ feedRecords, lootRecords }) => feedRecords + lootRecords > 0),
      loot: gatherLoot(windows),
      claims: gatherClaims(claims),
      scans,
      feed,
    }),
  };
}

type Counted = { -readonly [K in keyof UploadPart]: UploadPart[K] };

const NOTHING = { feedRecords: 0, legacyRecords: 0, lootRecords: 0, lootWindows: 0 };
