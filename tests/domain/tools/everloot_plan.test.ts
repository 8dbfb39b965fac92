import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEdgeSubject } from '../../../domain/families/edges.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { itemRate } from '../../support/item_rate.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

interface Row {
  readonly area: string;
  readonly status: string;
  readonly how: string;
  readonly url: string;
}

async function statuses(on: ToolWorld): Promise<Readonly<Record<string, string>>> {
  const { answer } = await on.ask('everloot_plan');
  return Object.fromEntries(answer.rows.map(({ area, status }: Row) => [area, status]));
}

const ALWAYS = { tools: 'live', mcp: 'live', uploads: 'live', grants: 'live', docs: 'live' };
const WAITING = {
  feed: 'waiting',
  drop_rates: 'waiting',
  edges: 'waiting',
  items: 'waiting',
  market: 'waiting',
  hover_cards: 'waiting',
  knowledge: 'waiting',
};

const UNKNOWN = {
  uploads: null,
  records: null,
  rates: null,
  measuredZeros: null,
  queued: null,
  observedEdges: null,
  clientEdges: null,
  items: null,
  realms: null,
};

test('before the first snapshot, areas that need data are waiting and every count is unknown', async () => {
  const on = createToolWorld({ exports: async () => 'none' });
  assert.deepEqual(await statuses(on), { ...ALWAYS, ...WAITING, keys: 'live', exports: 'waiting' });
  const { answer, text } = await on.ask('everloot_plan');
  assert.deepEqual(answer.counts, UNKNOWN);
  assert.deepEqual([answer.connected, answer.dataAsOf, answer.build], [false, null, null]);
  assert.match(text, /is writing its first snapshot, so nothing is known yet, which does not mean zero/);
  assert.match(text, /No data yet\./);
  assert.ok(text.split('\n').length <= 25);
});

test('the description of the feed says what is removed and changed', async () => {
  const { answer } = await createToolWorld().ask('everloot_plan');
  const { how } = answer.rows.find(({ area }: Row) => area === 'feed');
  assert.doesNotMatch(how, /as it was sent/);
  for (const said of ['without install ids', 'keyed digests', 'composed (NFC)', 'loot reports that only guess']) {
    assert.ok(how.includes(said), `${said}: ${how}`);
  }
});

test('an area is live once it has data, and the counts are those of the snapshot', async () => {
  const on = createToolWorld();
  const edge = { installs: 3, firstSeen: '2026-01-01', lastSeen: '2026-01-02' };
  const source = (id: number, isPublic: boolean) => ({
    source: { type: 'npc' as const, id },
    public: isPublic,
    kills: 9,
    reporters: 3,
    topWindows: 4,
    measuredZero: false,
    items: isPublic ? [itemRate(1, 2, 9), itemRate(2, 3, 9)] : [],
  });
  const zero = { ...source(7, true), measuredZero: true, items: [] };
  const value = { market: 1, min: 1, quantity: 1, reporters: 3 };
  await on.write({
    corpus: [{ kind: 'loot', rows: ['{}', '{}', '{}'] }],
    drops: [source(5, true), source(6, true), zero],
    edges: ['sold_by:item:npc:25:6', 'sold_by:item:npc:26:6'].map((subject) => ({
      name: parseEdgeSubject(subject),
      edge,
    })),
    market: [{ subject: { realmKey: 'everlook', itemId: 5, day: 20_000 }, houses: [{ house: '', value }] }],
  });
  await on.write({
    corpusWithdrawals: [{ kind: 'loot', place: 1 }],
    drops: [source(6, false)],
    edges: [{ name: parseEdgeSubject('sold_by:item:npc:25:6'), edge: null }],
  });
  const { items: _items, ...observed } = WAITING;
  const live = Object.fromEntries(Object.keys(observed).map((area) => [area, 'live']));
  assert.deepEqual(await statuses(on), { ...ALWAYS, ...live, items: 'waiting', keys: 'live', exports: 'live' });
  const { answer, text } = await on.ask('everloot_plan');
  assert.deepEqual(answer.counts, {
    uploads: 1,
    records: 2,
    rates: 2,
    measuredZeros: 1,
    queued: 6,
    observedEdges: 1,
    clientEdges: null,
    items: null,
    realms: 1,
  });
  assert.match(text, /Raw feed \(live\): .* https:\/\/example\.test\/api\/corpus\/public\n/);
  assert.match(text, /No build of the game has been imported here/);
});

test('with only a build, its items and relations are known and nothing observed is', async () => {
  const on = createToolWorld();
  await importPieces(on.writer, piecesOf([gameItem(1), gameItem(2)]));
  const { answer, text } = await on.ask('everloot_plan');
  assert.deepEqual(answer.counts, { ...UNKNOWN, clientEdges: 0, items: 2 });
  assert.equal(answer.connected, false);
  assert.notEqual(answer.build, null);
  const now = await statuses(on);
  assert.deepEqual([now['items'], now['knowledge'], now['edges'], now['feed']], ['live', 'live', 'waiting', 'waiting']);
  assert.match(text, /Build of the game’s files: "/);
});

test('an area that is switched off says so, and unreachable exports do not look empty', async () => {
  const on = createToolWorld({ keys: false, selfGrants: true, exports: async () => 'unreachable' });
  const { answer } = await on.ask('everloot_plan');
  const row = (area: string): Row => answer.rows.find((one: Row) => one.area === area);
  assert.equal(row('keys').status, 'off');
  assert.match(row('keys').how, /switched off/);
  assert.match(row('grants').how, /may issue its own for gear, gold and collection/);
  assert.equal(row('exports').status, 'waiting');
  assert.match(row('exports').how, /cannot be read just now/);
  assert.match((await on.refusal('everloot_plan', 'area=feed')).error, /may have no|may only have|area/);
});
