import type { EdgesResponse } from '../../../schema/responses/edgesResponse.ts';
import { LOCALES } from '../../../schema/vocabulary.ts';
import { REPORTERS_FIELD } from '../../families/counting/claims_on.ts';
import type { TalliedFamily } from '../../families/counting/family.ts';
import { type LootSums, sumLootUntilDay } from '../../families/counting/window_counts.ts';
import { createMarketCounter } from '../../families/market.ts';
import { families } from '../../families/mod.ts';
import type { AnySource, SourceLoot } from '../../ports/drops.ts';
import type { DirtyMarket, DirtyPage, TalliedSubject } from '../../ports/evidence.ts';
import type { ExportEvidence, ExportRows, ExportSource } from '../../ports/exports.ts';
import type { Tally } from '../../ports/facts.ts';
import type { MarketScan } from '../../ports/market.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import { groupBy } from '../../values/group_by.ts';
import { toUtcDay } from '../../values/instant.ts';
import { cutIntoSlices } from '../../values/slices.ts';
import { countWitnesses, sumInstalls } from '../../values/witnesses.ts';
import { formatDay, formatSpan, formatWitnessRow } from './witness_row.ts';

/**
 * Families whose votes are exported, each with the kind of its subjects. Their record kinds are public and name no
 * player. Roll-ups of places and of times are not among them.
 */
export const VOTED_FAMILIES: readonly (readonly [family: TalliedFamily, kind: string])[] = [
  [families.items, 'item'],
  [families.quest_items, 'item'],
  [families.vendor_prices, 'item'],
  [families.npcs, 'npc'],
  [families.objects, 'object'],
  [families.quests, 'quest'],
  [families.vendor_goods, 'vendor'],
  [families.trainer_services, 'trainer'],
  [families.recipes, 'recipe'],
  [families.maps, 'zone'],
  [families.collections, 'collection'],
  [families.realms, 'realm'],
];

/**
 * Yields the reports of each witness of a public subject (contract, section 4, Evidence), as finished JSON. An entry has
 * nothing that identifies its witness, and entries are in the order of their own text, so that neither shows which
 * entries of two subjects are of the same player.
 */
export async function* readEvidenceRows(source: ExportSource, evidence: ExportEvidence): AsyncIterable<ExportRows> {
  yield* readLootRows(source, evidence);
  yield* readEdgeRows(source, evidence);
  for (const [family, kind] of VOTED_FAMILIES) yield* readVoteRows(source, evidence, family, kind);
  yield* readMarketRows(source, evidence);
}

const NO_QUEST_IDS: ReadonlySet<number> = new Set();

async function* readLootRows(source: ExportSource, evidence: ExportEvidence): AsyncIterable<ExportRows> {
  const day = toUtcDay(source.row.dataAsOfMs ?? 0);
  for await (const sources of source.lootSources()) {
    let current = null as SourceRows | null;
    let after: Parameters<ExportEvidence['lootOf']>[2] = null;
    do {
      const page = await evidence.lootOf(sources, NO_QUEST_IDS, after);
      const rows: string[] = [];
      for (const loot of page.rows) {
        // The installs of a large source are divided among pages.
        if (current?.isOf(loot.source) !== true) {
          rows.push(...(current?.rows() ?? []));
          current = createSourceRows(loot.source, day);
        }
        current.add(loot.installs);
      }
      if (page.next === null) rows.push(...(current?.rows() ?? []));
      yield rows;
      after = page.next;
    } while (after !== null);
  }
}

type SourceRows = ReturnType<typeof createSourceRows>;

/**
 * Collects the witnesses of a source: all their loot, their loot received before the day, and the days of its
 * `dropped_by` relations.
 */
function createSourceRows({ type, id }: AnySource, day: number) {
  const [witnesses, earlier]: [string[], string[]] = [[], []];
  let hasNew = false;
  const seen = new Map<number, { readonly installs: number[]; readonly days: string[] }>();
  return {
    isOf: (other: AnySource): boolean => other.type === type && other.id === id,
    add: (installs: SourceLoot['installs']): void => {
      for (const install of installs) {
        const before = sumLootUntilDay(install, day);
        if (before !== install) hasNew = true;
        witnesses.push(formatLootCounts(install));
        if (before !== null) earlier.push(formatLootCounts(before));
        for (const { itemId, firstDay, lastDay } of install.items) {
          let item = seen.get(itemId);
          if (item === undefined) {
            item = { installs: [], days: [] };
            seen.set(itemId, item);
          }
          item.installs.push(install.installN);
          item.days.push(formatSpan(firstDay, lastDay));
        }
      }
    },
    rows: (): readonly string[] => {
      const edges = [...seen]
        .filter(([, { installs }]) => isCorroborated(countWitnesses(installs)))
        .sort(([a], [b]) => a - b)
        .map(([itemId, { days }]) => {
          const edge = { fromKind: 'item', fromId: itemId, rel: 'dropped_by', toKind: type, toId: id };
          return formatWitnessRow({ list: 'edges', ...edge }, days);
        });
      const field = type === 'npc' ? 'sourceNpcId' : 'sourceObjectId';
      const drops = { list: 'drops', [field]: id };
      return [formatWitnessRow(drops, witnesses, hasNew && earlier.length > 0 ? earlier : null), ...edges];
    },
  };
}

