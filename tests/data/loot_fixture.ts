import { readFileSync } from 'node:fs';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import type { DropsAnswer } from '../support/client.ts';

/** Returns the folder of real data. The command fails if it is not set. */
export function dataFolder(): string {
  const folder = process.env['TW_TEST_DATA'];
  if (folder === undefined || folder === '') {
    throw new Error('TW_TEST_DATA must name the folder of test data; it is not set.');
  }
  return folder;
}

export interface Expected {
  readonly totals: {
    readonly records: number;
    readonly withoutEvidence: number;
    readonly publicSources: number;
    readonly publicRates: number;
    readonly measuredZeros: number;
    readonly queuedRatesPlusZeros: number;
  };
  readonly sources: Readonly<
    Record<string, Readonly<Record<string, { kills: number; reporters: number; drops: Record<string, number> }>>>
  >;
}

export function fixtureRecords(): object[] {
  return gunzipSync(readFileSync(`${dataFolder()}/loot-fixture/records.ndjson.gz`))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
}

export function expectedDrops(): Expected {
  return JSON.parse(readFileSync(`${dataFolder()}/loot-fixture/expected.json`, 'utf8')) as Expected;
}

/** Returns the public facts in `expected.json` as sorted texts. */
export function factsOf(expected: Expected): string[] {
  const facts: string[] = [];
  for (const [type, sources] of Object.entries(expected.sources)) {
    for (const [id, { kills, reporters, drops }] of Object.entries(sources)) {
      if (reporters < 3) continue;
      const items = Object.entries(drops);
      for (const [item, count] of items) facts.push(`${type} ${id} item ${item}: ${count}/${kills} by ${reporters}`);
      if (items.length === 0) facts.push(`${type} ${id} zero: ${kills} by ${reporters}`);
    }
  }
  return facts.sort();
}

/** Returns the facts on the pages that an instance answered, as sorted texts. */
export function factsOfPages(pages: readonly DropsAnswer[]): string[] {
  const source = (row: { sourceNpcId?: number; sourceObjectId?: number }) =>
    row.sourceNpcId !== undefined ? `npc ${row.sourceNpcId}` : `object ${row.sourceObjectId}`;
  return pages
    .flatMap((page) => [
      ...page.rates.map((row) => `${source(row)} item ${row.itemId}: ${row.drops}/${row.kills} by ${row.reporters}`),
      ...page.measuredZeros.map((row) => `${source(row)} zero: ${row.kills} by ${row.reporters}`),
    ])
    .sort();
}
