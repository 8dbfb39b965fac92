import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { systemRandom } from '../../../adapters/random.ts';
import type { InstanceDescription, IntakeReply, UploadFolder } from '../../../domain/ports/uploader.ts';
import { readDescription } from '../../../domain/saved_variables/send/route_sets.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { uploadJob } from '../../../jobs/commands/upload.ts';
import type { PlayerTools } from '../../../jobs/job.ts';
import { readArgs } from '../../../jobs/read_args.ts';
import { savedFile, type Written } from './lua_writer.ts';
import { HEAD, INSTALL, NO_DATA_ADDON, NOW_MS } from './support.ts';

/** Uploads of saved files with sets of several games to instances that collect one game each. */

interface Body {
  readonly season?: number;
  readonly region?: number;
  readonly records: readonly { readonly eventId: string; readonly [field: string]: unknown }[];
}

interface Scene {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** What the instances say about themselves, by address. One that is not listed does not answer. */
  readonly instances: Readonly<Record<string, Partial<InstanceDescription>>>;
  /** The answers of a player at a terminal. There is none if they are left out. */
  readonly answers?: readonly boolean[];
  readonly reply?: (url: string, body: Body) => IntakeReply | null;
  readonly besides?: Map<string, string>;
}

/** Runs the command to all of the instances of a scene. Returns the event ids that each of them got. */
async function run({ files, instances, answers, reply = () => null, besides = new Map() }: Scene, ...words: string[]) {
  const said: string[] = [];
  const asked: string[] = [];
  const bodies: { readonly to: string; readonly body: Body }[] = [];
  const folder: UploadFolder = {
    look: async () => err('ENOENT'),
    read: async (file) => (files[file] === undefined ? err('ENOENT') : ok(files[file])),
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
      send: async (text) => {
        const body = JSON.parse(text) as Body;
        bodies.push({ to: url, body });
        const accepted = body.records.map((_, index) => ({ index, duplicate: false }));
        return reply(url, body) ?? { kind: 'receipt', uploadId: `upload-${bodies.length}`, accepted, rejected: [] };
      },
      keeps: async () => true,
      describe: async () =>
        instances[url] === undefined ? null : { game: null, protocol: '1.5.0', ...instances[url] },
    }),
    pause: async () => {},
    stop: new AbortController().signal,
    progress: () => {},
    say: (line) => void said.push(line),
    complain: (line) => void said.push(line),
    confirm: async (question) => {
      asked.push(question);
      return answers?.[asked.length - 1] ?? null;
    },
  };
  const to = Object.keys(instances).flatMap((url) => ['--to', url]);
  const read = readArgs(uploadJob, [...Object.keys(files), ...to, '--yes', ...words]);
  assert.ok(!('error' in read), 'error' in read ? read.error : '');
  const end = await uploadJob.run(tools, read.args);
  said.push(end.ok ? (end.value ?? '') : `wrong: ${end.error}`);
  const got = Object.fromEntries(Object.keys(instances).map((url) => [url, [] as string[]]));
  for (const { to: url, body } of bodies) got[url]?.push(...body.records.map(({ eventId }) => eventId));
  return { said: said.join('\n'), asked, got, bodies: bodies.map(({ body }) => body), failed: !end.ok };
}

const AT = '2026-11-22T10:00:00Z';

function loot(eventId: string): Written {
  return { kind: 'loot', eventId, capturedAt: AT, items: [] };
}

/** Returns a set with one record. */
function set(eventId: string, fields: Readonly<Record<string, Written>>): Written {
  return { addonVersion: '0.7.0', protocol: '1.5.0', locale: 'enUS', ...fields, records: [loot(eventId)] };
}

const ERA = '1.15.8.67156';
const FOREVER = '1.60.1.70790';

function file(...sets: readonly Written[]): Uint8Array {
  return savedFile({ format: 2, installId: INSTALL, sets });
}

