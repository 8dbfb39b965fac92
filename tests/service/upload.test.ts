import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createIntakeClient } from '../../adapters/uploader/player_tools.ts';
import type { Written } from '../domain/saved_variables/lua_writer.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { instanceEnv, inTempDir, programArgs, runJob, sleep } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import {
  addonFile,
  confirmedPieces,
  heldTexts,
  rollRecords,
  runProgram,
  storedTexts,
  uploadAndKill,
} from '../support/upload.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Creates a data folder, and another folder that contains an addon's file. */
function inFolders(work: (dataDir: string, folder: string, file: string) => Promise<void>): Promise<void> {
  return inTempDir((dir) => {
    const folder = join(dir, 'SavedVariables');
    mkdirSync(folder);
    return work(join(dir, 'data'), folder, join(folder, 'ThirdWitness.lua'));
  });
}

test('a file that is uploaded with two kills on the way is stored exactly once, record by record', async () => {
  await inFolders(async (dataDir, folder, file) => {
    const records = rollRecords(4_500);
    writeFileSync(file, addonFile(records));
    const instance = await startInstanceHere({ dataDir });
    try {
      const to = ['--to', instance.url];
      const looked = await runJobHere(dataDir, ['upload', file, ...to, '--dry-run']);
      assert.equal(looked.code, 0, looked.stderr);
      assert.match(
        looked.stdout,
        /: 4,500 records to send in \d+ uploads \((?:\d+ KB|\d+\.\d MB)\)\.\n {2}ThirdWitnessDB: addon "0\.5\.0", install known\.\n/,
      );
      assert.match(looked.stdout, /\n +90 achievement_owned\n/);
      assert.match(looked.stdout, /\nNothing was sent\.\n$/);
      assert.deepEqual(readdirSync(folder), ['ThirdWitness.lua'], 'nothing is written beside it');
      assert.deepEqual(await heldTexts(dataDir), []);

      assert.equal(await uploadAndKill(file, instance.url, 1), null, 'it was killed, and had not ended');
      assert.ok(confirmedPieces(file) >= 1);
      assert.equal(await uploadAndKill(file, instance.url, 3), null);
      const before = confirmedPieces(file);
      const done = await runJobHere(dataDir, ['upload', file, ...to, '--yes']);
      assert.equal(done.code, 0, done.stderr);
      assert.match(done.stdout, /Records of .+: \d+ stored.* sent by an earlier run\. /);
      assert.ok(confirmedPieces(file) > before, 'the last run sent the rest');
      const [link, ...others] = done.stdout.match(/http\S+\/upload\/[\w-]{22}(?!\S)/g) ?? [];
      assert.deepEqual(others, [], 'all pieces of the file share one page');
      assert.equal((await fetch(link!)).status, 200, link);
    } finally {
      await instance.stop();
    }
    assert.deepEqual(await heldTexts(dataDir), storedTexts(records));
    assert.ok(!existsSync(`${file}.third-witness-refused.ndjson`));
  });
});

