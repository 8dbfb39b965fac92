import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { nodeDigest } from '../../../adapters/digest.ts';
import { buildFeedRow, createFeedRules, KINDS_WITH_REALM } from '../../../domain/snapshot/feed.ts';
import { FEED_RECORDS } from '../../../schema/feed_records.ts';
import { PUBLIC_KINDS, RECORD_KINDS } from '../../../schema/record_kinds.ts';
import { character, item, lot } from '../../support/subjects.ts';
import * as they from '../../support/verbs.ts';
import { FEED_KEY, kept, listedUploads, publish, published, type Sketch, snap, withStores } from './support.ts';

const LEAF = item(5);

/** These installs, whose uploads name this region or none, scanned item 5 at this price. */
function scans(installs: readonly number[], region: number | null, price: number, realm = 'Living Flame'): Sketch[] {
  return installs.map((install) => ({ ...of(install, region), ...they.scanned(realm, [lot(LEAF, price)]) }));
}

function of(install: number, region: number | null) {
  return { install, ...(region === null ? {} : { client: { region } }) };
}

/** Returns the market value of item 5 on each realm, with the number of reporters. */
async function valuesOf(reports: readonly Sketch[]): Promise<Readonly<Record<string, readonly number[]>>> {
  return withStores(async (on) => {
    await publish(on, reports);
    const { market } = await published(on.store);
    const realms = Object.entries(market) as [string, readonly { market: number; reporters: number }[]][];
    return Object.fromEntries(
      realms.flatMap(([name, [value]]) =>
        value === undefined ? [] : [[name.trim(), [value.market, value.reporters]]],
      ),
    );
  });
}

test('realms of one name in two regions have their own values', async () => {
  const values = await valuesOf([...scans([1, 2, 3], 1, 10_000), ...scans([4, 5, 6], 3, 90_000)]);
  assert.deepEqual(values, { 'Living Flame (US)': [10_000, 3], 'Living Flame (EU)': [90_000, 3] });
});

test('uploads without a region, or with an unknown one, are of another realm than those with one', async () => {
  const old = [...scans([1, 2], null, 50), ...scans([3], 41, 50)];
  const values = await valuesOf([...old, ...scans([4, 5, 6], 3, 90)]);
  assert.deepEqual(values, { 'Living Flame': [50, 3], 'Living Flame (EU)': [90, 3] });
});

test('a mark in the name wins over the region of the upload, in any case and spacing', async () => {
  const values = await valuesOf([
    ...scans([1], 3, 10, 'Foo (US)'),
    ...scans([2], null, 20, 'foo(us)'),
    ...scans([3], 1, 30, 'Foo'),
    ...scans([4], 1, 40, 'FOO  (Us)'),
  ]);
  assert.deepEqual(values, { 'Foo (US)': [25, 4] });
});

test('one install of another region changes nothing, and two publish nothing', async () => {
  const honest = scans([1, 2, 3, 4], 3, 90);
  for (const liars of [[5], [5, 6]]) {
    assert.deepEqual(await valuesOf([...honest, ...scans(liars, 1, 1)]), { 'Living Flame (EU)': [90, 4] });
  }
});

test('installs that lie about their region make a realm of their own, and leave the true one', async () => {
  for (const count of [3, 10, 20]) {
    const liars = Array.from({ length: count }, (_, i) => 10 + i);
    const values = await valuesOf([...scans([1, 2, 3, 4], 3, 90), ...scans(liars, 2, 1)]);
    assert.deepEqual(values, { 'Living Flame (EU)': [90, 4], 'Living Flame (KR)': [1, count] });
  }
});

test('a player whose client reports another region for a while has a vote on both realms and on neither twice', async () => {
  const moved = [...scans([3], 1, 50), ...scans([3], 3, 90)];
  const values = await valuesOf([...scans([1, 2], 1, 50), ...moved, ...scans([4, 5], 3, 90)]);
  assert.deepEqual(values, { 'Living Flame (US)': [50, 3], 'Living Flame (EU)': [90, 3] });
});

test('a name that no database could hold with its mark has none, and stops no snapshot', async () => {
  const name = 'ﬃ'.repeat(40);
  assert.deepEqual(await valuesOf(scans([1, 2, 3], 3, 7, name)), { [name]: [7, 3] });
});

