import assert from 'node:assert/strict';
import { type CorpusAnswer, type DropsAnswer, getTwice } from '../support/client.ts';
import {
  corpusRows,
  type EdgeRow,
  edgeLines,
  rateLines,
  readCorpus,
  readDatabase,
  readDrops,
  readEdges,
  readMarket,
  zeroLines,
} from './answers.ts';
import { assertSame, rounded } from './compare.ts';
import type { Lines } from './count/drops.ts';
import type { Counted } from './count.ts';
import { mapValues } from './kept.ts';
import { DAY_MS, dayText } from './record.ts';
import type { Stage } from './stage.ts';

/**
 * Asserts that the instance's responses and snapshot database equal the independent count. Reports all differences in
 * one failure.
 */
export async function assertRealm(when: string, { url, dataDir }: Stage, counted: Counted): Promise<void> {
  const faults: string[] = [];
  const holds = async (work: () => void | Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  };
  await holds(async () => assertSame('edges', await readEdges(url()), counted.edges));
  await holds(() => assertDrops(url(), counted));
  await holds(() => assertCorpus(url(), counted));
  await holds(() => assertMarket(url(), counted));
  await holds(() => assertHealth(url(), counted));
  const database = await readDatabase(dataDir);
  await holds(() => assertSame('market_days', rounded(database.days), rounded(counted.market.days)));
  await holds(() => assertSame('market_items', rounded(database.leading), rounded(counted.market.leading)));
  for (const family of new Set([...database.facts.keys(), ...counted.facts.keys()].map(familyOf))) {
    const only = (lines: Lines): Lines => new Map([...lines].filter(([subject]) => familyOf(subject) === family));
    await holds(() => assertSame(`facts of ${family}`, only(database.facts), only(counted.facts)));
  }
  assert.ok(faults.length === 0, `${when}:\n${faults.join('\n')}`);
}

function familyOf(subject: string): string {
  return subject.slice(0, subject.indexOf(' '));
}

async function assertDrops(url: string, { drops: counted }: Counted): Promise<void> {
  const { rates, zeros, queued, stats } = await readDrops(url);
  assertSame('rates', rates, counted.rates);
  assertSame('measured zeros', zeros, counted.zeros);
  assert.deepEqual({ queued, ...stats }, { queued: counted.queued, ...counted.stats }, 'counts of drops');
}

async function assertCorpus(url: string, { corpus }: Counted): Promise<void> {
  const { rows, ...counts } = await readCorpus(url);
  const { rows: counted, ...expected } = corpus;
  assertSame('rows of the feed', rows, counted);
  assert.deepEqual(counts, expected, 'counts of the feed');
}

async function assertHealth(url: string, { corpus }: Counted): Promise<void> {
  const { snapshot } = (await (await getTwice(`${url}/api/health`)).json()) as {
    snapshot: { state: string; uploads: number; records: number };
  };
  const { state, uploads, records } = snapshot;
  const expected = { state: 'fresh', uploads: corpus.uploads, records: corpus.total };
  assert.deepEqual({ state, uploads, records }, expected, 'health');
}

function halfUp(exact: number): number {
  return Math.floor(exact + 0.5);
}

interface Newest {
  readonly market: number;
  readonly min: number;
  readonly historical: number;
  readonly quantity: number;
  readonly day: number;
  readonly reporters: number;
}

async function assertMarket(url: string, { market, facts }: Counted): Promise<void> {
  const spelt = (realm: string): string => (facts.get(`realms ${realm}`) as { spelling: string }).spelling;
  const values: Lines = new Map();
  const houses = new Map<string, Set<string>>();
  for (const [subject, row] of market.newest) {
    const [realm, house, itemId] = subject.split('|') as [string, string, string];
    const { day, reporters, ...exact } = row as Newest;
    const figures = Object.fromEntries(Object.entries(exact).map(([name, figure]) => [name, halfUp(figure)]));
    values.set(`${spelt(realm)}|${house}|${itemId}`, { ...figures, reporters, day: dayText(day * DAY_MS) });
    const own = houses.get(spelt(realm)) ?? new Set();
    houses.set(spelt(realm), house === '' ? own : own.add(house));
  }
  const served = await readMarket(url);
  assertSame('prices', served.values, values);
  assert.deepEqual(served.realms, [...houses.keys()].sort(), 'realms');
  const listed = new Map(Object.entries(served.houses).filter(([, own]) => own.length > 0));
  const named = new Map([...houses].filter(([, own]) => own.size > 0));
  assertSame(
    'houses',
    mapValues(listed, (own) => [...own].sort()),
    mapValues(named, (own) => [...own].sort()),
  );
}

