import type { RulesByFamily } from '../../domain/families/counting/claims.ts';
import type { EvidenceCursor, EvidenceStore } from '../../domain/ports/evidence.ts';
import { createMemoryClaims } from './evidence_claims.ts';
import { createMemoryFeed } from './evidence_feed.ts';
import { createMemoryLoot } from './evidence_loot.ts';
import { createMemoryMarket } from './evidence_market.ts';

const EMPTY: EvidenceCursor = {
  step: 0,
  clearedStep: 0,
  seq: 0,
  orderN: 0,
  dataAsOfMs: null,
  dailyDay: null,
  witnessDay: null,
  witnessToDay: null,
  rateFit: null,
};

/** Creates an evidence store in memory, for tests. It never fails. */
export function createMemoryEvidence({ rollups }: { readonly rollups: RulesByFamily }): EvidenceStore {
  const loot = createMemoryLoot();
  const claims = createMemoryClaims(rollups);
  const market = createMemoryMarket();
  const feed = createMemoryFeed();
  const excluded = new Set<number>();
  let cursor = EMPTY;

  const moveTo = (to: EvidenceCursor) => {
    cursor = { ...to, clearedStep: cursor.clearedStep };
  };

  return {
    cursor: async () => cursor,
    counts: async () => feed.counts(),
    waiting: async (installs) => feed.waiting(installs),
    add: async (to, batch) => {
      loot.add(batch.loot);
      claims.add(batch.claims);
      market.add(batch.scans);
      feed.add(batch.parts, batch.feed);
      return moveTo(to);
    },
    dirtySources: async (after, limit) => loot.dirty(after, limit),
    lootOf: async (sources, quests) => ({ rows: loot.loot(sources, quests), next: null }),
    beginDay: async (day) => loot.beginDay(day),
    markSources: async (sources) => loot.mark(sources),
    changedItems: async (sources) => loot.changed(sources),
    dirtyTallies: async (rollup, after, limit) => claims.dirtyTallies(rollup, after, limit),
    tallies: async (rollup, subjects, after) => claims.talliesOf(rollup, subjects, after),
    looters: async (sources) => loot.looters(sources),
    dirtyWitnesses: async (rollup, after, limit) => claims.dirtyWitnesses(rollup, after, limit),
    dirtyMarket: async (after, limit) => market.dirty(after, limit),
    marketScans: async (subject, after) => market.scans(subject, after),
    testimonies: async (rollup, fromDay, after, limit) => claims.testimonies(rollup, fromDay, after, limit),
    clearMarks: async (dailyDay, done) => {
      loot.clear();
      claims.clear();
      market.clear();
      feed.clear(done);
      cursor = { ...cursor, clearedStep: cursor.step, dailyDay };
      return undefined;
    },
    excluded: async () => new Set(excluded),
    removeInstall: async (to, installN, { stays, erased }) => {
      loot.takeOut(installN);
      claims.takeOut(installN);
      market.takeOut(installN);
      feed.takeOut(installN, { erased, wasOut: excluded.has(installN) });
      if (stays) excluded.add(installN);
      else excluded.delete(installN);
      return moveTo({ ...to, dailyDay: null });
    },
    removeInstallClaims: async (to, installN) => {
      loot.takeOut(installN);
      claims.takeOut(installN);
      market.takeOut(installN);
      return moveTo({ ...to, dailyDay: null });
    },
    readmit: async (to, installN) => {
      excluded.delete(installN);
      return moveTo({ ...to, dailyDay: null });
    },
    feedRecords: async (seqs) => feed.standing(seqs),
    removeRecords: async (to, records, rollupNames) => {
      for (const { installN, seq } of records) claims.takeOutField(installN, String(seq), rollupNames);
      feed.takeOutRecords(records.filter(({ stays }) => stays !== true));
      return moveTo(to);
    },
    pending: async (before, limit) => feed.pending(before, limit),
    pendingWithdrawals: async (after, limit) => feed.withdrawals(after, limit),
    notePlaces: async (places) => {
      feed.note(places);
      return undefined;
    },
    close: async () => undefined,
  };
}
