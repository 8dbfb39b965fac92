import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginFolder } from '../support/folder.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir, type JobRun, runJob, sleep } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { world } from '../support/world.ts';

const INSTALL = 'install-of-a-player-0001';

/** Returns the only line that a command printed. */
function lineOf({ code, stdout, stderr }: JobRun): string {
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^[^\n]+\n$/);
  return stdout.trimEnd();
}

function withInstance(work: (instance: Instance, job: (...args: string[]) => Promise<JobRun>) => Promise<void>) {
  return inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir, env: { TW_LIMITS: 'on' } });
    try {
      await work(instance, (...args) => runJobHere(dataDir, args));
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  });
}

test('a key created while an instance runs works immediately, and a revoked key stops working immediately', () =>
  withInstance(async ({ url, log }, job) => {
    const ask = async (key: string) => {
      const answer = await fetch(`${url}/api/corpus/public?limit=5000`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const body = (await answer.json()) as { limit?: number; getAKey?: string };
      return [answer.status, answer.headers.get('ratelimit-policy'), body.limit ?? body.getAKey];
    };
    const key = lineOf(await job('key', 'create', '--label', 'a site'));
    assert.match(key, /^tw_[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(await ask(key), [200, '"corpus";q=2000;w=3600', 5000]);

    const lastUsed = async () => (await job('key', 'list')).stdout.split('\n')[1]?.split(/ {2,}/)[2];
    for (let i = 0; (await lastUsed()) === '–' && i < 20; i++) await sleep(100);
    assert.equal(await lastUsed(), new Date().toISOString().slice(0, 10));

    assert.equal(lineOf(await job('key', 'revoke', '1')), 'Key 1 is revoked.');
    const [status, policy, getAKey] = await ask(key);
    assert.deepEqual([status, policy], [401, null]);
    assert.match(String(getAKey), /\/connect#keys$/);
    const other = lineOf(await job('key', 'create', '--label', 'another'));
    assert.deepEqual((await ask(other))[0], 200);
    const none = await job('key', 'revoke', '9');
    assert.deepEqual([none.code, none.stdout], [1, '']);
    assert.match(none.stderr, /There is no key 9; /);
    for (const secret of [key, other]) assert.ok(!log().includes(secret.slice(3)), 'no key in the log');
  }));

test('a key created while nothing runs is valid when the instance starts, and simultaneous commands take turns', () =>
  inTempDir(async (dataDir) => {
    await beginFolder(dataDir);
    const made = await Promise.all(['a', 'b'].map((label) => runJob(dataDir, ['key', 'create', '--label', label])));
    const keys = made.map(lineOf);
    const list = await runJobHere(dataDir, ['key', 'list']);
    assert.match(list.stdout, /^ID .*\n1 .*[ab]\n2 .*[ab]\n$/);
    const instance = await startInstanceHere({ dataDir });
    try {
      for (const key of keys) {
        const { status } = await fetch(`${instance.url}/api/rollups/drops`, { headers: { 'x-api-key': key } });
        assert.equal(status, 200);
      }
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));

function roster(guildName: string, event: string) {
  return world().install(INSTALL).event(event).listedGuild({ guildName, realm: 'Eastmoor' }).records();
}

test('named records are accepted under a grant that covers them, and refused once it is revoked', () =>
  withInstance(async ({ url, log }, job) => {
    const send = async (records: readonly object[], grantTokens: readonly string[], sharing = { guild: true }) => {
      const response = await fetch(`${url}/api/intake`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ addonVersion: '1.0.0', sharing, grantTokens, records }),
      });
      const { accepted = [], rejected = [] } = (await response.json()) as {
        accepted?: { index: number }[];
        rejected?: { code: string }[];
      };
      return [response.status, accepted.map(({ index }) => index), rejected.map(({ code }) => code)];
    };
    const scope = ['--guild', ' wITNESSES', '--realm', 'eastmoor', '--days', '1'];
    const token = lineOf(await job('grant', 'issue', '--category', 'guild', ...scope));
    const own = lineOf(await job('grant', 'issue', '--category', 'guild,gold', '--install', INSTALL));
    assert.match(token, /^tg_[A-Za-z0-9_-]{43}$/);

    const [covered, other] = [roster('Witnesses', 'event-1'), roster('Others', 'event-2')];
    assert.deepEqual(await send([...covered, ...other], [token]), [200, [0], ['grant-not-covering']]);
    assert.deepEqual(await send(covered, [token], { guild: false }), [422, [], ['sharing-missing']]);
    assert.deepEqual(await send(covered, []), [422, [], ['grant-missing']]);
    assert.deepEqual(await send(other, [token, own]), [200, [0], []]);
    assert.deepEqual((await send(covered, ['tg_short']))[0], 400);

    const list = (await job('grant', 'list')).stdout;
    assert.match(list, /\n1 .* operator +guild +guild "wITNESSES", realm "eastmoor"\n2 .* guild,gold +an install\n$/);
    assert.equal(
      lineOf(await job('grant', 'revoke', '--token', token)),
      'Grant 1 is revoked; its records are withdrawn at the next snapshot.',
    );
    assert.deepEqual(await send(roster('Witnesses', 'event-3'), [token]), [422, [], ['grant-not-covering']]);
    const without = await job('grant', 'issue', '--category', 'guild');
    assert.deepEqual([without.code, without.stdout], [1, '']);
    assert.match(without.stderr, /needs at least one of guild, realm, character and install/);
    for (const text of [log(), list, without.stderr]) {
      for (const secret of [token, own, INSTALL]) assert.ok(!text.includes(secret.slice(3)));
    }
  }));

test('an install can be withheld, reinstated and erased while an instance runs, and is refused after its erasure', () =>
  withInstance(async ({ url, log }, job) => {
    const send = async () => {
      const records = world().install(INSTALL).looted(null).records();
      const response = await fetch(`${url}/api/intake`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ addonVersion: '1.0.0', records }),
      });
      const { rejected = [] } = (await response.json()) as { rejected?: { code: string; pointer: string }[] };
      return [response.status, rejected[0]?.code, rejected[0]?.pointer];
    };
    const of = ['--install', INSTALL];
    assert.equal((await job('withhold', ...of, '--reason', 'lies')).code, 1, 'it is unknown yet');
    assert.deepEqual(await send(), [200, undefined, undefined]);
    const said = [];
    for (const line of [
      ['withhold', ...of, '--reason', 'lies'],
      ['withhold', ...of, '--lift'],
      ['erase', ...of],
    ]) {
      said.push(lineOf(await job(...line)));
    }
    assert.deepEqual(said, [
      "The install's records do not count from the next snapshot on: 1 record.",
      "The install's records count again from the next snapshot on: 1 record.",
      'Erased from uploads.db: 1 record of the install. The other files follow at the next snapshot.',
    ]);
    assert.deepEqual(await send(), [422, 'install-erased', '/installId']);
    assert.match(lineOf(await job('erase', ...of)), /^Nothing of this install was kept/);
    assert.equal((await job('withhold', ...of, '--lift')).code, 1);
    assert.ok(!log().includes(INSTALL));
  }));