test('the program that an instance serves needs no other file, and sends to that instance', async () => {
  await inFolders(async (dataDir, folder, file) => {
    const bad = { kind: 'loot', eventId: 'bad-1', capturedAt: '2026-03-01T00:00:00Z', items: 3 };
    writeFileSync(file, addonFile([...rollRecords(30), bad]));
    writeFileSync(join(folder, 'Broken.lua'), 'X = {\n  records = {\n    { kind = "loot",\n');
    const instance = await startInstanceHere({ dataDir });
    try {
      const response = await fetch(`${instance.url}/uploader.mjs`);
      assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(response.headers.get('cache-control'), 'public, no-cache');
      writeFileSync(join(folder, 'uploader.mjs'), await response.text());
      const help = await runProgram(folder, ['uploader.mjs']);
      assert.match(help.stdout, /^Usage: node uploader\.mjs \[FILE\]… \[--to URL\]/);
      const broken = await runProgram(folder, ['uploader.mjs', 'Broken.lua', '--yes']);
      assert.equal(broken.code, 1);
      assert.match(
        broken.stderr,
        /^Broken\.lua, line 4, column 1: the file ends too early: the table that begins in line 3/,
      );
      const sent = await runProgram(folder, ['uploader.mjs', 'ThirdWitness.lua', '--yes']);
      assert.equal(sent.code, 0, sent.stderr);
      assert.match(
        sent.stdout,
        /Records of ThirdWitness\.lua: 30 stored and 1 refused \(ThirdWitness\.lua\.third-witness-refused\.ndjson says why\)/,
      );
      const [link = '', ...others] = sent.stdout.match(/^ {2}http.*$/gm) ?? [];
      assert.match(link, new RegExp(`^  http://localhost:${instance.port}/upload/[\\w-]{22}$`));
      assert.deepEqual(others, []);
      const result = await fetch(link.trim());
      assert.deepEqual([result.status, result.headers.get('cache-control')], [200, 'no-store']);
      assert.match(await result.text(), /<strong>30 records<\/strong> stored\./);
      const refused = readFileSync(`${file}.third-witness-refused.ndjson`, 'utf8');
      assert.match(
        refused,
        /^\{"line":\d+,"kind":"loot","code":"wrong-type","pointer":"\/items","reason":"items must be .*; got 3\."\}\n$/,
      );
    } finally {
      await instance.stop();
    }
    assert.equal((await heldTexts(dataDir)).length, 30);
  });
});

