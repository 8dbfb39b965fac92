import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, lot } from '../support/subjects.ts';
import { hadMoney, listedGuild, type Seen, saw, scanned } from '../support/verbs.ts';
import { world } from '../support/world.ts';

const LEAF = item(5, 'Leaf');
const LONG = 'Abcdefghij'.repeat(4);
const NOW = new Date(Date.now() - 60_000).toISOString();

// biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints
type Answer = any;

interface Sent {
  readonly region?: number;
  readonly grant?: string;
}

/** Sends an upload as the addon of one install does. */
async function send(url: string, install: string, { region, grant }: Sent, ...seen: readonly Seen[]): Promise<Answer> {
  const response = await fetch(`${url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      addonVersion: '1',
      ...(region === undefined ? {} : { region }),
      ...(grant === undefined ? {} : { sharing: { guild: true, gold: true }, grantTokens: [grant] }),
      records: world()
        .install(`regions-${install}`, { at: NOW })
        .reported(...seen)
        .records(),
    }),
  });
  assert.ok(response.status === 200 || response.status === 422);
  return response.json();
}

/** Lets each of these installs scan the auction house of a realm, where item 5 costs this much. */
async function scan(url: string, installs: readonly string[], sent: Sent, realm: string, price: number) {
  for (const install of installs) await send(url, install, sent, saw(LEAF), scanned(realm, [lot(LEAF, price)]));
}

test('realms of one name in two regions have their own prices, boards and ledgers', () =>
  inTempDir(async (dataDir) => {
    const job = async (...words: string[]) => {
      const { code, stdout, stderr } = await runJobHere(dataDir, words);
      assert.equal(code, 0, stderr);
      return stdout.trim();
    };
    const instance = await startInstanceHere({ dataDir });
    const { url } = instance;
    const get = async (path: string): Promise<Answer> => {
      const response = await fetch(url + path);
      assert.equal(response.status, 200, path);
      return response.json();
    };
    const text = async (path: string): Promise<string> => (await fetch(url + path)).text();
    const tool = async (name: string, query: object): Promise<Answer> =>
      get(`/api/tools/${name}?${new URLSearchParams(query as Record<string, string>)}`);
    const prices = async (realm: string): Promise<Answer> => {
      const body = await get(`/api/market/prices?${new URLSearchParams({ realm })}`);
      return [body.realm, body.items[0]?.[1], body.items[0]?.[6], body.otherRealms];
    };
    try {
      // The row of the table: two regions, three players each. One more of the second region decides the bare name.
      await scan(url, ['u1', 'u2', 'u3'], { region: 1 }, 'Living Flame', 10_000);
      await scan(url, ['e1', 'e2', 'e3', 'e4'], { region: 3 }, 'Living Flame', 90_000);
      // A mark in the name wins over the region, whatever its case and spacing.
      await scan(url, ['f1'], { region: 3 }, 'Foo (US)', 7);
      await scan(url, ['f2'], {}, 'foo(us)', 7);
      await scan(url, ['f3'], { region: 1 }, 'Foo', 7);
      // Uploads of an earlier release beside new ones, and three installs that lie about their region.
      await scan(url, ['o1', 'o2', 'o3'], {}, 'Whitemane', 50);
      await scan(url, ['w1', 'w2', 'w3', 'w4'], { region: 1 }, 'Whitemane', 60);
      await scan(url, ['l1', 'l2', 'l3'], { region: 5 }, 'Whitemane', 1);
      await scan(url, ['n1', 'n2', 'n3'], { region: 3 }, LONG, 8);
      const anyRegion = await job('grant', 'issue', '--category', 'guild,gold', '--realm', 'Living Flame');
      const european = await job('grant', 'issue', '--category', 'gold', '--realm', 'living flame (eu)');
      const inRealm = { realm: 'Living Flame' };
      await send(url, 'g1', { region: 1, grant: anyRegion }, listedGuild(inRealm), hadMoney(5, inRealm));
      await send(url, 'g2', { region: 3, grant: anyRegion }, listedGuild(inRealm));
      await send(url, 'g3', { region: 3, grant: european }, hadMoney(7, inRealm));
      const american = await send(url, 'g4', { region: 1, grant: european }, hadMoney(9, inRealm));
      assert.equal(american.rejected[0].code, 'grant-not-covering');
      await job('snapshot');

      assert.deepEqual(await prices('Living Flame (US)'), ['Living Flame (US)', 10_000, 3, undefined]);
      assert.deepEqual(await prices('living flame (eu)'), ['Living Flame (EU)', 90_000, 4, undefined]);
      assert.deepEqual(await prices('Living Flame'), ['Living Flame (EU)', 90_000, 4, ['Living Flame (US)']]);
      assert.deepEqual(await prices('Foo'), ['Foo (US)', 7, 3, undefined]);
      assert.deepEqual(await prices('Whitemane'), ['Whitemane', 50, 3, ['Whitemane (US)', 'Whitemane (CN)']]);
      assert.deepEqual(await prices('Whitemane (US)'), ['Whitemane (US)', 60, 4, undefined]);
      const shown = `${LONG.slice(0, 35)} (EU)`;
      for (const asked of [shown, `${LONG} (EU)`, LONG])
        assert.deepEqual(await prices(asked), [shown, 8, 3, undefined]);
      assert.equal((await fetch(`${url}/api/market/prices?realm=${LONG}x`)).status, 400);
      assert.deepEqual((await get('/api/market/prices')).realms, [
        ...[shown, 'Foo (US)', 'Living Flame (EU)', 'Living Flame (US)'],
        ...['Whitemane', 'Whitemane (CN)', 'Whitemane (US)'],
      ]);

      const value = await tool('market_value', { itemId: 5, realm: 'living flame' });
      assert.deepEqual(
        [value.answer.page.value.realm, value.answer.page.value.market, value.answer.page.otherRealms],
        ['Living Flame (EU)', 90_000, ['Living Flame (US)']],
      );
      assert.match(value.text, /Other realms with this name: "Living Flame \(US\)"\./);
      const board = (await tool('guild_board', { guild: 'witnesses', realm: 'Living Flame' })).answer.page;
      assert.deepEqual([board.realm, board.otherRealms], ['Living Flame (EU)', ['Living Flame (US)']]);
      const ledger = async (realm: string): Promise<Answer> =>
        (await tool('gold_ledger', { character: 'anna', realm })).answer.page;
      assert.deepEqual((await ledger('Living Flame (US)')).ledgers[0].peakCopper, 5);
      assert.deepEqual((await ledger('Living Flame (EU)')).ledgers[0].peakCopper, 7);

      const question = await tool('search', { query: 'how much is leaf on living flame' });
      assert.match(question.text, /Other realms with this name: "Living Flame \(US\)"\.\n.*on "Living Flame \(EU\)"/);
      const suggested = await get('/api/suggest?q=living');
      assert.deepEqual(
        suggested.rows.map(({ name }: Answer) => name),
        ['Living Flame (EU)', 'Living Flame (US)'],
      );

      const page = await text('/market/Living%20Flame');
      assert.match(page, /<h1><bdi>Living Flame \(EU\)<\/bdi><\/h1>/);
      assert.match(page, /Other realms with this name: <a href="\/market\/Living%20Flame%20\(US\)">/);
      assert.match(
        await text('/item/5?realm=living%20flame'),
        /Other realms with this name: <a href="\/item\/5\?realm=/,
      );
      assert.match(await text('/feeds/realm/Living%20Flame.atom'), /<title>[^<]*Living Flame \(EU\)/);

      const { records } = await get('/api/corpus/public?kinds=auction_scan,guild_snapshot,item_seen');
      const regions = (realm: string | undefined): readonly unknown[] =>
        records.filter((row: Answer) => row.realm === realm).map(({ region }: Answer) => region ?? null);
      assert.deepEqual(regions('Living Flame').toSorted(), [1, 1, 1, 1, 3, 3, 3, 3, 3]);
      assert.deepEqual(regions('Foo (US)'), [3]);
      assert.deepEqual(new Set(regions(undefined)), new Set([null]));

      await job('rebuild');
      assert.deepEqual(await prices('Living Flame'), ['Living Flame (EU)', 90_000, 4, ['Living Flame (US)']]);
      await job('export');
      const list = await text('/export/lists/market.csv');
      assert.match(list, /Living Flame \(US\),,5,[-0-9]+,10000,/);
      assert.match(await job('verify'), /every public figure follows from them/);
      assert.match(await job('verify-public', url), /market/);
    } finally {
      await instance.stop();
    }
  }));
