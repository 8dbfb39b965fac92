import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postRecords } from '../support/client.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, quest, world } from '../support/world.ts';

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'] as const;

const NPC = 25;

/** Returns the contents of a page's sections, keyed by section id. */
function sectionsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/<section id="([a-z]+)"[^>]*>(.*?)<\/section>/gs)].map(([, id, part]) => [id, part!]),
  );
}

test('an upload can be followed from its receipt until a third install makes it public, and is gone after an erasure', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir });
    const get = async (path: string): Promise<{ status: number; text: string }> => {
      const response = await fetch(instance.url + path);
      return { status: response.status, text: await response.text() };
    };
    const send = async (install: string, records: readonly object[]): Promise<string> => {
      const { status, receipt } = await postRecords(instance.url, records);
      assert.equal(status, 200, install);
      return receipt.uploadId!;
    };
    const job = async (...args: string[]): Promise<void> => {
      const run = await runJobHere(dataDir, args);
      assert.equal(run.code, 0, run.stderr);
    };
    try {
      const [one, two, three] = INSTALLS;
      const mine = world().install(one).met(npc(NPC)).wasOffered(quest(71)).met(npc(NPC), { level: 900 });
      const first = await send(one, mine.records());
      const fresh = await get(`/upload/${first}`);
      assert.equal(fresh.status, 200);
      assert.ok(
        fresh.text.includes('with the next update') && fresh.text.includes('a number that is too small or too large'),
      );

      await job('snapshot');
      assert.match(sectionsOf((await get(`/upload/${first}`)).text)['open']!, /NPC 25.*Quest 71/s);
      assert.match(
        (await get('/coverage?zone=12')).text,
        /: 1 without a name <small class="need need-\d">\w+ more reports?<\/small><\/summary>\n<p>Their numbers: 25\b/,
      );

      const second = await send(two, world().install(two).met(npc(NPC)).looted(npc(NPC), item(5)).records());
      const [sighting] = world().install(three).met(npc(NPC)).records();
      const third = await send(three, [sighting!, sighting!]);
      await job('snapshot');
      const told = (await get(`/upload/${first}`)).text;
      assert.ok(sectionsOf(told)['confirmed']!.includes(`<a href="/npc/${NPC}"><bdi>Creature ${NPC}</bdi></a>`));
      assert.equal(sectionsOf(told)['public'], undefined, 'what became public is not also called known before');
      assert.ok(sectionsOf(told)['open']!.includes('Quest 71') && !told.includes('Errand'));
      assert.match(
        (await get(`/upload/${third}`)).text,
        /<td[^>]*>Creatures and people seen<\/td>(<td class="n"[^>]*>1<\/td>){2}/,
      );
      const waiting = (await get('/coverage')).text;
      assert.ok(waiting.includes(`Creature ${NPC}`) && !waiting.includes('Errand'));
      const [, quests] = /href="([^"]*\/coverage\?kind=[^"]*)">1 quest</.exec(waiting)!;
      assert.match((await get(quests!)).text, /Their numbers: 71\./);

      await job('erase', '--install', three);
      assert.equal((await get(`/upload/${third}`)).status, 404);
      await job('snapshot');
      assert.ok(sectionsOf((await get(`/upload/${second}`)).text)['one']!.includes(`NPC ${NPC}`));
      for (const { text } of [await get(`/upload/${first}`), await get('/coverage'), await get('/coverage.json')]) {
        for (const install of INSTALLS) assert.ok(!text.includes(install));
        assert.ok(!text.includes('event-1'));
      }
    } finally {
      await instance.kill();
    }
  }));

const SESSION = 'aB3_-aB3_-aB3_-aB3_-xy';

test('the uploads of a session have one page, which says what became public, and an erasure ends it', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir });
    const job = async (...args: string[]): Promise<void> => {
      const run = await runJobHere(dataDir, args);
      assert.equal(run.code, 0, run.stderr);
    };
    const get = async (name: string): Promise<{ status: number; text: string }> => {
      const response = await fetch(`${instance.url}/upload/${name}`);
      return { status: response.status, text: await response.text() };
    };
    try {
      const [one, two, three] = INSTALLS;
      for (const install of [one, two]) {
        await postRecords(instance.url, world().install(install).met(npc(NPC)).records());
      }
      await job('snapshot');
      const mine = world().install(three).met(npc(NPC)).wasOffered(quest(71)).records();
      for (const record of mine)
        assert.equal((await postRecords(instance.url, [record], {}, { session: SESSION })).status, 200);
      const waiting = await get(SESSION);
      assert.ok(waiting.text.includes('<strong>2 records</strong> stored.') && waiting.text.includes('data-waits'));
      assert.equal((await get(SESSION.toLowerCase())).status, 404);

      await job('snapshot');
      const { text } = await get(SESSION);
      assert.match(text, /<strong>\d facts<\/strong> you reported became public\./);
      assert.match(sectionsOf(text)['confirmed']!, new RegExp(`<a href="/npc/${NPC}"`));
      assert.ok(sectionsOf(text)['open']!.includes('Quest 71'));
      for (const secret of [...INSTALLS, SESSION, 'event-1']) assert.ok(!text.includes(secret), secret);
      const verified = await runJobHere(dataDir, ['verify']);
      assert.equal(verified.code, 0, verified.stdout + verified.stderr);

      await job('erase', '--install', three);
      assert.equal((await get(SESSION)).status, 404);
      await job('snapshot');
      const again = await runJobHere(dataDir, ['verify']);
      assert.equal(again.code, 0, again.stdout + again.stderr);
    } finally {
      await instance.kill();
    }
  }));
