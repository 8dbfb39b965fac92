import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shiftedBy } from '../realm/stage.ts';
import type { Receipt } from '../support/client.ts';
import { type Instance, inTempDir, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import * as they from '../support/verbs.ts';
import { good, item, items, lot, type Npc, npc, recipe, type Seen, stack } from '../support/world.ts';

/**
 * A running instance of Forever with 50 honest installs or fewer, and with players of another game or region, buyers
 * with a reputation, players who only met few circumstances, and three installs that lie together. Every published
 * figure must be the true one, or say that it cannot tell. Each row has ids of its own, so that all fit into one
 * instance.
 */

/** The instance and this process, which runs the commands, begin at this time. */
const NOW_MS = Date.parse('2026-11-28T12:00:00Z');
const SHIFT_MS = NOW_MS - Date.now();
const readClock = Date.now;
Date.now = () => readClock() + SHIFT_MS;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const FOREVER = '1.60.1.70790';

interface Circumstances {
  readonly atMs?: number;
  readonly clientBuild?: string;
  readonly locale?: string;
  readonly season?: number;
  readonly region?: number;
}

const uploads: object[] = [];

/** Lets each of these installs send the reports in one upload. */
function report(
  installs: readonly string[],
  tell: (install: number) => readonly Seen[],
  { atMs = NOW_MS - HOUR_MS, clientBuild = FOREVER, ...circumstances }: Circumstances = {},
): void {
  for (const [at, installId] of installs.entries()) {
    const records = tell(at).map(({ kind, fields }, n) => ({
      kind,
      installId,
      eventId: `upload-${uploads.length}-${n}`,
      capturedAt: new Date(atMs + n).toISOString(),
      ...fields,
    }));
    uploads.push({ addonVersion: '1.0.0', protocol: '1.5.0', clientBuild, ...circumstances, records });
  }
}

function installs(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${name}-install-${n}`);
}

/** Loot windows on a creature, of which the first `drops` hold the item. */
function windows(creature: Npc, count: number, itemId: number, drops: number, more: object = {}): readonly Seen[] {
  return Array.from({ length: count }, (_, n) => {
    const { kind, fields } = they.looted(creature, ...(n < drops ? items(itemId) : []));
    return { kind, fields: { ...fields, ...more } };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints, read loosely
type Json = any;

let instance: Instance;
let stop = (): void => {};
let stopped: Promise<void>;

async function json(path: string): Promise<Json> {
  return (await fetch(instance.url + path)).json();
}

/** Returns the page of a tool's answer, or null if nothing is public. */
async function pageOf(tool: string, query: Readonly<Record<string, string | number>>): Promise<Json> {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return (await json(`/api/tools/${tool}?${params}`)).answer?.page ?? null;
}

/** Returns the words of a page of the site, without its markup. */
async function wordsOn(path: string): Promise<string> {
  const text = await (await fetch(instance.url + path)).text();
  return text
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

async function send(upload: object): Promise<{ status: number; receipt: Receipt }> {
  const response = await fetch(`${instance.url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(upload),
  });
  return { status: response.status, receipt: (await response.json()) as Receipt };
}

before(async () => {
  await new Promise<void>((resolve, reject) => {
    stopped = inTempDir(async (dataDir) => {
      const env = { TW_GAME: 'forever', NODE_OPTIONS: shiftedBy(SHIFT_MS) };
      instance = await startInstance({ dataDir, env });
      try {
        for (const upload of uploads) {
          const { status, receipt } = await send(upload);
          assert.deepEqual([status, receipt.rejected], [200, []], JSON.stringify(receipt));
        }
        for (const command of ['snapshot', 'export']) {
          const { code, stderr } = await runJobHere(dataDir, [command], env);
          assert.equal(code, 0, stderr);
        }
        await new Promise<void>((end) => {
          stop = end;
          resolve();
        });
      } finally {
        await instance.kill();
      }
    });
    stopped.catch(reject);
  });
});

after(async () => {
  stop();
  await stopped;
});

/** Sends what `prepare` reports before the snapshot, and checks the answers afterwards. */
function row(what: string, prepare: () => void, check: () => Promise<void>): void {
  prepare();
  test(what, check);
}

