import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorld } from '../support.ts';
import { agreed, HOSTILE_NAMES, itemFact, leadsSomewhere, npcFact, pageAt } from './browse_support.ts';

function recipe(id: number, name: string, profession = 'First Aid', more: object = {}) {
  return {
    family: 'recipes',
    subject: `${id}`,
    body: { name: agreed(name), profession: agreed(profession), ...more },
  };
}

function range(low: number, high = low) {
  return { low, high, installs: 3 };
}

const FACTS = [
  recipe(3275, 'Linen Bandage', 'First Aid', {
    itemId: agreed(1251),
    makesMin: agreed(1),
    makesMax: agreed(2),
    reagents: agreed([{ itemId: 2589, count: 1 }]),
  }),
  recipe(3276, 'Heavy Linen Bandage'),
  recipe(2539, 'Spiced Wolf Meat', 'Cooking'),
  {
    family: 'recipe_ranges',
    subject: '3275',
    body: { yellow: range(30), green: range(40, 45), grey: range(60), bounds: {} },
  },
  {
    family: 'recipe_ranges',
    subject: '3276',
    body: {
      yellow: range(50),
      bounds: { green: { atLeast: 61, installs: 3 }, grey: { atMost: 90, installs: 3 } },
    },
  },
  {
    family: 'trainer_services',
    subject: '2329:spell:3275',
    body: {
      name: agreed('Linen Bandage'),
      profession: agreed('First Aid'),
      spellId: agreed(3275),
      costs: [agreed(100)],
      requiredSkill: agreed(1),
    },
  },
  itemFact(2589, 'Linen Cloth'),
  itemFact(1251, 'Linen Bandage'),
  npcFact(2329, 'Michelle Belle'),
];

async function filled() {
  const world = createWorld();
  await world.write({ facts: FACTS });
  return world;
}

test('professions are listed, and each has its recipes with the skills at which they change colour', async () => {
  const world = await filled();
  const list = await pageAt(world, '/professions');
  assert.deepEqual(
    [...list.matchAll(/<li><a href="(\/profession\/[^"]*)"><bdi>(.*?)</g)].map((match) => [match[1], match[2]]),
    [
      ['/profession/cooking', 'Cooking'],
      ['/profession/first-aid', 'First Aid'],
    ],
  );
  const text = await pageAt(world, '/profession/first-aid');
  assert.match(text, /<h1><bdi>First Aid<\/bdi><\/h1>/);
  assert.match(text, /<span id="recipe-3275">1–2 × <a href="\/item\/1251" class="item q-common">/);
  const words = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  const turnsOf = (id: number) =>
    new RegExp(`id="recipe-${id}"[\\s\\S]*?(<span class="turns">.*?)</td>`).exec(text)?.[1];
  assert.equal(words(turnsOf(3275)!).trim(), 'yellow at 30 green between 40 and 45 grey at 60');
  assert.match(text, /<td[^>]* data-value="30"><svg class="scale"/, 'rows are sorted by where they turn yellow');
  assert.match(text, /<rect class="yellow" x="30" y="0" width="10" height="8"/, 'up to where green may begin');
  assert.match(text, /<rect class="green" x="45" y="0" width="15" height="8"/);
  assert.match(text, /green at 61 or later</, 'a bound on one side is told in words');
  assert.match(text, />grey by 90</);
  assert.match(text, /at skill 1 from <a href="\/npc\/2329"><bdi>Michelle Belle/);
  assert.ok(!text.includes('Spiced Wolf Meat'));
  await leadsSomewhere(world, '/professions');
  await leadsSomewhere(world, '/profession/first-aid');
});

test('without a realm, one sentence says why costs are unknown, and rows do not repeat it', async () => {
  const world = await filled();
  const unpriced = /Some costs need auction prices: <a href="#way">choose a realm<\/a>/g;
  assert.doesNotMatch(await pageAt(world, '/profession/first-aid'), unpriced, 'no realm has prices');
  const value = { market: 10, min: 5, quantity: 7, reporters: 4 };
  const day = { subject: { realmKey: 'alpha', itemId: 9, day: 20_000 }, houses: [{ house: '' as const, value }] };
  await world.write({ market: [day], facts: [{ family: 'realms', subject: 'alpha', body: { spelling: 'Alpha' } }] });
  const costsOf = (page: string) => [...page.matchAll(/data-label="Cost"[^>]*>(.*?)<\/td>/g)].map(([, cost]) => cost);
  const page = await pageAt(world, '/profession/first-aid');
  assert.equal(page.match(unpriced)?.length, 1);
  assert.deepEqual(
    costsOf(page).filter((cost) => cost!.includes('>unknown<')),
    [],
  );
  const chosen = await pageAt(world, '/profession/first-aid?realm=Alpha');
  assert.doesNotMatch(chosen, unpriced);
  assert.match(costsOf(chosen)[0]!, />unknown</);
});