test('a computer whose clock is ten days slow uploads what its player recorded', async () => {
  await inFolders(async (dataDir, folder, file) => {
    const loot = { kind: 'loot', eventId: 'loot-1', capturedAt: new Date().toISOString(), items: [] };
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString();
    writeFileSync(file, addonFile([loot, { ...loot, eventId: 'loot-2', capturedAt: tomorrow }]));
    const instance = await startInstanceHere({ dataDir });
    try {
      writeFileSync(join(folder, 'uploader.mjs'), await (await fetch(`${instance.url}/uploader.mjs`)).text());
      const slow = 'const now = Date.now;\nDate.now = () => now() - 864_000_000;\nawait import("./uploader.mjs");\n';
      writeFileSync(join(folder, 'slow.mjs'), slow);
      const sent = await runProgram(folder, ['slow.mjs', 'ThirdWitness.lua', '--yes']);
      assert.match(sent.stdout, /Records of ThirdWitness\.lua: 1 stored and 1 refused /, sent.stderr);
      const refused = readFileSync(`${file}.third-witness-refused.ndjson`, 'utf8');
      assert.match(refused, /^\{"line":\d+,"kind":"loot",.*"code":"captured-at-future","pointer":"\/capturedAt",/);
    } finally {
      await instance.stop();
    }
    assert.equal((await heldTexts(dataDir)).length, 1);
  });
});

test('the served program installs the addon of data next to the game', async () => {
  await inFolders(async (dataDir, folder) => {
    const game = join(folder, '_classic_era_');
    const addons = join(game, 'Interface', 'AddOns');
    const saved = join(game, 'WTF', 'Account', 'ONE', 'SavedVariables');
    mkdirSync(addons, { recursive: true });
    mkdirSync(saved, { recursive: true });
    const file = join(saved, 'ThirdWitness.lua');
    writeFileSync(file, addonFile(rollRecords(3)));
    const instance = await startInstanceHere({ dataDir });
    try {
      writeFileSync(join(folder, 'uploader.mjs'), await (await fetch(`${instance.url}/uploader.mjs`)).text());
      const early = await runProgram(folder, ['uploader.mjs', '--data-addon', '--addons', addons]);
      const isWritten = early.code === 0;
      if (!isWritten) assert.match(early.stderr, /could not be fetched \("status 404"\)/);
      assert.equal((await runJobHere(dataDir, ['export', '--force'])).code, 0);
      const both = await runProgram(folder, ['uploader.mjs', '--data-addon', '--yes', file]);
      assert.equal(both.code, 0, both.stderr);
      assert.match(both.stdout, /^ThirdWitness_Data is installed in .*AddOns\. /);
      assert.match(both.stdout, /Records of .*ThirdWitness\.lua: 3 stored\./);
      assert.match(readFileSync(join(addons, 'ThirdWitness_Data', 'data.lua'), 'utf8'), /\nThirdWitness_Data = \{\n/);
      const nowhere = await runProgram(folder, ['uploader.mjs', '--data-addon']);
      assert.match(nowhere.stderr, /^The game's AddOns folder was not found: give it with --addons/);
      assert.equal(nowhere.code, 1);
    } finally {
      await instance.stop();
    }
  });
});

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly atMs: number;
  readonly records: readonly Written[];
}

/** Starts a server on loopback that answers uploads as the test specifies. */
async function inServer(
  answer: (call: number, heard: Heard) => { status: number; headers?: Record<string, string>; body: unknown },
  work: (url: string, heard: readonly Heard[]) => Promise<void>,
): Promise<void> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    // This server does not say which game it collects.
    if (request.url?.endsWith('/schema/limits.json')) return void response.writeHead(404).end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const text = chunks.length === 0 ? '{"records":[]}' : gunzipSync(Buffer.concat(chunks)).toString('utf8');
    const { records } = JSON.parse(text) as { records: Written[] };
    heard.push({ headers: request.headers, path: request.url ?? '', atMs: performance.now(), records });
    const { status, headers = {}, body } = answer(heard.length, heard.at(-1)!);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function receiptOf({ records }: Heard) {
  return {
    ok: true,
    persisted: true,
    uploadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    rejected: [],
    accepted: records.map((record, index) => ({ index, kind: (record as { kind: string }).kind, duplicate: false })),
  };
}

test('the uploader waits for Retry-After, and needs no data folder', async () => {
  await inFolders(async (dataDir, _folder, file) => {
    writeFileSync(file, addonFile(rollRecords(20)));
    const answers = (call: number, heard: Heard) =>
      call === 1
        ? { status: 429, headers: { 'Retry-After': '2' }, body: { ok: false, error: 'Too many.', persisted: false } }
        : { status: 200, body: receiptOf(heard) };
    await inServer(answers, async (url, heard) => {
      const run = await runJob(dataDir, ['upload', file, '--to', `${url}/`, '--yes']);
      assert.equal(run.code, 0, run.stderr);
      assert.ok(heard.length >= 2);
      assert.ok(heard[1]!.atMs - heard[0]!.atMs >= 2_000, 'it came back too soon');
      assert.equal(heard[0]!.headers['content-encoding'], 'gzip');
      assert.equal(heard[0]!.headers['content-type'], 'application/json');
      const [first, second] = heard;
      assert.deepEqual(second!.records, first!.records);
    });
    assert.ok(!existsSync(dataDir), 'none is made either');
  });
});

/** A redirect to `location`, and the address that the error suggests instead. */
function movedTo(location: string, instance: string | null) {
  const error =
    instance === null
      ? 'its answer to an upload (status 308) is not from this service.'
      : `it redirects uploads to ${instance}; give that address with --to.`;
  return [308, { Location: location }, {}, { kind: 'stranger', error }] as const;
}

test('answers of an instance are distinguished from those of other servers', async () => {
  const busy = { ok: false, error: 'Busy.', persisted: false };
  const rejected = [{ index: 0, code: 'day-quota', pointer: '', reason: 'Too much.' }];
  const soon = new Date(Date.now() + 60_000).toUTCString();
  const cases: readonly (readonly [number, Record<string, string>, unknown, object])[] = [
    [503, { 'Retry-After': '30' }, busy, { kind: 'later', error: 'Busy.', afterS: 30 }],
    [
      503,
      // The clock of the player's computer does not matter.
      { 'Retry-After': 'Thu, 05 Nov 2026 10:00:40 GMT', Date: 'Thu, 05 Nov 2026 10:00:00 GMT' },
      busy,
      { kind: 'later', error: 'Busy.', afterS: 40 },
    ],
    [503, { 'Retry-After': 'soon' }, busy, { kind: 'later', error: 'Busy.', afterS: null }],
    [502, {}, 'no JSON of ours', { kind: 'later', error: 'status 502', afterS: null }],
    [422, {}, { ...busy, rejected }, { kind: 'refused', error: 'Busy.', rejected }],
    [413, {}, busy, { kind: 'refused', error: 'Busy.', rejected: [] }],
    [404, {}, {}, { kind: 'stranger', error: 'its answer to an upload (status 404) is not from this service.' }],
    [
      200,
      {},
      { ok: true },
      { kind: 'stranger', error: 'its answer to an upload (status 200) is not from this service.' },
    ],
    movedTo('https://other.example/api/intake', 'https://other.example'),
    movedTo('https://user@other.example/games/tw/api/intake?x=1#y', 'https://other.example/games/tw'),
    movedTo('//other.example/tw/api/intake', 'http://other.example/tw'),
    // The redirect names no usable address of an instance, or names this one.
    movedTo('https://other.example/login', null),
    movedTo('/api/intake', null),
    movedTo('javascript:0/api/intake', null),
    movedTo(`https://other.example/${'x'.repeat(300)}/api/intake`, null),
  ];
  for (const [status, headers, body, reply] of cases) {
    await inServer(
      () => ({ status, headers, body }),
      async (url) => assert.deepEqual(await createIntakeClient(url).send('{"records":[]}'), reply),
    );
  }
  await inServer(
    () => ({ status: 429, headers: { 'Retry-After': soon }, body: busy }),
    async (url) => {
      const reply = await createIntakeClient(url).send('{"records":[]}');
      assert.ok(reply.kind === 'later' && reply.afterS !== null && reply.afterS > 50 && reply.afterS <= 61);
    },
  );
  // A redirect within the same origin to its base path.
  await inServer(
    () => ({ status: 301, headers: { Location: '/games/api/intake' }, body: {} }),
    async (url) => {
      const reply = await createIntakeClient(`${url}/tw`).send('{"records":[]}');
      assert.ok(reply.kind === 'stranger' && reply.error.includes(`${url}/games;`));
    },
  );
  const gone = await createIntakeClient('http://127.0.0.1:1').send('{}');
  assert.ok(gone.kind === 'unreachable' && gone.cause !== '');
});

test('an upload counts as lost only if the instance explicitly says so', async () => {
  for (const [status, kept] of [
    ...([
      [200, true],
      [404, false],
      [429, null],
      [503, null],
    ] as const),
    ...([
      [302, null],
      [400, null],
    ] as const),
  ] as const) {
    await inServer(
      () => ({ status, headers: { Location: '/' }, body: {} }),
      async (url, heard) => {
        assert.equal(await createIntakeClient(`${url}/tw`).keeps('01ARZ/../x'), kept, `${status}`);
        assert.equal(heard[0]!.path, '/tw/upload/01ARZ%2F..%2Fx');
      },
    );
  }
  assert.equal(await createIntakeClient('http://127.0.0.1:1').keeps('01'), null);
});

test('a watched file is uploaded whenever it has changed and is stable', async () => {
  await inFolders(async (dataDir, _folder, file) => {
    const records = rollRecords(40);
    writeFileSync(file, addonFile(records.slice(0, 20)));
    await inServer(
      (_, heard) => ({ status: 200, body: receiptOf(heard) }),
      async (url, heard) => {
        const child = spawn(
          process.execPath,
          programArgs('jobs/main.ts', 'upload', file, '--to', url, '--yes', '--watch'),
          {
            cwd: TOP,
            env: instanceEnv(dataDir),
            stdio: 'ignore',
          },
        );
        const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
        const sent = () => new Set(heard.flatMap((one) => one.records.map((record) => JSON.stringify(record)))).size;
        const until = async (count: number): Promise<void> => {
          for (let i = 0; i < 400 && sent() < count; i++) await sleep(50);
        };
        try {
          await until(20);
          assert.equal(sent(), 20);
          writeFileSync(file, addonFile(records));
          await until(40);
          assert.equal(sent(), 40);
        } finally {
          process.kill(child.pid!, 'SIGTERM');
        }
        assert.equal(await exited, 0);
      },
    );
  });
});
