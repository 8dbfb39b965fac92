import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postRecords } from '../support/client.ts';
import { filesBelow, holdsText } from '../support/files_below.ts';
import { storeSettings } from '../support/folder.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

const NPC = 40;

/** Starts an instance with these witness settings, and runs `work` on it. */
function withInstance(
  asked: Readonly<Record<string, string>>,
  work: (on: {
    readonly send: (install: number, address: string) => Promise<void>;
    /** Takes a snapshot. Returns whether the creature is then public. */
    readonly isPublic: () => Promise<boolean>;
    readonly command: (...args: string[]) => Promise<string>;
    readonly log: () => string;
    readonly dataDir: string;
  }) => Promise<void>,
  start = startInstanceHere,
): Promise<void> {
  return inTempDir(async (dataDir) => {
    const env = { TW_TRUSTED_PROXIES: '1', ...asked };
    const instance = await start({ dataDir, env });
    let sent = 0;
    const command = async (...args: string[]): Promise<string> => {
      const run = await runJobHere(dataDir, args, env);
      assert.equal(run.code, 0, run.stderr);
      return run.stdout;
    };
    try {
      await work({
        send: async (install, address) => {
          const told = world().install(`install-number-${install}`).event(`event-${++sent}`).met(npc(NPC));
          const { status } = await postRecords(instance.url, told.records(), { 'X-Forwarded-For': address });
          assert.equal(status, 200);
        },
        isPublic: async () => {
          await command('snapshot');
          const { status } = await fetch(`${instance.url}/npc/${NPC}`);
          assert.ok(status === 200 || status === 404, String(status));
          return status === 200;
        },
        command,
        dataDir,
        log: () => instance.log(),
      });
    } finally {
      await instance.kill();
    }
  });
}

test('installs of one network make nothing public until others report the same, and no address is stored', () =>
  withInstance(
    { TW_WITNESS_NETWORKS: '2' },
    async ({ send, isPublic, command, log, dataDir }) => {
      for (const install of [1, 2, 3, 4, 5]) await send(install, `198.51.100.${install}`);
      assert.equal(await isPublic(), false);
      assert.match(
        await command('witnesses', 'npc', String(NPC)),
        /install-number-2.*\n\(not counted yet.*: 3 installs without/s,
      );
      await send(5, '2001:db8:7:1::5');
      assert.equal(await isPublic(), false, 'the household has a network of the other family, too');
      const told = await command('witnesses', 'npc', String(NPC));
      assert.match(told, /\tinstall-number-5\t[^\t]*Z\tIPv6\n/);
      assert.match(told, /\tinstall-number-1\t[^\t]*Z\n/);
      assert.match(told, /\n\(installs over IPv4 and IPv6 are not added up/);
      assert.match(await command('verify'), /every public figure follows/);
      await send(4, '203.0.113.4');
      assert.equal(await isPublic(), true, 'one of them sent from elsewhere');
      assert.match(await command('verify'), /every public figure follows/);
      await command('rebuild');
      assert.equal(await isPublic(), true);
      for (const part of ['198.51.100', '203.0.113', '2001:db8:7']) {
        assert.deepEqual(filesBelow(dataDir).filter(holdsText(part)), [], `files that hold ${part}`);
      }
      assert.ok(!log().includes('198.51.100'));
    },
    // In its own process, because this test reads the files of the databases.
    startInstance,
  ));

test('witnesses --outliers names the install whose drops differ from all others', () =>
  inTempDir(async (dataDir) => {
    const ITEMS = Array.from({ length: 12 }, (_, i) => item(700 + i));
    const told = world().installs(
      [1, 2, 3, 4].map((n) => `honest-install-${n}`),
      (install, name) => {
        // Every honest install finds each item in a quarter of its windows, shifted by its number.
        const shift = Number(String(name).at(-1));
        for (let i = 0; i < 12; i++) install.looted(npc(NPC), ...ITEMS.filter((_, at) => (i + at + shift) % 4 === 0));
      },
    );
    for (let i = 0; i < 40; i++) told.install('lying-install-9').looted(npc(NPC), ...ITEMS);
    const instance = await startInstanceHere({ dataDir });
    try {
      await told.sendTo(instance.url);
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      const { code, stdout } = await runJobHere(dataDir, ['witnesses', '--outliers']);
      assert.equal(code, 0);
      const line =
        'lying-install-9\tfinds drops too often: 12 of 12 drops far too often and 0 far too rarely, from 1 source; for example item 700 from npc 40: in 40 of 40 windows, the others in 12 of 48\n';
      assert.ok(stdout.startsWith(`${line}(5 installs with at least 10`), stdout);
      assert.equal(
        (await runJobHere(dataDir, ['withhold', '--install', 'lying-install-9', '--reason', 'Lies'])).code,
        0,
      );
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      const after = await runJobHere(dataDir, ['witnesses', '--outliers']);
      assert.match(after.stdout, /^No install differs from all others on many subjects \(4 installs with/);
      const refused = await runJobHere(dataDir, ['witnesses', 'npc', '40', '--outliers']);
      assert.deepEqual(refused, {
        ...refused,
        code: 1,
        stdout: '',
        stderr: 'witnesses takes either KIND and ID or --outliers, not both.\n',
      });
      const alone = await runJobHere(dataDir, ['witnesses', 'npc']);
      assert.equal(alone.stderr, 'witnesses takes KIND and ID, or --outliers; got 1 word.\n');
    } finally {
      await instance.kill();
    }
  }));

test('one IPv4 address is one network, even if it is written as IPv6', () =>
  withInstance({ TW_WITNESS_NETWORKS: '3' }, async ({ send, isPublic }) => {
    await send(1, '198.51.100.7');
    await send(2, '2002:c633:6407::1');
    await send(3, '64:ff9b::198.51.100.7');
    await send(4, '2001:0:4136:e378:8000:63bf:39cc:9bf8');
    assert.equal(await isPublic(), false);
    await send(5, '2002:cb00:7105::1');
    await send(6, '2002:c000:205::1');
    assert.equal(await isPublic(), true, 'those of three IPv4 addresses are three');
  }));

test('when the rule is switched off, waiting installs count', () =>
  withInstance({ TW_WITNESS_NETWORKS: '3' }, async ({ send, isPublic, dataDir }) => {
    for (const install of [1, 2, 3]) await send(install, '198.51.100.7');
    assert.equal(await isPublic(), false);
    await storeSettings(dataDir, {});
    assert.equal((await runJobHere(dataDir, ['snapshot'], {})).code, 0);
    assert.match((await runJobHere(dataDir, ['witnesses', 'npc', String(NPC)])).stdout, /install-number-3/);
  }));

test('if installs must be a day old, new installs make nothing public', () =>
  withInstance({ TW_INSTALL_AGE_DAYS: '1' }, async ({ send, isPublic, command }) => {
    for (const install of [1, 2, 3]) await send(install, `198.51.${install}.1`);
    assert.equal(await isPublic(), false);
    assert.match(await command('verify'), /every public figure follows/);
    const told = await command('witnesses', 'npc', String(NPC));
    assert.match(told, /^No install .*\n\(not counted yet.*: 3 installs that started too recently\)\n$/);
  }));