async function rateOf(creature: Npc, itemId: number): Promise<Json> {
  const { rates } = await json(`/api/rollups/drops?npc=${creature.id}`);
  return rates.find((one: Json) => one.itemId === itemId);
}

/** Asserts that a published rate is near the true one, and that its interval holds it. */
function assertRate({ estimate, estimateLow, estimateHigh }: Json, truth: number, points: number): void {
  const shown = `${estimate} (${estimateLow} to ${estimateHigh})`;
  assert.ok(Math.abs(estimate - truth) < points / 100, shown);
  assert.ok(estimateLow <= truth && truth <= estimateHigh, shown);
}

const TWO_GAMES = npc(1001, 'Beast of Two Games');
const VENDOR = npc(1002, 'Vendor of Two Games');

row(
  'players of Era and of Forever are not averaged: the instance of Forever says what Forever has',
  () => {
    const play = (drops: number, price: number, level: number) => (): readonly Seen[] => [
      ...windows(TWO_GAMES, 20, 1011, drops),
      they.met(TWO_GAMES, { level }),
      they.visitedVendor(VENDOR, good(item(1012), price)),
    ];
    report(installs('era', 4), play(2, 100, 10), { clientBuild: '1.15.8.67156' });
    report(installs('forever', 4), play(18, 250, 14));
  },
  async () => {
    assertRate(await rateOf(TWO_GAMES, 1011), 0.9, 7);
    const { levels } = await pageOf('npc_page', { npcId: TWO_GAMES.id });
    assert.deepEqual([levels.min, levels.max], [14, 14]);
    const { soldBy } = await pageOf('item_page', { itemId: 1012 });
    assert.deepEqual(
      soldBy.rows[0].prices.map(({ value }: Json) => value),
      [250],
    );
    const { status, receipt } = await send({
      addonVersion: '1.0.0',
      protocol: '1.5.0',
      clientBuild: '1.15.8.67156',
      season: 0,
      records: [{ kind: 'loot', installId: 'era-install-9', capturedAt: new Date(NOW_MS).toISOString(), items: [] }],
    });
    assert.equal(status, 422);
    assert.match(JSON.stringify(receipt), /other-game/);
  },
);

row(
  'realms of two regions with one name are two realms',
  () => {
    const scan = (price: number) => () => [they.scanned('Living Flame', [lot(item(1021), price, 5)])];
    report(installs('america', 3), scan(10_000), { region: 1 });
    report(installs('europe', 3), scan(90_000), { region: 3 });
  },
  async () => {
    const marketOn = (realm: string) => pageOf('market_value', { itemId: 1021, realm });
    assert.equal((await marketOn('Living Flame (US)')).value.market, 10_000);
    assert.equal((await marketOn('Living Flame (EU)')).value.market, 90_000);
    const { otherRealms } = await json('/api/market/prices?realm=Living%20Flame');
    assert.match(otherRealms.join(), /^Living Flame \((?:US|EU)\)$/, 'a name without a region means one of both');
  },
);

const SMELTING = recipe(1031, 'Smelt the Ore of Two Houses', 'Smelting of Two Houses');

row(
  'the neutral house does not set the price of a faction’s house',
  () => {
    const craft = (skill: number, difficulty: 'optimal' | 'medium' | 'easy' | 'trivial') =>
      they.sawDifficulty(SMELTING, { skill, difficulty, itemId: 1033, reagents: [stack(item(1032))] });
    report(installs('houses', 3), () => [
      they.scanned('Stitches', [lot(item(1032), 70_000, 5)], { house: 'Alliance' }),
      they.scanned('Stitches', [lot(item(1032), 1)], { house: 'Neutral', scanId: 'scan-2' }),
      ...[craft(1, 'optimal'), craft(49, 'optimal'), craft(50, 'medium')],
      ...[craft(69, 'medium'), craft(70, 'easy'), craft(89, 'easy'), craft(90, 'trivial')],
    ]);
  },
  async () => {
    const { value } = await pageOf('market_value', { itemId: 1032, realm: 'Stitches' });
    assert.deepEqual([value.market, value.min], [70_000, 70_000]);
    const path = await pageOf('profession_path', {
      profession: SMELTING.profession,
      from: 1,
      to: 11,
      realm: 'Stitches',
    });
    assert.equal(path.shoppingCopper, 700_000);
  },
);

