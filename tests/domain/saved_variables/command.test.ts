import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { systemRandom } from '../../../adapters/random.ts';
import type { UploadFolder } from '../../../domain/ports/uploader.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { uploadJob } from '../../../jobs/commands/upload.ts';
import type { PlayerTools } from '../../../jobs/job.ts';
import { readArgs } from '../../../jobs/read_args.ts';
import { savedFile, type Written } from './lua_writer.ts';
import { HEAD, NO_DATA_ADDON, NOW_MS, TOKEN } from './support.ts';

const AT = '2026-11-22T10:00:00Z';
const LOOT: Written = { kind: 'loot', eventId: 'loot-1', capturedAt: AT, items: [] };
const GOLD: Written = {
  kind: 'gold_snapshot',
  eventId: 'gold-1',
  capturedAt: AT,
  character: 'Anna',
  realm: 'Everlook',
  copper: 3,
};

interface Run {
  readonly said: string;
  readonly asked: readonly string[];
  readonly sent: readonly { readonly to: string; readonly kinds: readonly string[] }[];
}

/** Runs the command on files with these answers of the user, or without a terminal if `answers` is null. */
async function run(
  files: Readonly<Record<string, Written>>,
  words: readonly string[],
  answers: readonly boolean[] | null,
  refusedKinds: readonly string[] = [],
  besides = new Map<string, string>(),
): Promise<Run> {
  const said: string[] = [];
  const asked: string[] = [];
  const sent: Run['sent'][number][] = [];
  const folder: UploadFolder = {
    look: async () => err('ENOENT'),
    read: async (file) => (file in files ? ok(savedFile(files[file]!)) : err('ENOENT')),
    readBeside: async (path, ending) => ok(besides.get(path + ending) ?? null),
    replaceBeside: async (path, ending, text) => {
      if (text === null) besides.delete(path + ending);
      else besides.set(path + ending, text);
      return ok(undefined);
    },
  };
  const tools: PlayerTools = {
    folder,
    dataAddon: NO_DATA_ADDON,
    digest: nodeDigest,
    random: systemRandom,
    clock: { nowMs: () => NOW_MS },
    stopwatch: { elapsedMs: () => 0 },
    instanceUrl: ok('http://home'),
    intakeAt: (url) => ({
      url,
      send: async (body) => {
        const { records } = JSON.parse(body) as { records: { kind: string }[] };
        sent.push({ to: url, kinds: records.map(({ kind }) => kind) });
        const indexes = records.map((_, index) => index);
        const isRefused = (index: number): boolean => refusedKinds.includes(records[index]!.kind);
        const accepted = indexes.filter((index) => !isRefused(index)).map((index) => ({ index, duplicate: false }));
        const why = { code: 'over-quota', pointer: '', reason: 'too many.' };
        const rejected = indexes.filter(isRefused).map((index) => ({ index, ...why }));
        return { kind: 'receipt', uploadId: 'AN-ID', accepted, rejected };
      },
      keeps: async () => true,
      describe: async () => null,
    }),
    pause: async () => {},
    stop: new AbortController().signal,
    progress: () => {},
    say: (line) => void said.push(line),
    complain: (line) => void said.push(line),
    confirm: async (question) => {
      asked.push(question);
      return answers === null ? null : (answers[asked.length - 1] ?? false);
    },
  };
  const read = readArgs(uploadJob, words);
  assert.ok(!('error' in read));
  const end = await uploadJob.run(tools, read.args);
  said.push(end.ok ? (end.value ?? '') : `wrong: ${end.error}`);
  return { said: said.join('\n'), asked, sent };
}

const FILE: Written = { ...HEAD, sharing: { gold: true }, grantTokens: [TOKEN], records: [LOOT, GOLD] };

test('the command asks before it sends, and sends nothing if nobody can answer', async () => {
  const yes = await run({ a: FILE }, ['a'], [false, true]);
  assert.deepEqual(yes.asked, [
    'The addon says to share gold. Send these records, too?',
    'Send 1 record to http://home?',
  ]);
  assert.deepEqual(yes.sent, [{ to: 'http://home', kinds: ['loot'] }]);
  assert.match(
    yes.said,
    /Records of [^:]+: 1 stored\. See what becomes of them:\n {2}http:\/\/home\/upload\/[\w-]{22}\n/,
  );

  const no = await run({ a: FILE }, ['a'], [false, false]);
  assert.deepEqual([no.sent, no.said.endsWith('\nNothing was sent.')], [[], true]);
  const nobody = await run({ a: FILE }, ['a'], null);
  assert.deepEqual(nobody.sent, []);
  assert.match(nobody.said, /wrong: upload asks before it sends, but there is no terminal to answer: use --yes/);
  const looked = await run({ a: FILE }, ['a', '--dry-run'], null);
  assert.deepEqual([looked.sent, looked.asked], [[], []]);
});