test('the cheapest path is shown on request', async () => {
  const world = await filled();
  assert.ok(!(await pageAt(world, '/profession/first-aid')).includes('How this is calculated'));
  const text = await pageAt(world, '/profession/first-aid?from=1&to=50');
  assert.match(text, /<td data-value="1">1 to \d+<\/td><td[^>]*><a href="#recipe-3275"><bdi>Linen Bandage/);
  assert.match(text, /name="to"[^>]*value="50"/);
  assert.match(text, /Unknown, or not included in the total:/);
  assert.match(await pageAt(world, '/profession/first-aid?from=50&to=50', 400), /from must be lower than to/);
  assert.match(
    await pageAt(world, '/profession/first-aid?from=1&to=451', 400),
    /to must be a skill from 1 to 450; it is 451/,
  );
  await pageAt(world, '/profession/first-aid?from=449&to=450');
  assert.match(
    await pageAt(world, '/profession/first-aid?realm=x', 400),
    /realm must be 2 to 65 characters or empty; it has 1/,
  );
  await pageAt(world, '/profession/first-aid?from=1&to=9&realm=');
});

test('a route is priced in the auction house that the form or the address names', async () => {
  const world = await filled();
  const price = (house: '' | 'Alliance' | 'Horde', market: number) => ({
    house,
    value: { market, min: 5, quantity: 7, reporters: 4 },
  });
  const houses = [price('', 30), price('Alliance', 20), price('Horde', 40)];
  await world.write({
    market: [{ subject: { realmKey: 'alpha', itemId: 2589, day: 20_000 }, houses }],
    facts: [{ family: 'realms', subject: 'alpha', body: { spelling: 'Alpha' } }],
  });
  const path = '/profession/first-aid?from=1&to=50&realm=';
  const horde = await pageAt(world, `${path}Alpha+(Horde)`);
  assert.match(horde, /auction prices of <bdi>Alpha<\/bdi>: Horde\.</);
  assert.match(horde, /<option>Alpha<\/option><option>Alpha \(Alliance\)<\/option><option selected>Alpha \(Horde\)</);
  assert.match(horde, /data-value="40"/);
  assert.match(await pageAt(world, `${path}ally+alpha`), /<option selected>Alpha \(Alliance\)<[\s\S]*data-value="20"/);
  const either = await pageAt(world, `${path}alpha`);
  assert.match(either, /auction prices of <bdi>Alpha<\/bdi>: Alliance, else Horde\.</);
  assert.match(either, /<option selected>Alpha<[\s\S]*data-value="20"/);
});

test('the vendor of a reagent comes with its zone', async () => {
  const world = await filled();
  const seen = { installs: 3, firstSeen: '2026-11-01', lastSeen: '2026-11-02' };
  await world.write({
    edges: [
      { name: { group: 'sold_by:item:npc', fromId: 2589, toId: 2329 }, edge: seen },
      { name: { group: 'located_in:npc:zone', fromId: 2329, toId: 12 }, edge: seen },
    ],
    facts: [
      { family: 'vendor_goods', subject: '2329:2589', body: { prices: [agreed(10)] } },
      { family: 'maps', subject: '12', body: { name: agreed('Elwynn') } },
    ],
  });
  const page = await pageAt(world, '/profession/first-aid?from=1&to=50');
  assert.match(page, /Michelle Belle<\/bdi><\/a> in <a href="\/zone\/12"><bdi>Elwynn/);
});

test('recipes are found by part of their name and listed sixty per page', async () => {
  const world = createWorld();
  const name = (id: number) => `Pattern ${String(id).padStart(3, '0')}`;
  await world.write({ facts: Array.from({ length: 100 }, (_, i) => recipe(i + 1, name(i + 1), 'Tailoring')) });
  const idsAt = async (query: string): Promise<readonly string[]> =>
    [...(await pageAt(world, `/profession/tailoring${query}`)).matchAll(/id="recipe-(\d+)"/g)].map(
      (match) => match[1]!,
    );
  assert.deepEqual([(await idsAt('')).length, (await idsAt('?page=2')).length], [60, 40]);
  assert.equal(new Set([...(await idsAt('')), ...(await idsAt('?page=2'))]).size, 100);
  assert.deepEqual(await idsAt('?recipe=PATTERN+097'), ['97']);
  assert.match(
    await pageAt(world, '/profession/tailoring?recipe=zzz'),
    /No public recipe of &quot;Tailoring&quot; has &quot;zzz&quot;/,
  );
  assert.match(await pageAt(world, '/profession/tailoring?page=3'), /The list has fewer pages/);
  await pageAt(world, `/profession/tailoring?recipe=${'a'.repeat(120)}`);
  await pageAt(world, `/profession/tailoring?recipe=${'a'.repeat(121)}`, 400);
  await leadsSomewhere(world, '/profession/tailoring?recipe=pattern');
});