const QUEST_BEAST = npc(1041);

row(
  'three windows marked with an invented quest do not replace those of fifty installs',
  () => {
    report(installs('quest', 50), (n) => windows(QUEST_BEAST, 12, 1042, n % 8 === 0 ? 7 : 6));
    report(installs('quest-liar', 3), () => [they.lootedOnQuest(QUEST_BEAST, 999_999, item(1042))]);
  },
  async () => assertRate(await rateOf(QUEST_BEAST, 1042), 0.51, 4),
);

const [BOSS, SOLOED] = [npc(1051), npc(1061)];

row(
  'thirty windows of three installs that say they were alone do not replace those of fifty raids',
  () => {
    report(installs('raid', 50), () => windows(BOSS, 20, 1052, 2, { group: 'raid' }));
    report(installs('raid-liar', 3), () => windows(BOSS, 10, 1052, 10, { group: 'solo' }));
  },
  async () => assertRate(await rateOf(BOSS, 1052), 0.1, 2),
);

row(
  'two honest players who were alone once, and one liar, do not hide the rate of the raids',
  () => {
    report(installs('soloed', 50), (n) => [
      ...windows(SOLOED, 20, 1062, 2, { group: 'raid' }),
      ...(n < 2 ? windows(SOLOED, 1, 1062, 0, { group: 'solo' }) : []),
    ]);
    report(installs('soloed-liar', 1), () => windows(SOLOED, 30, 1062, 30, { group: 'solo' }));
  },
  async () => {
    assertRate(await rateOf(SOLOED, 1062), 0.1, 2);
    assert.doesNotMatch(await wordsOn(`/npc/${SOLOED.id}`), /too uncertain to say/i);
  },
);

row(
  'a price that three installs pay with the least reputation does not replace that of fifty',
  () => {
    const pay = (price: number, more: object) => (): readonly Seen[] => {
      const { kind, fields } = they.visitedVendor(npc(1071), good(item(1072), price));
      return [{ kind, fields: { ...fields, ...more } }];
    };
    report(installs('price', 50), pay(1_000, {}));
    report(installs('price-liar', 3), pay(1, { standing: 4 }));
  },
  async () => {
    const { soldBy } = await pageOf('item_page', { itemId: 1072 });
    assert.deepEqual(
      soldBy.rows[0].prices.map(({ value }: Json) => value),
      [1_000],
    );
  },
);

row(
  'scans dated ahead of their receipt do not hide the day that eight players reported',
  () => {
    const scan = (price: number) => () => [they.scanned('Whitemane', [lot(item(1081), price, 5)])];
    report(installs('today', 8), scan(100));
    report(installs('ahead', 3), scan(499_900), { atMs: NOW_MS + 23 * HOUR_MS });
  },
  async () => {
    const { value } = await pageOf('market_value', { itemId: 1081, realm: 'Whitemane' });
    assert.deepEqual([value.market, value.day], [100, '2026-11-28']);
    const { items: prices } = await json('/api/market/prices?realm=Whitemane');
    assert.deepEqual(prices, [[1081, 100, 100, 100, 5, '2026-11-28', 11]]);
  },
);

row(
  'scans dated back to days without scans do not change the price of the last sixty days',
  () => {
    const scan = (price: number, scanId: string) => [they.scanned('Mankrik', [lot(item(1091), price, 5)], { scanId })];
    for (const days of [0, 1]) {
      report(installs('scans', 5), () => scan(100, `scan-${days}`), { atMs: NOW_MS - HOUR_MS - days * DAY_MS });
    }
    for (let days = 10; days < 56; days++) {
      report(installs('back', 3), () => scan(777_777, `scan-${days}`), { atMs: NOW_MS - days * DAY_MS });
    }
  },
  async () => {
    const { value } = await pageOf('market_value', { itemId: 1091, realm: 'Mankrik' });
    assert.deepEqual([value.market, value.historical], [100, 100]);
  },
);

