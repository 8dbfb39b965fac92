import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { good, item, npc, recipe, stack, zone } from '../support/subjects.ts';
import { listedTitle, met, type Seen, sawDifficulty, sawMap, visitedVendor } from '../support/verbs.ts';
import { world } from '../support/world.ts';

/** Sends an upload as the addon of one install does. */
async function send(url: string, install: string, locale: string | null, seen: readonly Seen[]) {
  const response = await fetch(`${url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      addonVersion: '1',
      ...(locale === null ? {} : { locale }),
      records: world()
        .install(`languages-${install}`)
        .reported(...seen)
        .records(),
    }),
  });
  assert.equal(response.status, 200, await response.text());
}

function wolf(name: string): Seen {
  return met(npc(5, name), { x: 40, y: 60 });
}
function soup(name: string, profession: string): Seen {
  return sawDifficulty(recipe(9, name, profession), { itemId: 30, reagents: [stack(item(31), 2)] });
}

const german = [
  wolf('Wolf der Au'),
  sawMap(zone(12, 'Elwynn-Wald')),
  listedTitle(3, 'Hauptmann'),
  soup('Suppe', 'Kochkunst'),
  visitedVendor(npc(5), good(item(31), 7)),
];
const english = [wolf('Meadow Wolf'), listedTitle(3, 'Captain')];

// biome-ignore lint/suspicious/noExplicitAny: answers of several tools
type Answer = any;

function reader(url: string) {
  const get = async (path: string): Promise<Answer> => {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    return response.json();
  };
  const tool = (path: string): Promise<Answer> => get(`/api/tools/${path}`);
  return {
    /** Returns every name that the endpoints show, with its language. */
    names: async () => {
      const { page: npc } = (await tool('npc_page?npcId=5')).answer;
      const { page: item } = (await tool('item_page?itemId=31')).answer;
      const { page: titles } = (await tool('completion_progress?area=title')).answer;
      const { page: near } = (await tool('world_map_near?mapId=12&x=40&y=60')).answer;
      const { page: relations } = (await tool('entity_relations?kind=npc&id=5')).answer;
      const [located] = relations.edges.filter(({ rel }: Answer) => rel === 'located_in');
      const card = await get('/api/tooltip/npc/5');
      return {
        npc: [npc.npc.name, npc.npc.locale],
        agreed: npc.name,
        zone: [npc.zones.rows[0].map, npc.zones.rows[0].mapLocale],
        recipe: [item.reagentFor.rows[0].recipe.name, item.reagentFor.rows[0].recipe.locale],
        profession: item.reagentFor.rows[0].profession,
        title: [titles.missing[0].name, titles.missing[0].locale],
        near: [near.pins[0].name, near.pins[0].locale],
        located: [located.fromName, located.fromLocale, located.toName, located.toLocale],
        card: [card.title, card.locale],
      };
    },
    text: async (path: string): Promise<string> => (await tool(path)).text,
    tool,
    get,
    page: async (path: string) => (await fetch(url + path)).text(),
  };
}

test("names are in the instance's language or marked with another one, and TW_LOCALE changes the language", () =>
  inTempDir(async (dataDir) => {
    const job = async (...words: string[]) => {
      const { code, stdout, stderr } = await runJobHere(dataDir, words, locale);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    let locale: Record<string, string> = {};
    let instance = await startInstanceHere({ dataDir });
    try {
      for (const install of ['g1', 'g2', 'g3']) await send(instance.url, install, 'deDE', german);
      await send(instance.url, 'e1', 'enUS', english);
      await send(instance.url, 'e2', null, english);
      await job('snapshot');
      const inGerman = {
        npc: ['Wolf der Au', 'deDE'],
        agreed: { value: 'Wolf der Au', installs: 3, locale: 'deDE' },
        zone: ['Elwynn-Wald', 'deDE'],
        recipe: ['Suppe', 'deDE'],
        profession: { value: 'Kochkunst', installs: 3, locale: 'deDE' },
        title: ['Hauptmann', 'deDE'],
        near: ['Wolf der Au', 'deDE'],
        located: ['Wolf der Au', 'deDE', 'Elwynn-Wald', 'deDE'],
        card: ['Wolf der Au', 'deDE'],
      };
      assert.deepEqual(await reader(instance.url).names(), inGerman);
      const { text, page, tool, get } = reader(instance.url);
      assert.match(await text('npc_page?npcId=5'), /^"Wolf der Au" \[deDE\] \(npc 5\), vendor, level 7/m);
      assert.match(await text('npc_page?npcId=5'), /"Elwynn-Wald" \[deDE\] at 40, 60/);
      assert.match(await text('get_entity?id=npc:5'), /"Wolf der Au" \[deDE\]/);
      assert.match(await page('/npc/5'), /NPC 5<\/span> · name in deDE/);
      assert.ok((await get('/api/tooltip/npc/5')).lines.includes('Found in Elwynn-Wald [deDE] (1 place)'));
      assert.equal((await tool('get_by_name?name=Wolf%20der%20Au')).answer.hits[0].id, 'npc:5');
      // The feed shows records as their kinds define them, so without a language.
      const { records } = await get('/api/corpus/public?kinds=npc_sighting');
      assert.ok(records.every((record: object) => !('locale' in record)));

      // The third English-speaking install, and one that falsely labels German names as English.
      await send(instance.url, 'e3', 'enGB', english);
      await send(instance.url, 'liar', 'enUS', [wolf('Wolf der Au'), listedTitle(3, 'Hauptmann')]);
      await job('snapshot');
      const inEnglish = {
        ...inGerman,
        npc: ['Meadow Wolf', undefined],
        agreed: { value: 'Meadow Wolf', installs: 3 },
        title: ['Captain', undefined],
        near: ['Meadow Wolf', undefined],
        card: ['Meadow Wolf', undefined],
        located: ['Meadow Wolf', undefined, 'Elwynn-Wald', 'deDE'],
      };
      assert.deepEqual(await reader(instance.url).names(), inEnglish);
      assert.deepEqual((await tool('get_by_name?name=Wolf%20der%20Au')).answer.hits, []);
      await job('rebuild');
      assert.deepEqual(await reader(instance.url).names(), inEnglish);
      await job('verify');

      // While one of the three English-speaking installs is withheld, the German names, which three installs sent, are
      // shown.
      await job('withhold', '--install', 'languages-e1', '--reason', 'test');
      await job('snapshot');
      assert.deepEqual(await reader(instance.url).names(), inGerman);
      await job('withhold', '--install', 'languages-e1', '--lift');
      await job('snapshot');
      assert.deepEqual(await reader(instance.url).names(), inEnglish);
      assert.equal(await instance.stop(), 0);

      // After a change of TW_LOCALE, the old snapshot is served until the next one, which is a rebuild.
      locale = { TW_LOCALE: 'deDE' };
      instance = await startInstanceHere({ dataDir, env: locale });
      await job('snapshot');
      const own = Object.entries(inGerman).map(([of, name]) => [
        of,
        Array.isArray(name)
          ? name.map((part) => (part === 'deDE' ? undefined : part))
          : { value: name.value, installs: 3 },
      ]);
      const flipped = { ...Object.fromEntries(own), agreed: { value: 'Wolf der Au', installs: 3 } };
      assert.deepEqual(await reader(instance.url).names(), flipped);
      await job('verify');
      await job('erase', '--install', 'languages-g1');
      await job('snapshot');
      const left = (await reader(instance.url).tool('npc_page?npcId=5')).answer.page;
      // Two installs sent the English name, and one sent no language, which counts as German here. No language has
      // three.
      assert.equal(left.name, null);
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));