/** A file of the folder that Era and Season of Discovery share, and of a player who also plays in another region. */
const MIXED = file(
  set('era-eu', { clientBuild: ERA, season: 0, region: 3 }),
  set('era-us', { clientBuild: ERA, season: 0, region: 1 }),
  set('era-german', { clientBuild: ERA, season: 0, region: 3, locale: 'deDE' }),
  set('hardcore', { clientBuild: ERA, season: 3, region: 3 }),
  set('sod', { clientBuild: ERA, season: 2, region: 3 }),
  set('new-season', { clientBuild: ERA, season: 17, region: 3 }),
  set('no-season', { clientBuild: ERA }),
  set('no-build', { region: 3 }),
  set('forever', { clientBuild: FOREVER, season: 0, region: 3 }),
  set('test-realm', { clientBuild: FOREVER, season: 0, region: 72 }),
  set('beta', { clientBuild: ERA, season: 0, region: 90 }),
  { clientBuild: ERA, season: 0, region: 2, records: [] },
  { clientBuild: ERA, season: 0, region: 4, records: 'gone' },
);

test('each instance gets the sets of its game, and the others are named with the reason', async () => {
  const instances = { 'http://era': { game: 'era' }, 'http://sod': { game: 'sod' } };
  const { got, said, failed, bodies } = await run({ files: { F: MIXED }, instances });
  assert.deepEqual(got, {
    'http://era': ['era-eu', 'era-us', 'era-german', 'hardcore', 'new-season'],
    'http://sod': ['sod'],
  });
  assert.deepEqual(
    bodies.map(({ season, region }) => [season, region]),
    [
      [0, 3],
      [0, 1],
      [0, 3],
      [3, 3],
      [17, 3],
      [2, 3],
    ],
    'a set is an upload of its own',
  );
  const line = (n: number, build: string | null, season: number | null, region: number | null, rest: string) => {
    const fields = [
      ...(build === null ? [] : [` "${build}"`]),
      ...(season === null ? [] : [` season ${season}`]),
      ...(region === null ? [] : [` region ${region}`]),
    ];
    return `  ThirdWitnessDB.sets[${n}],${[...fields, ' "enUS"'].join(',')}: 1 record not sent. ${rest}`;
  };
  for (const expected of [
    line(
      7,
      ERA,
      null,
      null,
      'The set may be of Classic Era or Season of Discovery. Send it to one instance at a time.',
    ),
    line(8, null, null, 3, 'The set names no known game. Send it to one instance at a time.'),
    line(9, FOREVER, 0, 3, 'The set is of Forever; the instances collect Classic Era and Season of Discovery.'),
  ]) {
    assert.ok(said.includes(expected), `${expected}\n${said}`);
  }
  assert.match(
    said,
    /ThirdWitnessDB\.sets\[10\], .* region 72, "enUS": 1 record not sent\. The records must be of the released game; they are of a test realm/,
  );
  assert.match(said, /ThirdWitnessDB\.sets\[11\], .* region 90, "enUS": 1 record not sent\. The records must be/);
  assert.match(said, /ThirdWitnessDB\.sets\[13\], .*records must be a list of tables with a kind/);
  assert.ok(!said.includes('sets[12]'), 'an empty set is nothing to speak of');
  assert.match(
    said,
    /\nRecords of F \("ThirdWitnessDB\.sets\[5\]"\) to http:\/\/sod, which collects Season of Discovery: 1 stored\./,
  );
  assert.match(said, /ThirdWitnessDB\.sets\[2\], .*: addon "0\.7\.0", install known\. To http:\/\/era\.\n/);
  assert.equal(failed, false);
});

