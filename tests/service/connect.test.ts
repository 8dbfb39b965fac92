import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CorpusAnswer, walk } from '../support/client.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, quest, world } from '../support/world.ts';

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'] as const;
const [NORTH] = INSTALLS;

test('a visitor makes, uses and gives back a key and a grant, and erases an install', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir, env: { TW_LIMITS: 'on', TW_SELF_GRANTS: 'on' } });
    const { url } = instance;
    const send = async (path: string, fields: Readonly<Record<string, string>>) => {
      const headers = { origin: url };
      const answer = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(fields) });
      return { status: answer.status, text: await answer.text() };
    };
    const snapshot = async () => assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
    const rowsOf = async (kind: string) =>
      (await walk<CorpusAnswer>(url, `/api/corpus/public?kinds=${kind}`)).flatMap(({ records }) => records);
    const quests = async () => (await rowsOf('quest')).length;
    const shareGear = async (token: string) => {
      const records = world().install(NORTH).event('gear').wore(item(5)).records();
      const upload = { addonVersion: '1.0.0', sharing: { gear: true }, grantTokens: [token], records };
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${url}/api/intake`, { method: 'POST', headers, body: JSON.stringify(upload) })).status;
    };
    try {
      const made = await send('/connect/keys', { label: 'a site' });
      assert.equal(made.status, 200, made.text);
      const [key] = /tw_[\w-]{43}/.exec(made.text)!;
      const read = async () => (await fetch(`${url}/api/rollups/drops`, { headers: { 'x-api-key': key } })).status;
      assert.equal(await read(), 200);
      assert.equal((await send('/connect/keys/revoke', { key })).status, 200);
      assert.equal(await read(), 401);

      await world()
        .installs(INSTALLS, (install) => install.wasOffered(quest(71)))
        .sendTo(url);
      const granted = await send('/connect/grants', { category: 'gear', install: NORTH, days: '1' });
      const [token] = /tg_[\w-]{43}/.exec(granted.text)!;
      assert.equal(await shareGear(token), 200);
      await snapshot();
      assert.equal((await fetch(`${url}/api/tooltip/quest/71`)).status, 200);
      assert.equal(await quests(), 3);
      const [gear, ...others] = await rowsOf('gear_snapshot');
      assert.deepEqual([gear !== undefined && 'grant' in gear && gear.grant, others], ['self', []]);

      const erased = await send('/connect/erase', { install: NORTH, confirm: 'ERASE' });
      assert.match(erased.text, /Erased 2 records of this install/);
      await snapshot();
      assert.equal((await fetch(`${url}/api/tooltip/quest/71`)).status, 404, 'two installs make no fact');
      assert.equal(await quests(), 2);
      assert.match(
        (await send('/connect/erase', { install: NORTH, confirm: 'ERASE' })).text,
        /no records of this install, or they were erased before/,
      );
      assert.match(
        (await send('/connect/grants/revoke', { token })).text,
        /made on this page; this one is not/,
        'it went with the install',
      );
      for (const secret of [key.slice(3), token.slice(3), NORTH]) assert.ok(!instance.log().includes(secret));
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));
