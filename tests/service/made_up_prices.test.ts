import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';

/**
 * What few installs make up about prices, levels, names and markets, and what players of another reputation or language
 * say, does not replace what many report (contract, section 3). All through a running service.
 */

const DAY_MS = 86_400_000;
const NOW_MS = Date.now();
/** A minute ago, but not yesterday: what only the newest day says would differ in the first minute of a UTC day. */
const TODAY_MS = NOW_MS - Math.min(60_000, NOW_MS % DAY_MS);
const REALM = 'Everlook';

type Fields = Readonly<Record<string, unknown>>;

/** Collects records by install, and sends each install's records as one upload. */
function createReports() {
  const records = new Map<string, object[]>();
  const localeOf = new Map<string, string>();
  return {
    /** Lets `installs` installs, named after `who` and numbered from 1, report a record. `atMs` is its capturedAt. */
    by: (who: string, installs: number, fields: (n: number) => Fields, atMs = TODAY_MS, locale?: string): void => {
      for (let n = 1; n <= installs; n++) {
        const installId = `made-up-${who}-${n}`;
        const own = records.get(installId) ?? [];
        records.set(installId, own);
        own.push({ installId, eventId: `event-${own.length}`, capturedAt: new Date(atMs).toISOString(), ...fields(n) });
        if (locale !== undefined) localeOf.set(installId, locale);
      }
    },
    send: async (url: string): Promise<void> => {
      for (const [installId, own] of records) {
        const response = await fetch(`${url}/api/intake`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ addonVersion: '1', locale: localeOf.get(installId) ?? 'enUS', records: own }),
        });
        assert.equal(response.status, 200, await response.clone().text());
      }
    },
  };
}

function sale(itemId: number, priceCopper: number, more: Fields = {}, standing?: number): Fields {
  const items = [{ itemId, priceCopper, ...more }];
  return { kind: 'vendor', vendorNpcId: 54, ...(standing === undefined ? {} : { standing }), items };
}

function scan(scanId: string, house: string | null, prices: Readonly<Record<number, number>>): Fields {
  const items = Object.entries(prices).map(([id, price]) => ({
    itemId: Number(id),
    unitPriceCopper: price,
    quantity: 1,
  }));
  return { kind: 'auction_scan', realm: REALM, ...(house === null ? {} : { house }), scanId, complete: true, items };
}