test('a single instance gets the sets that may be of its game', async () => {
  const era = await run({ files: { F: MIXED }, instances: { 'http://era': { game: 'era' } } });
  const own = ['era-eu', 'era-us', 'era-german', 'hardcore', 'new-season', 'no-season', 'no-build'];
  assert.deepEqual(era.got, { 'http://era': own });
  assert.match(
    era.said,
    /sets\[5\], .*: 1 record not sent\. The set is of Season of Discovery; the instance collects Classic Era\.\n/,
  );
  assert.match(era.said, /\nRecords of F: 7 stored\. /);

  const forever = await run({
    files: { F: file(set('sod', { clientBuild: ERA, season: 2, region: 3 })) },
    instances: { 'http://forever': { game: 'forever' } },
  });
  assert.deepEqual([forever.got, forever.failed], [{ 'http://forever': [] }, true]);
  assert.match(forever.said, /wrong: F: none of its sets can be sent; the reasons are above\.$/);

  const later = await run({ files: { F: MIXED }, instances: { 'http://new': { game: 'a-later-game' } } });
  assert.deepEqual(later.got, { 'http://new': ['no-build'] }, 'an instance of a game that this uploader does not know');
});

test('two instances of one game are refused, and one that does not answer stops the run', async () => {
  const twins = { 'http://a': { game: 'era' }, 'http://b': { game: 'sod' }, 'http://c': { game: 'era' } };
  const refused = await run({ files: { F: MIXED }, instances: twins });
  assert.deepEqual([refused.bodies, refused.failed], [[], true]);
  assert.equal(refused.said, 'wrong: http://a and http://c both collect Classic Era: give one of them with --to.');

  const away = await run({ files: { F: MIXED }, instances: { 'http://a': { game: 'era' } } }, '--to', 'http://away');
  assert.deepEqual([away.bodies, away.failed], [[], true]);
  assert.match(away.said, /^wrong: http:\/\/away did not say which game it collects: try again later/);
  // The same address twice is one instance.
  const same = await run({ files: { F: MIXED }, instances: { 'http://a': { game: 'sod' } } }, '--to', 'http://a/');
  assert.deepEqual(same.got['http://a'], ['sod', 'no-season', 'no-build']);
});

test('the player is asked about an instance that names no game, and without a terminal the run stops', async () => {
  const instances = { 'http://era': { game: 'era' }, 'http://other': {} };
  const isIt = (game: string) => `http://other does not say which game it collects. Is it ${game}?`;
  const answered = await run({ files: { F: MIXED }, instances, answers: [false, true] });
  assert.deepEqual(
    answered.asked,
    [isIt('Season of Discovery'), isIt('Forever')],
    'games of the file that no other has',
  );
  assert.deepEqual(answered.got['http://other'], ['forever']);

  const stopped = await run({ files: { F: MIXED }, instances });
  assert.deepEqual([stopped.bodies, stopped.failed], [[], true]);
  assert.match(
    stopped.said,
    /^wrong: http:\/\/other names no game, and there is no terminal to ask: its operator can set TW_GAME/,
  );
  const denied = await run({ files: { F: MIXED }, instances, answers: [false, false] });
  assert.deepEqual([denied.got['http://other'], denied.got['http://era']!.length], [[], 6]);
  assert.match(
    denied.said,
    /sets\[9\], .* The set is of Forever; the instances collect Classic Era and an unknown game\.\n/,
  );

  const two = await run({ files: { F: MIXED }, instances: { 'http://a': {}, 'http://b': {} }, answers: [true, true] });
  assert.deepEqual(
    [two.asked.length, two.got['http://a']!.length, two.got['http://b']],
    [2, 5, ['sod']],
    'the second instance cannot be of the game of the first',
  );
});