test('population, boards and ledgers belong to the realm of the region', () =>
  withStores(async (on) => {
    const people = [1, 3].flatMap((region) =>
      [0, 1, 2].map(
        (n): Sketch => ({ ...of(10 * region + n, region), ...they.metPlayers('Living Flame', character(region)) }),
      ),
    );
    const granted = [
      { ...of(1, 1), grants: [1], ...they.listedGuild({ realm: 'Living Flame' }) },
      { ...of(2, 3), grants: [1], ...they.listedGuild({ realm: 'Living Flame' }) },
      { ...of(1, 1), grants: [1], ...they.hadMoney(5, { realm: 'Living Flame' }) },
      { ...of(2, null), grants: [1], ...they.hadMoney(7, { realm: 'Living Flame' }) },
    ];
    // Figures about people are of the days before the newest upload.
    const nextDay = { install: 9, upload: 100_000, ...they.saw(LEAF) };
    await publish(on, [...people, ...granted, nextDay]);
    const { facts } = await published(on.store);
    const subjects = (family: string): readonly string[] =>
      Object.keys(facts)
        .filter((key) => key.startsWith(`${family} `))
        .map((key) => key.slice(family.length + 1));
    assert.deepEqual(subjects('population'), ['*', 'living flame (eu)', 'living flame (us)']);
    assert.deepEqual(subjects('guild_boards'), ['living flame (eu)\nwitnesses', 'living flame (us)\nwitnesses']);
    assert.deepEqual(subjects('gold_ledgers'), ['living flame\nanna', 'living flame (us)\nanna']);
    assert.deepEqual(facts['guild_boards living flame (eu)\nwitnesses'], {
      ...(facts['guild_boards living flame (us)\nwitnesses'] as object),
      guild: { guildName: 'Witnesses', realm: 'Living Flame (EU)' },
    });
  }));

test('the installs that reported a realm are counted by the day of their newest report', () =>
  withStores(async (on) => {
    const at = (day: string, ...reports: readonly Sketch[]) =>
      reports.map((one) => ({ ...one, at: `${day}T10:00:00Z` }));
    const records = kept([
      ...at('2025-12-20', ...scans([1, 2, 3, 4, 5, 6], 3, 9)),
      ...at('2026-01-05', ...scans([1, 2, 3], 3, 9)),
      ...at('2026-01-08', ...scans([1], 3, 9), { ...of(4, 3), ...they.plays('living flame', character(1)) }),
      ...at('2026-01-09', ...scans([1, 2], 1, 9)),
    ]);
    assert.ok((await snap(on, listedUploads(records))).ok);
    const { facts } = await published(on.store);
    const day = (text: string): number => Date.parse(text) / 86_400_000;
    assert.deepEqual(facts['realm_reporters living flame (eu)'], { reporters: [[day('2026-01-05'), 4]] });
    assert.equal(facts['realm_reporters living flame (us)'], undefined);
  }));

function rowOf(sketch: Sketch): Readonly<Record<string, unknown>> {
  return JSON.parse(buildFeedRow(kept([sketch])[0]!, createFeedRules(nodeDigest, FEED_KEY, 'exact')).text);
}

test('feed rows have the region that the upload named, beside the realm as it was sent', () => {
  const row = rowOf(scans([1], 3, 9)[0]!);
  assert.deepEqual([row['realm'], row['region'], Object.keys(row).at(-1)], ['Living Flame', 3, 'region']);
  assert.equal(rowOf(scans([1], 41, 9)[0]!)['region'], 41);
  assert.ok(!('region' in rowOf(scans([1], null, 9)[0]!)));
  assert.ok(!('region' in rowOf({ ...of(1, 3), ...they.saw(LEAF) })));
  const gold = rowOf({ ...of(1, 3), grants: [9], ...they.hadMoney(5) });
  assert.deepEqual(Object.keys(gold).slice(-2), ['region', 'grant']);
  assert.ok(v.safeParse(FEED_RECORDS['gold_snapshot']!, gold).success);
});

test('exactly the rows of kinds with a realm can have a region', () => {
  const withRealm = PUBLIC_KINDS.filter((kind) => 'realm' in RECORD_KINDS.get(kind)!.fields);
  assert.deepEqual([...KINDS_WITH_REALM].sort(), [...withRealm].sort());
});