test('recipes beyond the first two hundred are reached by links that keep the other parameters', async () => {
  const world = createWorld();
  const ids = Array.from({ length: 280 }, (_, i) => i + 1);
  await world.write({
    facts: ids.flatMap((id) => [
      recipe(id, `Pattern ${id}`, 'Tailoring', { reagents: agreed([]) }),
      { family: 'recipe_ranges', subject: `${id}`, body: { yellow: range(id), grey: range(id + 20), bounds: {} } },
      {
        family: 'trainer_services',
        subject: `2329:spell:${id}`,
        body: { profession: agreed('Tailoring'), spellId: agreed(id), requiredSkill: agreed(id) },
      },
    ]),
  });
  const start = '/profession/tailoring?from=1&to=250&recipe=pattern';
  const met: string[] = [];
  const texts: string[] = [];
  for (let path: string | undefined = start; path !== undefined; ) {
    const text = await pageAt(world, path);
    met.push(...[...text.matchAll(/id="recipe-(\d+)"/g)].map((match) => match[1]!));
    texts.push(text);
    path = /<a href="([^"#]*)[^"]*" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  assert.deepEqual(met.map(Number), ids);
  const pages = new Map<string, string>();
  assert.match(texts[0]!, /The first 60 of 280 rows\./);
  assert.match(texts[1]!, /Rows 61–120 of 280\./);
  assert.match(texts[4]!, /Rows 241–280 of 280\./);
  for (const text of texts) {
    assert.match(text, /The first 200 of 280 recipes as data \(JSON\)/);
    assert.match(text, /What to craft from 1 to 250/, 'the way stays');
    const own = new Set([...text.matchAll(/id="(recipe-\d+)"/g)].map((match) => match[1]));
    const steps = [...text.matchAll(/<td[^>]*><a href="([^"]*#recipe-\d+)"/g)].map((match) =>
      match[1]!.replaceAll('&amp;', '&'),
    );
    assert.ok(steps.length > 5);
    for (const step of steps) {
      const [path, row] = step.split('#') as [string, string];
      if (path !== '' && !pages.has(path)) pages.set(path, await pageAt(world, path));
      assert.ok(path === '' ? own.has(row) : pages.get(path)!.includes(`id="${row}"`), step);
    }
  }
  const { text } = await world.ask('/api/tools/recipe_thresholds?profession=Tailoring');
  const { page } = JSON.parse(text).answer;
  assert.deepEqual([page.recipes.length, page.total], [200, 280]);
});

test('a step of the path that is not in the list links to a search for its name', async () => {
  const world = await filled();
  const text = await pageAt(world, '/profession/first-aid?from=1&to=50&recipe=heavy');
  const to = /<td[^>]*><a href="([^"]*)#recipe-3275"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  assert.equal(to, '/profession/first-aid?from=1&to=50&recipe=Linen+Bandage');
  assert.match(await pageAt(world, to), /id="recipe-3275"/);
  assert.match(text, /<input type="hidden" name="from" value="1">/);
  assert.match(text, /<input type="hidden" name="recipe" value="heavy">/);
});

test('an unknown profession is not found, and an instance without recipes explains how to contribute them', async () => {
  const world = await filled();
  assert.match(
    await pageAt(world, '/profession/juggling', 404),
    /No recipes of a profession &quot;juggling&quot; are public/,
  );
  await pageAt(world, '/profession/%E0%A4%A', 404);
  world.breakStorage(true);
  await pageAt(world, '/profession/cooking', 503);
  const empty = createWorld();
  assert.match(await pageAt(empty, '/professions'), /is writing its first snapshot/);
  await pageAt(empty, '/profession/cooking', 404);
  await empty.write();
  assert.match(await pageAt(empty, '/professions'), /No recipes yet that three players agree on/);
});

test('hostile names of recipes and professions are escaped, and their links work', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data' } });
  const professions = [...HOSTILE_NAMES.map((name) => name.slice(0, 40)), 'Küche & "Herd"/?#'];
  await world.write({
    facts: professions.map((profession, at) => recipe(at + 1, HOSTILE_NAMES[at % HOSTILE_NAMES.length]!, profession)),
  });
  const list = await pageAt(world, '/professions');
  const paths = [...list.matchAll(/href="\/data(\/profession\/[^"]*)"/g)].map((match) => match[1]!);
  assert.equal(paths.length, professions.length);
  for (const path of paths) assert.match(await pageAt(world, path), /<span id="recipe-\d+">/);
});