row(
  'the name on which thirty German clients agree is not replaced by that of three English ones',
  () => {
    report(installs('german', 30), () => [they.saw(item(1101, 'Stein der Dreissig'))], { locale: 'deDE' });
    report(installs('english', 3), () => [they.saw(item(1101, 'Stone of Three'))], { locale: 'enUS' });
  },
  async () => {
    const { name } = await pageOf('item_page', { itemId: 1101 });
    assert.deepEqual([name.value, name.locale], ['Stein der Dreissig', 'deDE']);
    assert.match(await wordsOn(`/item/1101`), /Stein der Dreissig/);
    assert.match(JSON.stringify(await json('/api/tools/search_knowledge?query=Stone%20of%20Three')), /1101/);
  },
);

const FEW = npc(1111);

row(
  'one of five installs with 18 finds in 20 windows hardly moves a rate of 25%',
  () => {
    report(installs('few', 4), () => windows(FEW, 12, 1112, 3));
    report(installs('few-liar', 1), () => windows(FEW, 20, 1112, 18));
  },
  async () => assertRate(await rateOf(FEW, 1112), 0.25, 4),
);

const REPUTABLE = npc(1121, 'Reputable Vendor');

row(
  'the price without a discount leads, and the discounted one is shown with its reputation',
  () => {
    const pay = (priceCopper: number, standing: number) => (): readonly Seen[] => {
      const { kind, fields } = they.visitedVendor(REPUTABLE, good(item(1122), priceCopper));
      return [{ kind, fields: { ...fields, standing } }];
    };
    report(installs('friendly', 3), pay(1_000, 5));
    report(installs('honoured', 3), pay(900, 6));
  },
  async () => {
    const { soldBy } = await pageOf('item_page', { itemId: 1122 });
    assert.equal(soldBy.rows[0].prices[0].value, 1_000);
    const { text } = await json('/api/tools/item_page?itemId=1122');
    assert.match(text, /for 10s/);
    assert.match(await wordsOn('/item/1122'), /10s.*with reputation/);
  },
);

const SOLD_OUT = npc(1131, 'Vendor of Limited Goods');

row(
  'goods of which players saw three, two, one and none left are limited',
  () => {
    const stock = [{ limitedStock: 3 }, { limitedStock: 2 }, { limitedStock: 1 }, { limited: true }];
    report(installs('stock', 4), (n) => {
      const { kind, fields } = they.visitedVendor(SOLD_OUT, good(item(1132), 100));
      return [{ kind, fields: { ...fields, items: [{ itemId: 1132, priceCopper: 100, ...stock[n] }] } }];
    });
  },
  async () => {
    for (const path of ['/item/1132', `/npc/${SOLD_OUT.id}`]) {
      const words = await wordsOn(path);
      assert.doesNotMatch(words, /Unlimited/, path);
      assert.match(words, /[Ll]imited/, path);
    }
  },
);

const [TRUE_SOURCE, INVENTED] = [npc(1141, 'True Source'), npc(1142, 'Invented Source')];

row(
  'a creature that three installs invented does not head the sources of an item, nor enter the files for addons',
  () => {
    report(installs('source', 8), () => [
      they.saw(item(1143, 'Stone of Doubt')),
      they.met(TRUE_SOURCE),
      ...windows(TRUE_SOURCE, 10, 1143, 2),
    ]);
    report(installs('source-liar', 3), () => [they.met(INVENTED), ...windows(INVENTED, 25, 1143, 25)]);
  },
  async () => {
    const { droppedBy } = await pageOf('item_page', { itemId: 1143 });
    assert.deepEqual(
      droppedBy.rows.map(({ source }: Json) => source.id),
      [TRUE_SOURCE.id, INVENTED.id],
    );
    const { sources } = (await json('/api/tools/answer_sources?question=where%20does%20Stone%20of%20Doubt%20drop'))
      .answer;
    assert.match(JSON.stringify(sources[0]), /True Source|Stone of Doubt/);
    const answer = await wordsOn('/search?q=where%20does%20Stone%20of%20Doubt%20drop');
    assert.match(answer, /True Source.*Invented Source.*only 3 players so far/);
    for (const name of ['questie', 'pfquest', 'atlasloot']) {
      const read = async (file: string) => (await fetch(`${instance.url}/export/addons/${file}.lua`)).text();
      assert.ok(!(await read(name)).includes(`${INVENTED.id}`), name);
      assert.ok((await read(name)).includes(`${TRUE_SOURCE.id}`), name);
      assert.ok((await read(`${name}-all`)).includes(`${INVENTED.id}`), `${name}-all`);
    }
  },
);