test('a single instance without a game is asked about only if the files are of several games', async () => {
  const alone = { 'http://old': {} };
  const one = await run({ files: { F: file(set('sod', { clientBuild: ERA, season: 2 })) }, instances: alone });
  assert.deepEqual([one.got, one.asked], [{ 'http://old': ['sod'] }, []]);
  const format1 = savedFile({ ...HEAD, records: [loot('old')] });
  const old = await run({ files: { F: format1 }, instances: alone });
  assert.deepEqual([old.got, old.asked], [{ 'http://old': ['old'] }, []]);

  const mixed = await run({ files: { F: MIXED }, instances: alone });
  assert.deepEqual([mixed.got, mixed.failed, mixed.asked.length], [{ 'http://old': [] }, true, 1]);
  const told = await run({ files: { F: MIXED }, instances: alone, answers: [false, false, true] });
  assert.deepEqual(told.got, { 'http://old': ['no-build', 'forever'] });
  const denied = await run({ files: { F: MIXED }, instances: alone, answers: [false, false, false] });
  assert.deepEqual(denied.got, { 'http://old': ['no-build'] });
  // Also if the games are in different files.
  const [era, forever] = [
    file(set('one', { clientBuild: ERA, season: 0 })),
    file(set('two', { clientBuild: FOREVER })),
  ];
  assert.equal((await run({ files: { era, forever }, instances: alone })).asked.length, 1);
});

test('an instance of an earlier contract gets no newer fields, and no piece again after its update', async () => {
  const place = { clientBuild: ERA, season: 0, region: 3, addonVersion: '0.7.0' };
  const common = { capturedAt: AT, sourceEvidence: 'loot-api', items: [] };
  const records: Written[] = [
    { kind: 'loot', eventId: 'corpse', ...common, sourceNpcId: 6, method: 'corpse' },
    { kind: 'loot', eventId: 'skin', ...common, sourceNpcId: 6, method: 'skinning' },
    { kind: 'loot', eventId: 'herb', ...common, sourceObjectId: 7, method: 'herbalism' },
    { kind: 'loot', eventId: 'clam', ...common, sourceItemId: 8, method: 'container' },
    {
      kind: 'vendor',
      eventId: 'vendor',
      capturedAt: AT,
      vendorNpcId: 9,
      items: [{ itemId: 1, priceCopper: 2, limited: true, limitedStock: 3 }],
    },
  ];
  const files = { F: file({ ...place, records }) };
  const besides = new Map<string, string>();
  const instance = (protocol: string | null) => ({ 'http://era': { game: 'era', protocol } });
  const old = await run({ files, instances: instance('1.4.0'), besides });
  const [body] = old.bodies;
  assert.deepEqual([body!.season, body!.region], [undefined, undefined]);
  const [corpse, skin, herb, clam, vendor] = body!.records;
  const loots = { kind: 'loot', installId: INSTALL, ...common };
  assert.deepEqual(corpse, { ...loots, eventId: 'corpse', sourceNpcId: 6 });
  // An earlier instance would count them as looted from their source.
  assert.deepEqual(
    [skin, herb, clam],
    ['skin', 'herb', 'clam'].map((eventId) => ({ ...loots, eventId })),
  );
  assert.deepEqual(vendor!['items'], [{ itemId: 1, priceCopper: 2, limitedStock: 3 }]);
  const updated = await run({ files, instances: instance('1.5.0'), besides });
  assert.deepEqual(updated.bodies, [], 'the instance refuses other content under the same event id');

  for (const protocol of ['1.5.0', '1.6.2', '2.0.0', null, 'odd']) {
    const [whole] = (await run({ files, instances: instance(protocol) })).bodies;
    assert.deepEqual([whole!.season, whole!.region, whole!.records[1]!['method']], [0, 3, 'skinning'], `${protocol}`);
  }
});