function sighting(npcId: number, name: string): Fields {
  return {
    kind: 'npc_sighting',
    npcId,
    name,
    mapId: 12,
    x: 40,
    y: 60,
    level: 5,
    reaction: 'neutral',
    positionKind: 'npc',
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several tools
type Answer = any;

const LIARS = [3, 10, 20];

function report(reports: ReturnType<typeof createReports>): void {
  // Vendors: items 1 to 3 for the numbers of liars, 4 with a reputation discount, 5 with a limited stock.
  for (const [i, liars] of LIARS.entries()) {
    reports.by('honest', 50, () => sale(1 + i, 1_000, { limited: false }));
    reports.by('liar', liars, () => sale(1 + i, 1, { limitedStock: 1 }, 4));
  }
  reports.by('friendly', 3, () => sale(4, 1_000, {}, 5));
  reports.by('honoured', 3, () => sale(4, 900, {}, 6));
  reports.by('left', 3, (n) => sale(5, 25, { limitedStock: n, limited: true }));
  reports.by('late', 1, () => sale(5, 25, { limited: true }));

  // Names in German, and fewer in English.
  reports.by('german', 30, () => sighting(70, 'Wolf der Au'), undefined, 'deDE');
  reports.by('english', 3, () => sighting(70, 'Liar'));

  // A good that a faction trades, and one unit of it at the neutral house.
  const traders = (id: string, house: string, price: number): void =>
    reports.by('trader', 3, () => scan(`scan-${id}`, house, { 10: price }));
  traders('alliance', 'Alliance', 70_000);
  traders('neutral', 'Neutral', 1);
  const skills = [
    [1, 'optimal'],
    [20, 'optimal'],
    [21, 'medium'],
    [60, 'trivial'],
  ] as const;
  for (const [skill, difficulty] of skills) {
    const recipe = { recipeId: 9, name: 'Soup', profession: 'Cooking', reagents: [{ itemId: 10, count: 1 }] };
    reports.by('cook', 3, () => ({ kind: 'recipe_observed', ...recipe, skill, difficulty }));
  }

  // Eight scan today and on six days before, and three liars date scans ahead and back.
  for (let back = 0; back <= 6; back++) {
    reports.by('scanner', 8, () => scan(`scan-of-${back}`, null, { 11: 100 }), TODAY_MS - back * DAY_MS);
  }
  reports.by('ahead', 3, () => scan('scan-ahead', null, { 11: 499_900 }), NOW_MS + 23 * 3_600_000);
  for (let back = 8; back < 54; back++) {
    reports.by('ahead', 3, () => scan(`scan-back-${back}`, null, { 11: 777_777 }), NOW_MS - back * DAY_MS);
  }

  // Fifty scan items 21 to 23 on six days, and today only the liars do.
  for (let back = 1; back <= 6; back++) {
    reports.by(
      'honest',
      50,
      () => scan(`scan-of-${back}`, null, { 21: 100, 22: 100, 23: 100 }),
      NOW_MS - back * DAY_MS,
    );
  }
  for (const [i, liars] of LIARS.entries()) {
    reports.by('liar', liars, () => scan(`scan-of-${i}`, null, { [21 + i]: 1 }));
  }
}

test('few installs replace no price, stock, name or market value that many report', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir });
    try {
      const reports = createReports();
      report(reports);
      await reports.send(instance.url);
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      const get = async (path: string): Promise<Answer> => (await fetch(instance.url + path)).json();
      const tool = (path: string): Promise<Answer> => get(`/api/tools/${path}`);
      const page = async (path: string): Promise<string> => (await fetch(instance.url + path)).text();

      const { goods } = (await tool('vendor_page?vendorNpcId=54')).answer.page;
      const goodOf = (itemId: number): Answer => goods.rows.find((row: Answer) => row.item.id === itemId);
      for (const [i, liars] of LIARS.entries()) {
        const { prices, withReputation, limited } = goodOf(1 + i);
        assert.deepEqual(prices[0], { value: 1_000, installs: 50 }, `price with ${liars} liars`);
        assert.deepEqual([prices.length, withReputation.length], [liars < 6 ? 1 : 2, 0]);
        assert.deepEqual(limited, { value: false, installs: 50 }, `stock with ${liars} liars`);
      }
      assert.deepEqual(
        goodOf(4).prices.map(({ value }: Answer) => value),
        [1_000, 900],
      );
      assert.match((await tool('item_page?itemId=4')).text, /for 10s/);
      assert.deepEqual([goodOf(5).limited, goodOf(5).limitedStock], [{ value: true, installs: 4 }, null]);
      const ofVendor = await page('/npc/54');
      assert.match(ofVendor, /Limited</);
      assert.equal(ofVendor.match(/Unlimited</g)?.length, 3, 'of the goods that fifty saw unlimited');
      const card = await get('/api/tooltip/item/5');
      assert.match(JSON.stringify(card), /limited stock/);

      const wolf = (await tool('npc_page?npcId=70')).answer.page.name;
      assert.deepEqual(wolf, { value: 'Wolf der Au', installs: 30, locale: 'deDE' });
      const found = (await tool('search_knowledge?query=Liar')).answer.hits;
      assert.deepEqual(
        found.map(({ id }: Answer) => id),
        ['npc:70'],
        'the other name stays findable',
      );

      const value = async (itemId: number): Promise<Answer> =>
        (await tool(`market_value?itemId=${itemId}&realm=${REALM}`)).answer.page.value;
      const traded = await value(10);
      assert.deepEqual([traded.market, traded.min], [70_000, 70_000]);
      const path = (await tool(`profession_path?profession=Cooking&to=20&realm=${REALM}`)).answer.page;
      assert.equal(path.steps[0].costCopper, 19 * 70_000);
      const scanned = await value(11);
      assert.deepEqual([scanned.market, scanned.historical], [100, 100]);
      const newest = async (itemId: number): Promise<Answer> => {
        const { fields, items } = await get(`/api/market/prices?realm=${REALM}&ids=${itemId}`);
        return Object.fromEntries(fields.map((field: string, at: number) => [field, items[0][at]]));
      };
      const { market, historical } = await newest(11);
      assert.deepEqual([market, historical], [100, 100]);
      for (const [i, liars] of LIARS.entries()) {
        const led = await value(21 + i);
        assert.deepEqual([led.market, led.reporters], [100, 50], `market value with ${liars} liars`);
        assert.deepEqual([led.thinDay.market, led.thinDay.reporters], [1, liars]);
        const thin = await newest(21 + i);
        assert.deepEqual([thin.market, thin.reporters], [1, liars], 'the API keeps the newest day');
      }
      const verified = await runJobHere(dataDir, ['verify']);
      assert.equal(verified.code, 0, verified.stdout);
    } finally {
      await instance.stop();
    }
  }));