/** Asserts that filters, alone and combined, find exactly the matching edges. */
export async function assertFilters({ url }: Stage, { edges }: Counted): Promise<void> {
  const all = [...edges.keys()].map((subject) => {
    const [fromKind, fromId, rel, toKind, toId] = subject.split(' ') as [string, string, string, string, string];
    return { subject, from_kind: fromKind, from_id: fromId, rel, to_kind: toKind, to_id: toId };
  });
  const some = all.filter((_edge, i) => i % Math.ceil(all.length / 12) === 0);
  const asked = [
    ...['dropped_by', 'sold_by', 'reward_from', 'located_in', 'created_by'].map((rel) => ({ rel })),
    ...some.map(({ from_id }) => ({ from_id })),
    ...some.map(({ to_kind, to_id }) => ({ to_kind, to_id })),
    ...some.map(({ subject: _subject, ...ends }) => ends),
    ...some.map(({ rel, from_kind }) => ({ rel, from_kind, evidence: 'observed' })),
  ];
  for (const filter of asked) {
    const { evidence: _evidence, ...fields }: Record<string, string> = filter;
    const found = all.filter((edge) =>
      Object.entries(fields).every(([name, value]) => edge[name as keyof typeof edge] === value),
    );
    const query = new URLSearchParams(filter as Record<string, string>).toString();
    const expected = new Map(found.map(({ subject }) => [subject, edges.get(subject)]));
    assertSame(`edges of ${query}`, await readEdges(url(), `&${query}`), expected);
  }
  assertSame('client edges', await readEdges(url(), '&evidence=client'), new Map());
}

interface Index {
  readonly files: readonly { readonly name: string; readonly field: string; readonly rows: number }[];
}

/**
 * Asserts that the exported files have the same rows as the lists. Returns the text of the feed's file as `corpus`, and
 * that of all other files, including the index, as `others`.
 */
export async function assertExports({ url }: Stage, counted: Counted): Promise<{ corpus: string; others: string }> {
  const response = await getTwice(`${url()}/export/index.json`);
  const indexText = await response.text();
  assert.equal(response.status, 200, indexText);
  const { files } = JSON.parse(indexText) as Index;
  let corpus = '';
  let others = indexText;
  const seen = new Set<string>();
  for (const { name, field, rows } of files) {
    const text = await (await getTwice(`${url()}/export/${name}`)).text();
    const parsed = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as never]));
    assert.equal(parsed.length, rows, `rows of ${name}`);
    seen.add(field);
    if (field === 'records') corpus += text;
    else others += text;
    switch (field) {
      case 'records':
        assertSame('exported feed', corpusRows(parsed as CorpusAnswer['records'][number][]), counted.corpus.rows);
        break;
      case 'edges':
        assertSame('exported edges', edgeLines(parsed as EdgeRow[]), counted.edges);
        break;
      case 'rates':
        assertSame('exported rates', rateLines(parsed as DropsAnswer['rates'][number][]), counted.drops.rates);
        break;
      case 'measuredZeros':
        assertSame('exported zeros', zeroLines(parsed as DropsAnswer['measuredZeros'][number][]), counted.drops.zeros);
        break;
      default:
        assert.fail(`${name} holds ${field}`);
    }
  }
  assert.deepEqual([...seen].sort(), ['edges', 'measuredZeros', 'rates', 'records']);
  return { corpus, others };
}