test('named categories are sent if they are chosen on the command line or when asked', async () => {
  const shared = (one: Run) => one.sent.flatMap(({ kinds }) => kinds);
  const quiet = await run({ a: FILE }, ['a', '--yes'], null);
  assert.deepEqual([shared(quiet), quiet.asked], [['loot'], []], 'the file alone chooses nothing');
  assert.match(
    quiet.said,
    /1 not sent: they name players \(--share gold sends them\), although the addon says to share them/,
  );
  assert.deepEqual(shared(await run({ a: FILE }, ['a', '--yes', '--share', 'gold'], null)), ['loot', 'gold_snapshot']);
  assert.deepEqual(shared(await run({ a: FILE }, ['a'], [true, true])), ['loot', 'gold_snapshot']);
  assert.deepEqual(shared(await run({ a: FILE }, ['a', '--yes', '--share=guild, gear'], null)), ['loot']);
});

test('a bad file among several is reported, and the others are sent', async () => {
  const files = {
    good: { ...HEAD, records: [LOOT] },
    old: { ...HEAD, protocol: '3.0.0', records: [LOOT] },
    empty: { x: 1 },
  };
  const done = await run(
    files,
    ['good', 'gone', 'old', 'empty', 'good', '--yes', '--to', 'https://other.example/base/'],
    null,
  );
  assert.deepEqual(done.sent, [{ to: 'https://other.example/base', kinds: ['loot'] }]);
  assert.match(
    done.said,
    /wrong: gone was not found: give the full path of the file, in quotation marks if it contains spaces\.$/,
  );
  assert.match(done.said, /ThirdWitnessDB: cannot be sent: protocol must be/);
  assert.match(done.said, /empty: no records\./);
});

test('the command fails if every record of a file was refused, also on the next run, and succeeds if only some were', async () => {
  const CRAFT: Written = { ...LOOT, eventId: 'loot-2' };
  const files = { a: { ...HEAD, records: [LOOT, CRAFT] } };
  const besides = new Map<string, string>();
  const failed =
    /\nwrong: a: all 2 of its records were refused, so nothing was stored; a\.third-witness-refused\.ndjson says why\.$/;
  const all = await run(files, ['a', '--yes'], null, ['loot'], besides);
  assert.match(all.said, failed);
  assert.equal(besides.get('a.third-witness-refused.ndjson')?.split('\n').length, 3);
  const again = await run(files, ['a', '--yes'], null, ['loot'], besides);
  assert.match(again.said, failed);

  const broken = { ...LOOT, items: 3 };
  const here = await run({ a: { ...HEAD, records: [broken, { ...broken, eventId: 'loot-2' }] } }, ['a', '--yes'], null);
  assert.deepEqual(here.sent, []);
  assert.match(here.said, failed);

  const some = await run({ a: { ...HEAD, records: [LOOT, broken] } }, ['a', '--yes'], null);
  assert.doesNotMatch(some.said, /wrong:/);
  assert.match(some.said, /Records of a: 1 stored and 1 refused \(a\.third-witness-refused\.ndjson says why\)/);

  const shared = ['a', '--yes', '--share', 'gold'];
  const outbox = new Map<string, string>();
  assert.match(
    (await run({ a: FILE }, shared, null, ['gold_snapshot'], outbox)).said,
    /Records of a: 1 stored and 1 refused/,
  );
  const rest = await run({ a: FILE }, shared, null, ['gold_snapshot'], outbox);
  assert.match(rest.said, /: 1 sent by an earlier run and 1 refused/);
});

test('unknown arguments are reported', async () => {
  const wrong = async (...words: readonly string[]) => (await run({}, ['a', ...words], null)).said;
  assert.match(
    await wrong('--to', 'witness.example'),
    /^wrong: --to must be the address of an instance.*; got "witness\.example"\.$/,
  );
  assert.match(await wrong('--to', 'ftp://x'), /^wrong: --to must be/);
  assert.match(await wrong('--to', 'https://a:b@x'), /^wrong: --to must be/);
  assert.match(
    await wrong('--share', 'gold,all'),
    /^wrong: --share takes guild, gear, gold and collection.*; got "all"\.$/,
  );
  assert.match(await wrong('--dry-run', '--watch'), /^wrong: --dry-run sends nothing/);
});

test('a run without files needs --data-addon', async () => {
  assert.equal((await run({}, ['--yes'], null)).said, 'wrong: upload takes FILE…; got nothing.');
  assert.equal(
    (await run({ a: FILE }, ['a', '--addons', 'x'], null)).said,
    'wrong: --addons is only used with --data-addon: add it.',
  );
});
