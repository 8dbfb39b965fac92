import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFilesBelow } from '../../../adapters/backups/folders.ts';
import { toDataDir as dataDirOf } from '../../../adapters/data_folder/data_dir.ts';
import { askInstance } from '../../../adapters/instance_socket.ts';
import type { OperatorCommand } from '../../../domain/operator/command.ts';
import { type CorpusAnswer, postRecords } from '../../support/client.ts';
import { type Instance, inTempDir, runJob, sleep, startInstance } from '../../support/instance.ts';
import { runJobHere } from '../../support/run_command.ts';
import { type Install, item, npc, quest, world } from '../../support/world.ts';

const INSTALLS = ['install-of-anna', 'install-of-bert', 'install-of-cleo', 'install-of-dora'] as const;
const ERASED = 'install-of-eve-erased';

function tell(install: Install): void {
  install.looted(npc(40), item(701)).met(npc(40, 'Fixture Creature')).wasOffered(quest(70));
}

/** Uploads one record after another until it is stopped, few enough for one page. Returns the receipts. */
function keepUploading(instance: Instance) {
  let isOver = false;
  const confirmed: string[] = [];
  const done = (async () => {
    for (let n = 1; !isOver; n++) {
      const load = world().install('install-of-load').event(`load:${n}`);
      const [receipt] = await load.wasOffered(quest(9_000 + n)).sendTo(instance.url);
      confirmed.push(receipt!.uploadId!);
      await sleep(50);
    }
  })();
  const stop = async (): Promise<void> => {
    isOver = true;
    await done;
  };
  return { confirmed, stop };
}

/** Returns the rows of a list, whatever their field is called. */
async function rowsAt(url: string, path: string) {
  const answer = (await (await fetch(url + path)).json()) as Record<string, unknown>;
  return Object.entries(answer).filter(([, value]) => Array.isArray(value));
}

/** Returns facts as readers see them, without the snapshot number. */
function factsOf(url: string) {
  return Promise.all(['/api/edges', '/api/rollups/drops', '/api/items'].map((path) => rowsAt(url, path)));
}

async function corpusOf(url: string) {
  const answer = (await (await fetch(`${url}/api/corpus/public`)).json()) as CorpusAnswer;
  const ids = answer.records.map(({ eventId }) => eventId);
  return { epoch: answer.snapshot.split('.')[0], total: answer.total, ids };
}

async function ask(dataDir: string, command: OperatorCommand): Promise<unknown> {
  const asked = await askInstance(dataDirOf(dataDir).socket, 'owner', command);
  assert.ok(asked.reached && asked.reply.ok, JSON.stringify(asked));
  return asked.reply.value;
}

test('a backup of an instance that is receiving uploads gives an instance with the same answers', () =>
  inTempDir(async (root) => {
    const [dataDir, anew, to] = [join(root, 'data'), join(root, 'anew'), join(root, 'backup')];
    const first = await startInstance({ dataDir });
    let second: Instance | null = null;
    try {
      await world()
        .installs([...INSTALLS, ERASED], tell)
        .sendTo(first.url);
      await ask(dataDir, { op: 'erase', installId: ERASED });
      await ask(dataDir, { op: 'withhold', installId: INSTALLS[3], reason: 'a test' });
      const { key } = (await ask(dataDir, { op: 'key-create', label: 'reader' })) as { key: string };
      assert.equal((await runJobHere(dataDir, ['snapshot', '--quiet'])).code, 0);
      const [facts, corpus] = [await factsOf(first.url), await corpusOf(first.url)];
      assert.ok(JSON.stringify(facts).includes('701'), JSON.stringify(facts).slice(0, 300));

      const load = keepUploading(first);
      while (load.confirmed.length < 3) await sleep(10);
      const before = [...load.confirmed];
      const made = await runJob(dataDir, ['backup', to]);
      await load.stop();
      assert.equal(made.code, 0, made.stderr);
      const after = load.confirmed.length - before.length;
      assert.ok(after > 0, 'uploads came in meanwhile');
      const numbers =
        /^Backed up: (\d+) uploads with (\d+) records in [\d,]+ bytes; the last receipt is (\S+) of /.exec(
          made.stdout,
        )!;
      assert.ok(numbers !== null, made.stdout);
      const last = load.confirmed.indexOf(numbers[3]!);
      assert.ok(last >= before.length - 1, 'every receipt that was answered before is in it');
      await first.kill();

      const copied = await listFilesBelow(to);
      for (const path of copied) assert.ok(!readFileSync(join(to, path), 'latin1').includes(ERASED), path);
      const restored = await runJobHere(anew, ['restore', to]);
      assert.equal(restored.code, 0, restored.stderr);
      second = await startInstance({ dataDir: anew });
      assert.equal((await runJobHere(anew, ['snapshot', '--quiet'])).code, 0);
      assert.deepEqual(await factsOf(second.url), facts);
      const again = await corpusOf(second.url);
      assert.notEqual(again.epoch, corpus.epoch);
      assert.equal(again.total, corpus.total + last + 1);
      for (const id of corpus.ids) assert.ok(again.ids.includes(id), 'events are known by the same digests');
      const keyed = await fetch(`${second.url}/api/rollups/drops`, { headers: { 'x-api-key': key } });
      assert.equal(keyed.status, 200);
      const { receipt } = await postRecords(
        second.url,
        world().install(ERASED).event('again').wasOffered(quest(71)).records(),
      );
      assert.deepEqual(
        receipt.rejected?.map(({ code }) => code),
        ['install-erased'],
      );
      const refused = await runJobHere(anew, ['restore', to]);
      assert.match(refused.stderr, /^An instance is running on TW_DATA_DIR\./);
    } finally {
      await first.kill();
      await second?.kill();
    }
  }));