test('a set that an instance refuses as a whole does not stop the others, and all refusals of a file are listed', async () => {
  const broken = { ...(loot('broken') as object), items: 3 };
  const files = {
    F: file(
      set('at-us', { clientBuild: ERA, season: 0, region: 1 }),
      set('at-eu', { clientBuild: ERA, season: 0, region: 3 }),
      { ...(set('', { clientBuild: ERA, season: 0, region: 5 }) as object), records: [loot('at-cn'), broken] },
      { ...(set('', { clientBuild: ERA, season: 2, region: 3 }) as object), records: [loot('sod'), broken] },
    ),
  };
  const instances = { 'http://era': { game: 'era' }, 'http://sod': { game: 'sod' } };
  const besides = new Map<string, string>();
  const reply = (_: string, { region }: Body): IntakeReply | null =>
    region === 1 ? { kind: 'refused', error: 'Not from there.', rejected: [] } : null;
  const { got, said, failed } = await run({ files, instances, reply, besides });
  assert.deepEqual([got, failed], [{ 'http://era': ['at-us', 'at-eu', 'at-cn'], 'http://sod': ['sod'] }, true]);
  assert.match(said, /to http:\/\/era, which collects Classic Era: 2 stored and 1 refused/);
  assert.match(said, /to http:\/\/sod, which collects Season of Discovery: 1 stored and 1 refused/);
  assert.match(said, /wrong: F was not sent completely\. The instance refused the upload: "Not from there\."/);
  assert.equal(besides.get('F.third-witness-refused.ndjson')!.trim().split('\n').length, 2);
  // The next run sends what was refused, and nothing else.
  assert.deepEqual((await run({ files, instances, besides })).got, { 'http://era': ['at-us'], 'http://sod': [] });
});

test('an instance is described by words alone', () => {
  const unknown = { game: null, protocol: null };
  for (const value of [
    null,
    undefined,
    5,
    'text',
    [],
    {},
    { game: 5, protocol: ['1.5.0'] },
    { game: '', protocol: ' ' },
  ])
    assert.deepEqual(readDescription(value), unknown);
  assert.deepEqual(readDescription({ game: 'era\u001b[2J', protocol: 'x'.repeat(65) }), unknown);
  const described = { game: 'era', protocol: '1.5.0-rc.1+7' };
  assert.deepEqual(readDescription({ ...described, limits: {} }), described);
});

test('values of a wrong type refuse only their set, and cannot write to the terminal', async () => {
  const files = {
    F: file(
      set('good', { clientBuild: ERA, season: 0, region: 3 }),
      set('fraction', { clientBuild: ERA, season: 0.5, region: 3 }),
      set('large', { clientBuild: ERA, season: 0, region: 100 }),
      set('escape', { clientBuild: `\u001b[2J${ERA}`, locale: 'german', season: 2 }),
    ),
  };
  const { got, said } = await run({ files, instances: { 'http://era': { game: 'era' } } });
  assert.deepEqual(got, { 'http://era': ['good'] });
  assert.match(said, /sets\[2\], .*: cannot be sent: season must be/);
  assert.match(said, /sets\[3\], .*: cannot be sent: region must be/);
  assert.match(said, /sets\[4\], .*: cannot be sent: clientBuild must be/);
  assert.ok(!said.includes('\u001b'));
});

test('an old global beside sets is sent as before, and a growing file repeats nothing', async () => {
  const earlier = savedFile(
    { ...HEAD, locale: 'deDE', records: [loot('earlier')] },
    undefined,
    'ThirdWitnessEarlierDB',
  );
  const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const eu = set('at-eu', { clientBuild: ERA, season: 0, region: 3 });
  const instances = { 'http://era': { game: 'era' } };
  const besides = new Map<string, string>();
  const first = await run({ files: { F: join(file(eu), earlier) }, instances, besides });
  assert.deepEqual(first.got['http://era'], ['at-eu', 'earlier'], first.said);
  // The addon converted the old global, and the player went to another region and came back.
  const converted = set('earlier', { clientBuild: ERA, locale: 'deDE' });
  const us = set('at-us', { clientBuild: ERA, season: 0, region: 1 });
  const again = { ...(eu as object), records: [loot('at-eu'), loot('at-eu-2')] };
  const second = await run({ files: { F: file(converted, us, again) }, instances, besides });
  assert.deepEqual(second.got['http://era'], ['at-us', 'at-eu', 'at-eu-2'], 'only the last piece of a set that grew');
});