/** Formats an install's windows: all of them, the windows with each item, and the same for windows without a group. */
function formatLootCounts({ windows, windowsIn, items, known }: LootSums): string {
  const solo = (counts: readonly number[]): number =>
    counts.reduce((sum, count, i) => (known[i]?.isSolo === true ? sum + count : sum), 0);
  const all = items.map(({ itemId, drops }) => `[${itemId},${drops}]`);
  const alone = items.flatMap(({ itemId, dropsIn }) => {
    const drops = solo(dropsIn);
    return drops === 0 ? [] : [`[${itemId},${drops}]`];
  });
  return `[${windows},[${all.join(',')}],${solo(windowsIn)},[${alone.join(',')}]]`;
}

/** Number of relations whose witnesses are read at a time. */
const EDGES_PER_READ = 100;

type EdgeFields = Pick<EdgesResponse['edges'][number], 'fromKind' | 'fromId' | 'rel' | 'toKind' | 'toId'>;

/** Yields the relations that do not come from loot windows. */
async function* readEdgeRows(source: ExportSource, evidence: ExportEvidence): AsyncIterable<ExportRows> {
  const decoder = new TextDecoder();
  for await (const batch of source.edges()) {
    const edges = batch
      .map((row) => JSON.parse(typeof row === 'string' ? row : decoder.decode(row)) as EdgeFields)
      .filter(({ rel }) => rel !== 'dropped_by');
    for (const some of cutIntoSlices(edges, EDGES_PER_READ)) {
      const spans = await evidence.edgeDays(
        some.map(({ fromKind, fromId, rel, toKind, toId }) => `${rel}:${fromKind}:${toKind}:${fromId}:${toId}`),
      );
      yield some.map(({ fromKind, fromId, rel, toKind, toId }, i) =>
        formatWitnessRow(
          { list: 'edges', fromKind, fromId, rel, toKind, toId },
          spans[i]!.map(([first, last]) => formatSpan(first, last)),
        ),
      );
    }
  }
}

async function* readVoteRows(
  source: ExportSource,
  evidence: ExportEvidence,
  family: TalliedFamily,
  kind: string,
): AsyncIterable<ExportRows> {
  for await (const subjects of source.subjects(family)) {
    const tallies = new Map<string, TalliedSubject['tallies']>();
    let after: number | null = 0;
    while (after !== null) {
      const page: Awaited<ReturnType<ExportEvidence['tallies']>> = await evidence.tallies(family.name, subjects, after);
      for (const row of page.rows) tallies.set(row.subject, row.tallies);
      after = page.next;
    }
    // The evidence numbers subjects in the order in which they became known.
    yield subjects.flatMap((subject) => {
      const id = /^\d+$/.test(subject) ? Number(subject) : subject;
      return buildVotes({ kind, id }, tallies.get(subject) ?? []);
    });
  }
}

/** Returns a row for each field and language. Votes are in descending order of installs. */
function buildVotes(subject: { readonly kind: string; readonly id: number | string }, tallies: readonly Tally[]) {
  const fields = groupBy(tallies, ({ field }) => field.replace(/:.*$/s, ''));
  return [...fields]
    .filter(([name]) => !name.startsWith(REPORTERS_FIELD))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, votes]) => {
      const locale = LOCALES.find((one) => name.startsWith(`${one}@`));
      const field = locale === undefined ? name : name.slice(locale.length + 1);
      const sorted = votes.toSorted((a, b) => b.installs - a.installs || (a.value < b.value ? -1 : 1));
      const texts = sorted.map(({ value, installs }) => `[${value},${installs}]`);
      const [counted] = fields.get(`${REPORTERS_FIELD}${name}`) ?? [];
      const isAny = votes.some((vote) => vote.field.includes(':'));
      // Nothing counts the installs of a field in which an install may vote for several values, unless its family does.
      const reporters = isAny ? counted?.installs : sumInstalls(votes);
      const fieldsOfRow = { list: 'values', subject, field, ...(locale === undefined ? {} : { locale }), reporters };
      return `${JSON.stringify(fieldsOfRow).slice(0, -1)},"votes":[${texts.join(',')}]}`;
    });
}

async function* readMarketRows(source: ExportSource, evidence: ExportEvidence): AsyncIterable<ExportRows> {
  for await (const batch of source.marketDays()) {
    // If a day is public in any house, it is public in all houses together.
    const days = batch.filter(({ house }) => house === '');
    let after: number | null = 0;
    while (after !== null && days.length > 0) {
      const page: DirtyPage<DirtyMarket> = await evidence.marketDays(days, after);
      const rows: string[] = [];
      for (const day of page.rows) rows.push(...(await readMarketDayRows(days[0]!.realm, day, evidence)));
      yield rows;
      after = page.next;
    }
  }
}

async function readMarketDayRows(
  realm: string,
  { subject, scans }: DirtyMarket,
  evidence: ExportEvidence,
): Promise<readonly string[]> {
  const count = createMarketCounter();
  count.add(scans ?? []);
  let after: number | null = scans === null ? 0 : null;
  while (after !== null) {
    const page: DirtyPage<MarketScan> = await evidence.marketScans(subject, after);
    count.add(page.rows);
    after = page.next;
  }
  const { itemId, day } = subject;
  return count.publicReports().map(({ house, reports }) =>
    formatWitnessRow(
      { list: 'market', realm, house: house === '' ? null : house, itemId, day: formatDay(day) },
      reports.map((report) => `[${report.join(',')}]`),
    ),
  );
}
