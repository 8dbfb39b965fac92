import { countAgreed, type Facts } from './count/agreed.ts';
import { countCoverage } from './count/coverage.ts';
import { type CountedDrops, countDrops, countEdges, type Lines } from './count/drops.ts';
import { type CountedMarket, countMarket } from './count/market.ts';
import { countNamed } from './count/named.ts';
import { countPopulation, countTalents } from './count/people.ts';
import { countMapCells, countPins, countRanges } from './count/places.ts';
import { type Kept, reach } from './kept.ts';
import { contentOf, DAY_MS, type Rec, withClearName, withoutScanId } from './record.ts';

/** Everything that must be public, counted only from the kept records. */
export interface Counted {
  readonly drops: CountedDrops;
  readonly edges: Lines;
  /** Keyed by family and subject. */
  readonly facts: Facts;
  readonly market: CountedMarket;
  readonly corpus: {
    /** Number of occurrences of each feed row, keyed by the row's JSON text without ids. */
    readonly rows: Lines;
    readonly total: number;
    readonly uploads: number;
    readonly legacyRecords: number;
  };
}

/**
 * The independent count. Its plain code goes over all records at once and shares only the text of the contract
 * (docs/contract.md, section 3) with the service. `newestMs` is when the newest upload was received, including withheld
 * uploads.
 */
export function countRealm(kept: readonly Kept[], newestMs: number): Counted {
  const facts: Facts = new Map();
  const dayMs = Math.floor(newestMs / DAY_MS) * DAY_MS;
  countAgreed(kept, facts);
  countPins(kept, facts);
  countMapCells(kept, facts);
  countRanges(kept, facts);
  countPopulation(kept, dayMs, facts);
  countTalents(kept, dayMs, facts);
  countNamed(kept, facts);
  countCoverage(kept, facts);
  return {
    drops: countDrops(kept),
    edges: countEdges(kept),
    facts,
    market: countMarket(kept, dayMs / DAY_MS),
    corpus: countCorpus(kept),
  };
}

/** The record kinds in the public feed (contract, section 5). All other kinds stay private. */
const FEED_KINDS: readonly Rec['kind'][] = [
  'npc_sighting',
  'loot',
  'quest',
  'vendor',
  'item_seen',
  'guild_snapshot',
  'raid_lockout',
  'attendance',
  'loot_award',
  'gear_snapshot',
  'collection_catalog',
  'collection_owned',
  'auction_scan',
  'recipe_seen',
  'price_seen',
  'recipe_observed',
  'trainer_seen',
  'gold_snapshot',
  'money_event',
  'map_bounds',
];

/** Kinds of the feed whose records have a realm, or may have one. Their rows have the region that the upload named. */
const REALM_KINDS: readonly Rec['kind'][] = [
  ...(['guild_snapshot', 'raid_lockout', 'attendance', 'loot_award', 'gear_snapshot', 'gold_snapshot'] as const),
  ...(['money_event', 'auction_scan', 'price_seen'] as const),
];

function countCorpus(kept: readonly Kept[]): Counted['corpus'] {
  const rows = new Map<string, number>();
  const uploads = new Set<number>();
  let total = 0;
  let legacyRecords = 0;
  for (const { record, sent = record, region, upload } of kept) {
    if (!FEED_KINDS.includes(record.kind)) continue;
    uploads.add(upload);
    if (record.kind === 'loot' && record.sourceEvidence === undefined) {
      legacyRecords++;
      continue;
    }
    total++;
    const content = contentOf(withClearName(withoutScanId(sent)));
    const inRegion = region !== undefined && REALM_KINDS.includes(record.kind);
    const text = inRegion ? `${content.slice(0, -1)},"region":${region}}` : content;
    rows.set(text, reach(rows, text, () => 0) + 1);
  }
  return { rows, total, uploads: uploads.size, legacyRecords };
}