/** A lesson of a recipe at a trainer, and the recipe, which nobody has at skill 1. */
function teaches(trainerNpcId: number, spellId: number, costCopper: number, requiredSkill = 10): Fields {
  const service = { spellId, name: `Lesson ${spellId}`, profession: 'Cooking', costCopper, requiredSkill };
  return { kind: 'trainer_seen', trainerNpcId, services: [service] };
}

function reportLessons(reports: ReturnType<typeof createReports>): void {
  const cook = (who: string, installs: number, recipeId: number, itemId: number): void => {
    for (const [skill, difficulty] of [
      [10, 'optimal'],
      [40, 'medium'],
      [90, 'trivial'],
    ] as const) {
      const recipe = { recipeId, name: `Soup ${recipeId}`, reagents: [{ itemId, count: 1 }], skill, difficulty };
      reports.by(who, installs, () => ({ kind: 'recipe_observed', profession: 'Cooking', ...recipe }));
    }
  };
  reports.by('honest', 50, () => sale(30, 10));
  reports.by('honest', 50, () => sale(31, 1));
  for (const [i, liars] of LIARS.entries()) {
    const [taught, untaught] = [100 + i, 200 + i];
    cook('honest', 50, taught, 30);
    cook('honest', 50, untaught, 31);
    // Liars say that the lesson costs one copper, at its trainer and at another, and that somebody teaches the other.
    reports.by('honest', 50, () => teaches(900, taught, 1_000));
    reports.by(`lying-${liars}`, liars, () => teaches(900, taught, 1));
    reports.by(`lying-${liars}`, liars, () => teaches(901, taught, 1));
    reports.by(`lying-${liars}`, liars, () => teaches(901, untaught, 1));
    // Each honest player visits one of five trainers.
    cook('honest', 50, 300 + i, 30);
    reports.by('honest', 50, (n) => teaches(910 + (n % 5), 300 + i, 1_000));
    reports.by(`lying-${liars}`, liars, () => teaches(901, 300 + i, 1));
  }
}

test('three installs can add a lesson that nobody else reported, but replace none, and texts count the players', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir });
    try {
      const reports = createReports();
      reportLessons(reports);
      await reports.send(instance.url);
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      const get = async (path: string): Promise<Answer> => (await fetch(instance.url + path)).json();
      const { recipes } = (await get('/api/tools/recipe_thresholds?profession=Cooking')).answer.page;
      const recipeOf = (id: number): Answer => recipes.find(({ recipe }: Answer) => recipe.id === id);
      for (const [i, liars] of LIARS.entries()) {
        const { trainer, trainers, cost } = recipeOf(100 + i).lesson;
        assert.deepEqual([trainer.id, trainers, cost], [900, 1, { value: 1_000, installs: 50 }], `${liars} liars`);
        assert.deepEqual(recipeOf(200 + i).lesson.cost, { value: 1, installs: liars });
        // The trainer with most witnesses leads, and the cheaper one of two: as many liars as at one trainer suffice.
        const { cost: leading, trainers: alike } = recipeOf(300 + i).lesson;
        const lie = [{ value: 1, installs: liars }, 1];
        assert.deepEqual([leading, alike], liars >= 10 ? lie : [{ value: 1_000, installs: 10 }, 5]);
      }
      // The route uses the recipe that the liars teach, because it is cheaper, and says that only they saw the lesson.
      const { answer, text } = await get('/api/tools/profession_path?profession=Cooking&from=10&to=60');
      const used = answer.page.recipes.map(({ recipe }: Answer) => recipe.id);
      assert.deepEqual(used, [200]);
      assert.match(text, /"Soup 200" \(recipe 200\) from trainer npc 901: 1c \(3 players\), at skill 10/);
      const page = await (await fetch(`${instance.url}/profession/cooking?from=10&to=60`)).text();
      assert.match(page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' '), /for 1c \(3 players\)/);
    } finally {
      await instance.stop();
    }
  }));
