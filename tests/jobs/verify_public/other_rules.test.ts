import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPublicReader } from '../../../adapters/verifier/public_reader.ts';
import { type VerifyVerdict, verifyExport } from '../../../jobs/verify_public/verify.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import { storeSettings } from '../../support/folder.ts';
import { runJobHere } from '../../support/run_command.ts';
import { type HeadersOf, item, npc, world } from '../../support/world.ts';
import { type Alterations, type AlteredOptions, replaceFirst, startAltered } from './altered_instance.ts';
import { everyList } from './every_list.ts';
import { shareInstance } from './shared_instance.ts';

const ENV = { TW_WITNESS_NETWORKS: '2', TW_TRUSTED_PROXIES: '1' };

/** Installs 1 to 4 send over IPv4, the others over IPv6. Those from 21 on send from the network of 1 and 2. */
const headersOf: HeadersOf = (name) => {
  const n = Number(name);
  const ipv4 = n > 20 ? `198.51.100.${n}` : `198.51.${99 + Math.ceil(n / 2)}.${n}`;
  return { 'X-Forwarded-For': n > 4 && n < 20 ? `2001:db8:${n}::1` : ipv4 };
};

const shared = shareInstance({ env: { ...ENV, TW_EXPORT_EVIDENCE: 'on' } }, async ({ url }) => {
  await everyList(7).sendTo(url, headersOf);
});

/** Sends one more window of each of these installs, writes a snapshot and an export, and returns what the latter says. */
async function exportWith(installs: readonly number[]): Promise<string> {
  const windows = world().installs(installs, (install) => install.looted(npc(6), item(2589)));
  await windows.sendTo(shared.url, headersOf);
  assert.equal((await runJobHere(shared.dataDir, ['snapshot'], ENV)).code, 0);
  const { code, stdout } = await runJobHere(shared.dataDir, ['export', '--force'], ENV);
  assert.equal(code, 0);
  return stdout;
}

function verify(url: string): Promise<VerifyVerdict> {
  return verifyExport(createPublicReader(url), { url, seed: 5, progress: () => undefined });
}

async function verifyAltered(alterations: Alterations, options?: AlteredOptions): Promise<VerifyVerdict> {
  const altered = await startAltered(shared.url, alterations, options);
  try {
    return await verify(altered.url);
  } finally {
    await altered.close();
  }
}

const withWitnesses = (witnesses: BulkIndex['witnesses']): AlteredOptions => ({
  reindex: ({ witnesses: _, ...index }) => ({ ...index, ...(witnesses === undefined ? {} : { witnesses }) }),
});

test('an instance that counts networks is accepted, and one waiting player is not described', async () => {
  assert.match(
    await exportWith([21]),
    /^Written: 4 dataset files with [\d,]+ rows, the evidence with \d+ rows, 27 list files and 8 files for addons\.\n$/,
  );
  const index = (await (await fetch(`${shared.url}/export/index.json`)).json()) as BulkIndex;
  assert.deepEqual(index.witnesses, { familiesApart: true, waiting: null });
  const { code, text } = await verify(shared.url);
  assert.equal(code, 0, text);
  assert.match(
    text,
    /^- 1 loot window of the feed in no figure\. The instance does not say how many belong to players who do not count yet, because they are only one or two\.$/m,
  );
});

test('waiting players explain no more windows than they have', async () => {
  await exportWith([22, 23]);
  // The live instance has a newer snapshot than its export, in which more players wait.
  await world()
    .installs([24, 25], (install) => install.looted(npc(6)))
    .sendTo(shared.url, headersOf);
  assert.equal((await runJobHere(shared.dataDir, ['snapshot'], ENV)).code, 0);
  const index = (await (await fetch(`${shared.url}/export/index.json`)).json()) as BulkIndex;
  assert.deepEqual(index.witnesses, { familiesApart: true, waiting: { installs: 3, windows: 3 } });
  const honest = await verify(shared.url);
  assert.equal(honest.code, 0, honest.text);
  assert.match(honest.text, /^- 3 loot windows of the feed .*\. The instance says that 3 windows belong to players/m);
  const repeated: Alterations = {
    'corpus.ndjson': (lines) => [...lines, lines.find((line) => line.includes('"sourceNpcId":9'))!],
  };
  const beyond = await verifyAltered(repeated);
  assert.equal(beyond.code, 1, beyond.text);
  assert.match(beyond.text, /^- feed: NPC \d+.* in the feed and .* behind its figures\.$/m);
  const old = await verifyAltered(repeated, withWitnesses(undefined));
  assert.match(old.text, /^- 4 loot windows .* because it has no field witnesses \(release 0\.5\.0 and earlier\)\.$/m);
  assert.doesNotMatch(old.text, /^- feed:/m);
});

test('address families are taken into account only if the index says so', async () => {
  const joined = await verifyAltered({}, withWitnesses({ familiesApart: false, waiting: null }));
  assert.equal(joined.code, 1, joined.text);
  assert.match(joined.text, /^- drops: NPC 6, item \d+: reporters is 4 in the export and 7 recounted\.$/m);
  for (const [altered, first] of [
    [
      { 'drops-zeros.ndjson': (lines) => replaceFirst(lines, '"reporters":4', '"reporters":3') },
      /^- zeros: NPC 9: reporters is 3 in the export and 7 recounted\.$/m,
    ],
    [
      { 'lists/quests.ndjson': (lines) => replaceFirst(lines, '{"value":7,"installs":4}', '{"value":7,"installs":6}') },
      /^- quests: questId 40: rewards is \[\{"value":7,"installs":6\},/m,
    ],
    [
      { 'lists/quests.ndjson': (lines) => replaceFirst(lines, '{"value":7,"installs":4},', '') },
      /^- quests: questId 40: rewards is \[\{"value":8,"installs":3\}\] in the export/m,
    ],
  ] as const satisfies readonly (readonly [Alterations, RegExp])[]) {
    assert.match((await verifyAltered(altered)).text, first);
  }
});

test('without the evidence, the rest is recounted and the output says what is not', async () => {
  const publicUrl = `http://localhost:${new URL(shared.url).port}`;
  await storeSettings(shared.dataDir, { ...ENV, TW_EXPORT_EVIDENCE: 'off', TW_PUBLIC_URL: publicUrl });
  const said = await exportWith([]);
  assert.match(said, /^Written: 4 dataset files with [\d,]+ rows, 27 list files and 8 files for addons\.\n$/);
  const { code, text } = await verify(shared.url);
  assert.equal(code, 0, text);
  assert.match(text, /^- Without the evidence \(the operator can set TW_EXPORT_EVIDENCE=on\): reporters, installs, /m);
  for (const list of ['edges', 'names', 'vendors', 'market']) {
    assert.match(text, new RegExp(`^${list} .* 0 recounted: not recounted$`, 'm'), text);
  }
  for (const list of ['feed', 'drops', 'zeros', 'answers']) {
    assert.match(text, new RegExp(`^${list} .* [1-9]\\d* recounted: ok$`, 'm'), text);
  }
  const altered = await verifyAltered({
    'drops-rates.ndjson': (lines) => replaceFirst(lines, '"rate":0.', '"rate":0.1'),
  });
  assert.equal(altered.code, 1, altered.text);
  assert.match(altered.text, /^- drops: NPC 6, item \d+: rate is /m);
});
