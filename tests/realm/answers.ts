import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReader, readJson } from '../../adapters/libsql/database.ts';
import { type CorpusAnswer, type DropsAnswer, getTwice, type ListAnswer, walk } from '../support/client.ts';
import type { Lines } from './count/drops.ts';
import { reach } from './kept.ts';

/**
 * Turns rows of an answer into a map keyed by subject, as in the independent count. Fails if a subject occurs twice.
 */
function lineUp<R>(rows: readonly R[], subjectOf: (row: R) => string, bodyOf: (row: R) => unknown): Lines {
  const lines: Lines = new Map();
  for (const row of rows) {
    const subject = subjectOf(row);
    assert.ok(!lines.has(subject), `${subject} stands twice`);
    lines.set(subject, bodyOf(row));
  }
  return lines;
}

export interface EdgeRow {
  readonly fromKind: string;
  readonly fromId: number;
  readonly toKind: string;
  readonly toId: number;
  readonly rel: string;
  readonly evidence: string;
  readonly build: string | null;
  readonly installs: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

interface EdgesAnswer extends ListAnswer {
  readonly edges: readonly EdgeRow[];
}

export function edgeLines(rows: readonly EdgeRow[]): Lines {
  return lineUp(
    rows,
    ({ fromKind, fromId, rel, toKind, toId }) => `${fromKind} ${fromId} ${rel} ${toKind} ${toId}`,
    ({ installs, firstSeen, lastSeen, evidence, build }) => {
      assert.deepEqual([evidence, build], ['observed', null]);
      return { installs, firstSeen, lastSeen };
    },
  );
}

/** Reads all pages of an edge query, and asserts that `total` is the number of edges. */
export async function readEdges(url: string, query = ''): Promise<Lines> {
  const pages = await walk<EdgesAnswer>(url, `/api/edges?limit=500${query}`);
  const lines = edgeLines(pages.flatMap((page) => page.edges));
  for (const page of pages) assert.equal(page.total, lines.size, `total of edges ${query}`);
  return lines;
}

type Rate = DropsAnswer['rates'][number];
type Zero = DropsAnswer['measuredZeros'][number];

function sourceOf({ sourceNpcId, sourceObjectId }: Zero): string {
  return sourceNpcId === undefined ? `object ${sourceObjectId}` : `npc ${sourceNpcId}`;
}

function rateSubject(row: Rate): string {
  return `${sourceOf(row)} item ${row.itemId}`;
}

export function rateLines(rows: readonly Rate[]): Lines {
  return lineUp(rows, rateSubject, (row) => {
    const { kills, drops, reporters, rate, installs, topShare } = row;
    assert.equal(rate, drops / kills);
    assertEstimate(row);
    return { kills, drops, reporters, installs, topShare };
  });
}

/** Fails if a rate's estimate cannot be right. */
function assertEstimate(row: Rate): void {
  const { kills, estimate, estimateLow, estimateHigh, effectiveWindows, basis, quest, changed } = row;
  const subject = rateSubject(row);
  const isInOrder = 0 < estimateLow && estimateLow <= estimate && estimate <= estimateHigh && estimateHigh <= 1;
  assert.ok(isInOrder, `${subject}: ${estimate}, between ${estimateLow} and ${estimateHigh}`);
  assert.ok(effectiveWindows > 0 && effectiveWindows <= kills, `${subject}: ${effectiveWindows} of ${kills} windows`);
  if (changed !== undefined) assert.equal(changed.after, estimate, `${subject}: the estimate is that since the change`);
  // The players of the realm report neither groups nor quests.
  assert.deepEqual([basis, quest], ['all', undefined], subject);
}

/** The fields of a rate that the independent count cannot compute. */
const ESTIMATE_FIELDS = [
  ...(['estimate', 'estimateLow', 'estimateHigh', 'effectiveWindows', 'basis'] as const),
  ...(['always', 'obtainable', 'changed', 'disagrees'] as const),
];

export type Estimate = Pick<Rate, (typeof ESTIMATE_FIELDS)[number]>;

/** Reads the estimates of all rates, keyed like `rateLines`. */
export async function readEstimates(url: string): Promise<ReadonlyMap<string, Estimate>> {
  const pages = await walk<DropsAnswer>(url, '/api/rollups/drops?limit=500');
  const estimateOf = (row: Rate) =>
    Object.fromEntries(ESTIMATE_FIELDS.flatMap((name) => (name in row ? [[name, row[name]]] : []))) as Estimate;
  return new Map(pages.flatMap(({ rates }) => rates.map((row) => [rateSubject(row), estimateOf(row)])));
}

export function zeroLines(rows: readonly Zero[]): Lines {
  return lineUp(rows, sourceOf, ({ kills, reporters, topShare }) => ({ kills, reporters, topShare }));
}

export async function readDrops(url: string) {
  const pages = await walk<DropsAnswer>(url, '/api/rollups/drops?limit=500');
  const { queued, stats, total, totalRates, totalMeasuredZeros } = pages[0]!;
  const rates = rateLines(pages.flatMap((page) => page.rates));
  const zeros = zeroLines(pages.flatMap((page) => page.measuredZeros));
  assert.deepEqual([totalRates, totalMeasuredZeros, total], [rates.size, zeros.size, rates.size + zeros.size]);
  const { uploads, records, lootWindows } = stats;
  return { rates, zeros, queued, stats: { uploads, records, lootWindows } };
}

/**
 * Counts the rows of the feed by their JSON text. Leaves out event and scan ids, because the feed replaces them with
 * digests.
 */
export function corpusRows(records: readonly CorpusAnswer['records'][number][]): Lines {
  const rows = new Map<string, number>();
  for (const row of records) {
    const { eventId: _event, scanId: _scan, ...record } = row as typeof row & { scanId?: string };
    const text = JSON.stringify(record);
    rows.set(text, reach(rows, text, () => 0) + 1);
  }
  return rows;
}

export async function readCorpus(url: string) {
  const pages = await walk<CorpusAnswer>(url, '/api/corpus/public?limit=500');
  const rows = corpusRows(pages.flatMap((page) => page.records));
  const { total, uploads, legacyRecords = 0 } = pages[0]!;
  return { rows, total, uploads, legacyRecords };
}

interface RealmsAnswer {
  readonly realms: readonly string[];
  readonly houses?: Readonly<Record<string, readonly string[]>>;
}

interface PricesAnswer {
  readonly items: readonly (readonly [number, number, number, number, number, string, number])[];
}

/**
 * Reads the market's realms, their auction houses, and the values keyed by `realm|house|item` ('' means all houses).
 */
export async function readMarket(url: string) {
  const get = async <A>(query: string): Promise<A> => {
    const response = await getTwice(`${url}/api/market/prices${query}`);
    assert.equal(response.status, 200, query);
    return (await response.json()) as A;
  };
  const { realms, houses = {} } = await get<RealmsAnswer>('');
  const values: Lines = new Map();
  for (const realm of realms) {
    for (const house of ['', 'Alliance', 'Horde', 'Neutral']) {
      const asked = `?realm=${encodeURIComponent(realm)}${house === '' ? '' : `&house=${house}`}`;
      const { items } = await get<PricesAnswer>(asked);
      const inOrder = items.every(([itemId, , , , quantity], i) => {
        const before = items[i - 1];
        return before === undefined || before[4] > quantity || (before[4] === quantity && before[0] !== itemId);
      });
      assert.ok(inOrder, `items of ${asked} are not in the order of units`);
      for (const [itemId, market, min, historical, quantity, day, reporters] of items) {
        values.set(`${realm}|${house}|${itemId}`, { market, min, historical, quantity, day, reporters });
      }
    }
  }
  return { realms, houses, values };
}

type Figures = readonly [market: number, min: number, quantity: number];

/** Reads the facts, market days, newest market items and changes straight from the served snapshot database. */
export async function readDatabase(dataDir: string) {
  const epoch = readFileSync(join(dataDir, 'current'), 'utf8').trim();
  const client = await openReader(join(dataDir, `snapshot.${epoch}.db`));
  try {
    const facts = await readJson<readonly [string, string, unknown]>(
      client,
      'select json_group_array(json_array(family, subject, json(body))) from facts',
    );
    const days = await readJson<readonly [string, string, number, number, string, number]>(
      client,
      `select json_group_array(json_array(realm_key, house, item_id, day, figures, reporters))
       from market_days join market_realms on n = realm_n`,
    );
    const leading = await readJson<readonly [string, string, number, number, string, number]>(
      client,
      `select json_group_array(json_array(realm_key, house, item_id, day, figures, reporters))
       from market_items join market_realms on n = realm_n`,
    );
    const changes = await readJson<readonly [string, string, string, string]>(
      client,
      'select json_group_array(json_array(change, family, subject, field)) from (select * from changes order by n)',
    );
    return {
      facts: lineUp(
        facts,
        ([family, subject]) => `${family} ${subject}`,
        ([, , body]) => body,
      ),
      days: lineUp(
        days,
        ([realm, house, itemId, day]) => `${realm}|${house}|${itemId}|${day}`,
        ([, , , , figures, reporters]) => {
          const [market, min, quantity] = JSON.parse(figures) as Figures;
          return { market, min, quantity, reporters };
        },
      ),
      leading: lineUp(
        leading,
        ([realm, house, itemId]) => `${realm}|${house}|${itemId}`,
        ([, , , day, figures, reporters]) => {
          const [market, min, historical, quantity] = JSON.parse(figures) as [number, number, number, number];
          return { market, min, quantity, reporters, day, historical };
        },
      ),
      changes: changes.map(([change, family, subject, field]) => ({ change, family, subject, field })),
    };
  } finally {
    client.close();
  }
}

/** Returns every string in the served snapshot database, except those of the feed's table. */
export async function textsOutsideFeed(dataDir: string): Promise<readonly string[]> {
  const epoch = readFileSync(join(dataDir, 'current'), 'utf8').trim();
  const client = await openReader(join(dataDir, `snapshot.${epoch}.db`));
  try {
    const { rows: tables } = await client.execute(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'corpus_blocks'",
    );
    const texts: string[] = [];
    for (const table of tables) {
      const { rows, columns } = await client.execute(`select * from "${String(table['name'])}"`);
      for (const row of rows)
        for (const column of columns) if (typeof row[column] === 'string') texts.push(row[column]);
    }
    return texts;
  } finally {
    client.close();
  }
}
