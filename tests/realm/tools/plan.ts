import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Papa from 'papaparse';
import type { ToolCheck, ToolGround } from '../tools.ts';

type Row = Readonly<Record<string, string>>;

/** Reads a client table as it is written. */
function tableOf({ tables }: ToolGround, name: string): readonly Row[] {
  return Papa.parse<Row>(readFileSync(join(tables, `${name}.csv`), 'utf8'), { header: true, skipEmptyLines: true })
    .data;
}

/** Returns the positive numbers in the columns `<name>_0`, `<name>_1` and so on. */
function numbersIn(row: Row, name: string): readonly number[] {
  return Object.keys(row)
    .filter((column) => column.startsWith(`${name}_`) && /^\d+$/.test(column.slice(name.length + 1)))
    .map((column) => Number(row[column]))
    .filter((id) => id > 0);
}

function pairsOf(pairs: readonly (readonly [from: unknown, to: unknown])[]): number {
  return new Set(pairs.map(([from, to]) => `${from} ${to}`)).size;
}

/** Counts the relations of the game files directly in the tables (contract, section 3, Observed edges). */
function countClientEdges(ground: ToolGround): number {
  const made = tableOf(ground, 'SpellEffect').filter((row) => row['Effect'] === '24' && row['DifficultyID'] === '0');
  const abilities = tableOf(ground, 'SkillLineAbility');
  return [
    made
      .filter((row) => Number(row['EffectItemType']) > 0)
      .map((row) => [row['EffectItemType'], row['SpellID']] as const),
    tableOf(ground, 'SpellReagents').flatMap((row) =>
      numbersIn(row, 'Reagent').map((itemId) => [itemId, row['SpellID']] as const),
    ),
    tableOf(ground, 'ItemSet').flatMap((row) => numbersIn(row, 'ItemID').map((itemId) => [itemId, row['ID']] as const)),
    tableOf(ground, 'Item').flatMap((row) =>
      Number(row['IconFileDataID']) > 0 ? [[row['ID'], row['IconFileDataID']] as const] : [],
    ),
    abilities.map((row) => [row['Spell'], row['SkillLine']] as const),
  ].reduce((sum, pairs) => sum + pairsOf(pairs), 0);
}

const AREAS: Readonly<Record<string, string>> = {
  feed: '/api/corpus/public',
  drop_rates: '/api/rollups/drops',
  edges: '/api/edges',
  items: '/api/items',
  market: '/api/market/prices',
  tools: '/schema/index.json',
  mcp: '/mcp',
  hover_cards: '/docs',
  knowledge: '/schema/mcp/search_knowledge.json',
  exports: '/export/index.json',
  uploads: '/api/intake',
  keys: '/connect#keys',
  grants: '/connect#grants',
  docs: '/docs',
};

/** Checks `everloot_plan`: how much data there is, and what can be used. */
export const checkPlan: ToolCheck = async (ground) => {
  const { answer, text } = await ground.ask('everloot_plan');
  const { connected, dataAsOf, build, rows, counts, attribution } = answer;
  const { corpus, drops, edges, market } = ground.counted;
  const expected = {
    uploads: corpus.uploads,
    records: corpus.total,
    rates: drops.rates.size,
    measuredZeros: drops.zeros.size,
    queued: drops.queued,
    observedEdges: edges.size,
    clientEdges: countClientEdges(ground),
    items: tableOf(ground, 'Item').length,
    realms: new Set([...market.newest.keys()].map((key) => key.slice(0, key.indexOf('|')))).size,
  };
  assert.deepEqual(counts, expected, 'counts of the plan');
  assert.deepEqual([connected, build], [true, basename(ground.tables).replace(/^client-/, '')]);
  const newestMs = Math.max(...ground.kept.slice(-1000).map(({ receivedMs }) => receivedMs));
  assert.ok(Date.parse(dataAsOf) >= newestMs, `dataAsOf ${dataAsOf}`);
  const base = attribution.source.slice(0, -1);
  const there: Readonly<Record<string, number>> = {
    feed: corpus.total,
    drop_rates: drops.rates.size + drops.zeros.size,
    market: expected.realms,
  };
  const shown = rows.map(({ area, status, url }: Record<string, string>) => ({ area, status, url }));
  const should = Object.entries(AREAS).map(([area, path]) => ({
    area,
    status: there[area] === 0 ? 'waiting' : 'live',
    url: `${base}${path}`,
  }));
  const byArea = (a: { area: string }, b: { area: string }): number => (a.area < b.area ? -1 : 1);
  assert.deepEqual(shown.sort(byArea), should.sort(byArea), 'areas of the plan');
  for (const [what, count] of Object.entries(expected)) assert.ok(text.includes(` ${count}`), `the text tells ${what}`);
  return Object.keys(expected).length + 2 * should.length + 2;
};
