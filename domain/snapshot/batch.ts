import { createClaimBuffer } from '../families/counting/claim_buffer.ts';
import type { ClaimFamily } from '../families/counting/family.ts';
import { isGatheredSource } from '../families/counting/loot_source.ts';
import { readScanPart } from '../families/market.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { LootWindow } from '../ports/drops.ts';
import type { EvidenceBatch, UploadPart } from '../ports/evidence.ts';
import type { ScanPart } from '../ports/market.ts';
import type { PendingRecord } from '../ports/pending_feed.ts';
import { toUtcDay } from '../values/instant.ts';
import { toWitness } from '../values/witnesses.ts';
import type { CountableRecord } from './counting_records.ts';

/** Advances the cursor without adding anything. */
export const EMPTY_BATCH: EvidenceBatch = { parts: [], loot: [], claims: [], scans: [], feed: [] };

/** Claim families keyed by the record kinds they read. */
const FAMILY_READERS: ReadonlyMap<string, readonly ClaimFamily[]> = (() => {
  const readers = new Map<string, ClaimFamily[]>();
  for (const rollup of CLAIM_FAMILIES) {
    for (const kind of rollup.kinds) readers.set(kind, [...(readers.get(kind) ?? []), rollup]);
  }
  return readers;
})();

/** Collects evidence. Unless `familiesApart`, every install counts as IPv4 (domain/values/witnesses.ts). */
export function createEvidenceBatch(familiesApart: boolean) {
  const windows: LootWindow[] = [];
  const claims = createClaimBuffer();
  const scans: ScanPart[] = [];
  const named: PendingRecord[] = [];
  const parts = new Map<string, MutableUploadPart>();
  let rows = 0;

  const count = ({ record, loot, inFeed }: CountableRecord): void => {
    const key = `${record.uploadN}:${record.installN}`;
    let part = parts.get(key);
    if (part === undefined) {
      part = { uploadN: record.uploadN, installN: record.installN, ...NO_RECORD_COUNTS };
      parts.set(key, part);
    }
    if (inFeed) part.feedRecords++;
    // The public counts of loot are about drops.
    if (loot === null || loot.kind === 'gathered') return;
    if (loot.kind === 'window' && isGatheredSource(loot.source)) return;
    part.lootRecords++;
    if (loot.kind === 'legacy') part.legacyRecords++;
    if (loot.kind === 'window') part.lootWindows++;
  };

  const claim = ({ record, content, language, game }: CountableRecord): void => {
    const { seq, capturedAtMs, receivedAtMs, grants, digest } = record;
    const installN = findWitnessNumber(record, familiesApart);
    const ofGame = game === undefined ? {} : { game };
    const about = { seq, capturedAtMs, receivedAtMs, grants, language, ...ofGame };
    for (const rollup of FAMILY_READERS.get(record.kind) ?? []) {
      for (const { subject, field, value, joins } of rollup.claims(content, about)) {
        const named = { rollup: rollup.name, subject, field, installN, value };
        claims.add(
          joins === true
            ? { ...named, atMs: 0, tie: '', firstMs: 0, joins }
            : { ...named, atMs: capturedAtMs, tie: digest, firstMs: capturedAtMs },
        );
      }
    }
  };

  const addToFeed = (judged: CountableRecord): void => {
    const { seq, installN, grants } = judged.record;
    count(judged);
    if (grants.length > 0) named.push({ seq, installN });
  };

  const addEvidence = (judged: CountableRecord): void => {
    const { record, content } = judged;
    claim(judged);
    for (const window of buildLootWindows(judged, familiesApart)) {
      windows.push(window);
      rows += window.itemIds.length + 1;
    }
    if (content.kind === 'auction_scan') {
      const part = readScanPart(content, {
        installN: findWitnessNumber(record, familiesApart),
        capturedAtMs: record.capturedAtMs,
        receivedAtMs: record.receivedAtMs,
      });
      scans.push(part);
      rows += part.rows.length;
    }
  };

  return {
    add: (judged: CountableRecord): void => {
      addToFeed(judged);
      addEvidence(judged);
    },
    /** Adds only a record's claims. The record is already counted and keeps its feed row. */
    addClaims: addEvidence,
    /** Adds a record's feed row and counts but no claims, because its install is not a witness yet. */
    addWaiting: addToFeed,
    /** Approximate memory use, in rows. */
    get size(): number {
      return rows + claims.size;
    },
    /** Returns the batch. Records in `feed`, by default the named ones, must enter the feed with the next snapshot. */
    take: (feed: readonly PendingRecord[] = named): EvidenceBatch => ({
      parts: [...parts.values()].filter(({ feedRecords, lootRecords }) => feedRecords + lootRecords > 0),
      loot: windows,
      claims: [...claims.take()],
      scans,
      feed,
    }),
  };
}

function findWitnessNumber({ installN, ipv6 }: CountableRecord['record'], familiesApart: boolean): number {
  return toWitness(installN, familiesApart && ipv6 === true ? 'IPv6' : 'IPv4');
}

/** Returns the loot window of a record as a list, which is empty for other records. */
export function buildLootWindows({ record, loot }: CountableRecord, familiesApart: boolean): readonly LootWindow[] {
  if (loot?.kind !== 'window') return [];
  const { kind: _, ...window } = loot;
  const { capturedAtMs, receivedAtMs, digest } = record;
  const tie = Number.parseInt(digest.slice(0, 4), 16);
  const installN = findWitnessNumber(record, familiesApart);
  return [{ installN, ...window, capturedAtMs, receivedDay: toUtcDay(receivedAtMs), tie }];
}

type MutableUploadPart = { -readonly [K in keyof UploadPart]: UploadPart[K] };

const NO_RECORD_COUNTS = { feedRecords: 0, legacyRecords: 0, lootRecords: 0, lootWindows: 0 };
