import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { systemRandom } from '../../../adapters/random.ts';
import type { IntakeReply } from '../../../domain/ports/uploader.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { watchFiles } from '../../../jobs/commands/upload.ts';
import type { PlayerTools } from '../../../jobs/job.ts';
import { savedFile } from './lua_writer.ts';
import { HEAD, NO_DATA_ADDON, NOW_MS } from './support.ts';

const LOOT = { kind: 'loot', eventId: 'loot-1', capturedAt: '2026-11-22T10:00:00Z', items: [] };
const GOOD = savedFile({ ...HEAD, records: [LOOT] });
const RECEIPT: IntakeReply = {
  kind: 'receipt',
  uploadId: 'u',
  rejected: [],
  accepted: [{ index: 0, duplicate: false }],
};

/** The content of the file and the answer of the instance from a second on. */
interface Scene {
  readonly read: Result<Uint8Array, string>;
  readonly reply: IntakeReply;
}

/** Watches a file for this many seconds. It is rewritten whenever a scene has other content. */
async function watched(scenes: Readonly<Record<number, Scene>>, seconds: number, game: string | null = null) {
  const said: string[] = [];
  const stop = new AbortController();
  let nowMs = 0;
  const scene = (): Scene & { readonly since: number } => {
    const since = Math.max(
      ...Object.keys(scenes)
        .map(Number)
        .filter((from) => from * 1000 <= nowMs),
    );
    return { ...scenes[since]!, since };
  };
  const contents = [...new Set(Object.values(scenes).map(({ read }) => (read.ok ? read.value : null)))];
  const [sentAtS, complaints]: [number[], string[]] = [[], []];
  const tools: PlayerTools = {
    dataAddon: NO_DATA_ADDON,
    folder: {
      look: async () => {
        const { read } = scene();
        // An unreadable file looks unchanged.
        return ok({ bytes: 1, changedMs: contents.indexOf(read.ok ? read.value : contents.find(Boolean)!) });
      },
      read: async () => scene().read,
      readBeside: async () => ok(null),
      replaceBeside: async () => ok(undefined),
    },
    intakeAt: (url) => ({
      url,
      send: async () => {
        sentAtS.push(nowMs / 1000);
        return scene().reply;
      },
      keeps: async () => true,
      describe: async () => (game === null ? null : { game, protocol: '1.5.0' }),
    }),
    digest: nodeDigest,
    random: systemRandom,
    clock: { nowMs: () => NOW_MS },
    stopwatch: { elapsedMs: () => nowMs },
    pause: async (ms) => {
      nowMs += ms;
      if (nowMs >= seconds * 1000) stop.abort();
    },
    stop: stop.signal,
    instanceUrl: ok('http://home'),
    say: (line) => void said.push(line),
    progress: () => {},
    complain: (line) => void complaints.push(line),
    confirm: async () => null,
  };
  const NO_UPDATE = { dataAddon: false, addonsFolder: null };
  const options = {
    files: ['F.lua'],
    to: ['http://home'],
    games: new Map(),
    share: [],
    yes: true,
    dryRun: false,
    watch: true,
    ...NO_UPDATE,
  };
  await watchFiles(tools, options);
  return { sentAtS, complaints, said };
}

function good(reply: IntakeReply): Scene {
  return { read: ok(GOOD), reply };
}
const refused: IntakeReply = { kind: 'refused', error: 'No.', rejected: [] };

test('an unreadable file is tried until it can be read, and reported once', async () => {
  const locked = { read: err('EBUSY'), reply: RECEIPT };
  const { sentAtS, complaints } = await watched({ 0: locked, 100: good(RECEIPT) }, 600);
  assert.deepEqual(sentAtS, [121]);
  assert.deepEqual(complaints, ['F.lua could not be read (EBUSY). It is tried again every minute.']);
});

test('a broken or refused file is ignored until it changes', async () => {
  const other = savedFile({ ...HEAD, records: [LOOT, { ...LOOT, eventId: 'loot-2' }] });
  const accepted = [0, 1].map((index) => ({ index, duplicate: false }));
  const reply: IntakeReply = { kind: 'receipt', uploadId: 'B', accepted, rejected: [] };
  const { sentAtS, complaints } = await watched({ 0: good(refused), 400: { read: ok(other), reply } }, 900);
  assert.deepEqual(sentAtS, [1, 401]);
  assert.equal(complaints.length, 1);
  assert.match(complaints[0]!, /refused the upload: "No\." It is tried again when the file changes\.$/);

  const broken = { read: ok(GOOD.subarray(0, 100)), reply: RECEIPT };
  const cut = await watched({ 0: broken, 400: good(RECEIPT) }, 900);
  assert.deepEqual(cut.sentAtS, [401]);
  assert.match(cut.complaints.join(), /^F\.lua, line \d+, column \d+: .* It is tried again when the file changes\.$/);
});

test('a watched file with sets of another game alone is reported, and sent once it has others', async () => {
  const set = (season: number, eventId: string) => ({ ...HEAD, season, region: 3, records: [{ ...LOOT, eventId }] });
  const other = savedFile({ format: 2, sets: [set(2, 'sod')] });
  const both = savedFile({ format: 2, sets: [set(2, 'sod'), set(0, 'era')] });
  const scenes = { 0: { read: ok(other), reply: RECEIPT }, 100: { read: ok(both), reply: RECEIPT } };
  const { sentAtS, complaints, said } = await watched(scenes, 600, 'era');
  assert.deepEqual([sentAtS.length, complaints.length], [1, 1]);
  assert.ok(sentAtS[0]! > 100);
  assert.match(complaints[0]!, /^F\.lua: none of its sets can be sent; .* It is tried again when the file changes\.$/);
  const left = said.filter((line) =>
    line.includes('The set is of Season of Discovery; the instance collects Classic Era.'),
  );
  assert.equal(left.length, 2, 'each time the file was sent');
});

test('an unreachable instance is tried again, and a successful upload is not repeated', async () => {
  const stranger: IntakeReply = { kind: 'stranger', error: 'it is a page.' };
  const { sentAtS, complaints } = await watched({ 0: good(stranger), 100: good(RECEIPT) }, 600);
  assert.deepEqual(sentAtS, [1, 61, 121]);
  assert.equal(complaints.length, 1);
});
