import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listFilesBelow } from '../../adapters/backups/folders.ts';
import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import { readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { nodeDigest } from '../../adapters/digest.ts';
import { UNFIT_FILE_SYSTEMS } from '../../adapters/doctor/check_folder.ts';
import FINDINGS from '../../adapters/doctor/findings.json' with { type: 'json' };
import { openWriter } from '../../adapters/libsql/database.ts';
import type { DoctorFinding } from '../../domain/ports/doctor.ts';
import type { HealthResponse } from '../../schema/responses/healthResponse.ts';
import { storeSettings } from '../support/folder.ts';
import { freePort, type Instance, runJob, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { keep, questTold } from './kept_uploads.ts';
import { prepareDataDir } from './support.ts';

const withFolder = prepareDataDir(async (dir) => {
  await keep(dir, [questTold('install-of-ada', 5, 'Wolves')]);
  const run = await runJobHere(dir.root, ['snapshot']);
  assert.equal(run.code, 0, run.stderr);
});

const seen = new Set<string>();

interface Examined {
  readonly code: number | null;
  readonly ids: readonly string[];
  readonly text: (id: string) => string;
}

/** What doctor says of the file system of the temporary folder, on which the other tests do not depend. */
const OWN_SYSTEM = UNFIT_FILE_SYSTEMS.get(fs.statfsSync(tmpdir()).type) ?? null;

function omitOwnSystem(finding: DoctorFinding): DoctorFinding {
  const isOwn = finding.id === 'folder.disk' && OWN_SYSTEM !== null && finding.text.includes(OWN_SYSTEM);
  return isOwn ? { id: 'folder.usable', state: 'ok', text: '' } : finding;
}

function read({ code, stdout }: { readonly code: number | null; readonly stdout: string }): Examined {
  const { findings: all, errors } = JSON.parse(stdout) as { findings: readonly DoctorFinding[]; errors: number };
  const findings = all.map(omitOwnSystem);
  assert.equal(code, errors > 0 ? 1 : 0);
  assert.equal(errors, findings.filter(({ state }) => state === 'error').length);
  for (const { id, state, text } of findings) {
    seen.add(id);
    assert.equal(state, FINDINGS[id as keyof typeof FINDINGS][0]);
    assert.doesNotMatch(text, /undefined|\{|install-of-ada/);
  }
  return {
    code,
    ids: findings.map(({ id }) => id),
    text: (id) =>
      findings
        .filter((one) => one.id === id)
        .map(({ text }) => text)
        .join('\n'),
  };
}

async function examine(root: string, env: Record<string, string> = {}, ...args: string[]): Promise<Examined> {
  return read(await runJobHere(root, ['doctor', '--json', ...args], { TW_LIMITS: 'on', ...env }));
}

function problems({ ids }: Examined): readonly string[] {
  return ids.filter((id) => FINDINGS[id as keyof typeof FINDINGS][0] !== 'ok');
}

test('a folder that no instance runs on is examined without a change to it', async () => {
  await withFolder(async (dir) => {
    await storeSettings(dir.root, { TW_GAME: 'era', TW_CONTACT: 'us@a.example' });
    const stateOf = async () =>
      // SQLite removes the empty log of a database that nobody has open.
      (await listFilesBelow(dir.root))
        .filter((path) => !/-(?:wal|shm)$/.test(path))
        .map((path) => [path, nodeDigest.sha256(readFileSync(join(dir.root, path)).toString('hex'))]);
    const before = await stateOf();
    const examined = await examine(dir.root);
    assert.equal(examined.code, 0);
    assert.deepEqual(problems(examined), ['backups.none', 'instance.stopped']);
    assert.deepEqual(
      examined.ids.filter((id) => id === 'folder.sound'),
      Array(3).fill('folder.sound'),
    );
    assert.deepEqual(await stateOf(), before);
    const { stdout } = await runJobHere(dir.root, ['doctor'], { TW_LIMITS: 'on' });
    assert.match(stdout, /^ok {7}settings\.valid {7}The TW_ variables/m);
    assert.match(stdout, OWN_SYSTEM === null ? /^0 errors, 2 warnings\.$/m : /^0 errors, 3 warnings\.$/m);
  });
});

test('a folder that does not exist is reported and not created', async () => {
  const root = join(tmpdir(), `third-witness-none-${process.pid}`);
  const examined = await examine(root);
  assert.equal(examined.code, 1);
  assert.deepEqual(problems(examined), ['folder.missing', 'settings.game', 'settings.contact', 'instance.stopped']);
  assert.equal(existsSync(root), false);
  const long = await examine(join(tmpdir(), 'x'.repeat(120)));
  assert.match(long.text('folder.wrong'), /short enough for a socket/);
});

test('every faulty setting is named at once, and secrets are not shown', async () => {
  await withFolder(async (dir) => {
    const examined = await examine(dir.root, {
      TW_SERVCE_NAME: 'x',
      TW_PORT: 'abc',
      TW_SYNC_URL: 'http://x.example',
      TW_PUBLISH_URL: 'secret thing',
      TW_LIMITS: 'off',
      TW_LOG: 'debug',
      TW_FEED_TIME: 'day',
    });
    const sentences = examined.text('settings.wrong');
    assert.match(
      sentences,
      /^TW_SERVCE_NAME is not known to this release; the nearest variable is TW_SERVICE_NAME\.$/m,
    );
    assert.match(sentences, /^TW_PORT must be a whole number/m);
    assert.match(sentences, /^TW_SYNC_URL must be left out if TW_ROLE is primary/m);
    assert.match(sentences, /^TW_PUBLISH_URL must be .* it is set\.$/m);
    assert.match(sentences, /^TW_FEED_TIME must be left out or be "exact"/m);
    assert.doesNotMatch(sentences, /secret/);
    assert.ok(['settings.limits', 'settings.debug', 'folder.usable'].every((id) => examined.ids.includes(id)));
    assert.equal(examined.ids.includes('settings.valid'), false);
    const edge = await examine(dir.root, { TW_ROLE: 'edge' });
    assert.match(edge.text('settings.wrong'), /^TW_SYNC_URL must be the libSQL server/);
    const token = await examine(dir.root, { TW_PUBLISH_TOKEN: 'secret' });
    assert.match(token.text('settings.wrong'), /^TW_PUBLISH_TOKEN must be set together/);
  });
});

async function damageMiddle(path: string): Promise<void> {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4_096, 8_192);
  writeFileSync(path, bytes);
}

/** Ways to break a folder, the finding about each, and whether it is an error. */
const BROKEN: readonly (readonly [id: string, damage: (dir: DataDir) => unknown])[] = [
  ['folder.open', ({ root }) => chmodSync(root, 0o755)],
  ['folder.snapshot', ({ pointer }) => rmSync(pointer)],
  ['folder.unreadable', ({ identity }) => writeFileSync(identity, 'x')],
  ['folder.wrong', ({ uploadsDb }) => rmSync(uploadsDb)],
  ['folder.wrong', ({ linkFile, uploadsDb }) => [rmSync(uploadsDb), writeFileSync(linkFile, 'x')]],
  ['folder.unclosed', ({ uploadsDb }) => writeFileSync(`${uploadsDb}-wal`, 'x')],
  ['folder.damaged', (dir) => damageMiddle(dir.snapshotDb(readCurrentEpoch(dir)!))],
  ['folder.damaged', (dir) => truncateSync(dir.evidenceDb(readCurrentEpoch(dir)!), 5_000)],
  ['folder.newer', ({ uploadsDb }) => write(uploadsDb, 'pragma user_version=999')],
  ['folder.older', ({ uploadsDb }) => write(uploadsDb, 'pragma user_version=16')],
  ['folder.older', (dir) => write(dir.snapshotDb(readCurrentEpoch(dir)!), 'pragma user_version=24')],
  ['folder.wrong', ({ uploadsDb }) => write(uploadsDb, 'pragma user_version=14')],
  [
    'clock.upload',
    ({ uploadsDb }) => write(uploadsDb, 'update uploads set received_at_ms = received_at_ms + 99999999999999'),
  ],
  ['settings.wrong', ({ settings }) => rmSync(settings)],
  ['settings.wrong', ({ settings }) => writeFileSync(settings, '{}')],
];

async function write(path: string, sql: string): Promise<void> {
  const client = await openWriter(path, { create: false });
  await client.executeMultiple(`${sql}; pragma wal_checkpoint(truncate)`);
  client.close();
}

test('each fault of a folder is reported, and the other checks go on', async () => {
  for (const [id, damage] of BROKEN) {
    await withFolder(async (dir) => {
      assert.equal((await examine(dir.root)).ids.includes(id), false, id);
      await damage(dir);
      const examined = await examine(dir.root);
      assert.ok(examined.ids.includes(id), `${id}: ${examined.ids.join(' ')}`);
      assert.ok(examined.ids.includes('instance.stopped'), id);
    });
  }
});

test('the disk is compared with what a rebuild needs, and its file system with what databases need', async (t) => {
  await withFolder(async (dir) => {
    const real = fs.statfsSync(dir.root);
    const [free, needed] = /([\d]+) MB are free, and a rebuild needs about (\d+) MB/
      .exec((await examine(dir.root)).text('disk.free'))!
      .slice(1)
      .map(Number);
    assert.ok(free! > 0 && needed! > 64 && needed! < 80, `${free} ${needed}`);
    for (const [id, faked] of [
      ['disk.full', { bsize: 1, bavail: 63_999_999 }],
      ['disk.tight', { bsize: 1_000_000, bavail: needed! - 1 }],
      ['disk.files', { files: 10_000, ffree: 999 }],
      ['folder.disk', { type: 0xff534d42 }],
      ['folder.disk', { type: 0x6969 }],
    ] as const) {
      const mocked = t.mock.method(fs, 'statfsSync', () => ({ ...real, ...faked }));
      syncBuiltinESMExports();
      const examined = await examine(dir.root);
      mocked.mock.restore();
      syncBuiltinESMExports();
      assert.ok(examined.ids.includes(id), `${id}: ${examined.ids.join(' ')}`);
    }
    if (process.getuid !== undefined) {
      t.mock.method(process as { getuid: () => number }, 'getuid', () => 12_345);
      assert.match((await examine(dir.root)).text('folder.owner'), /this command runs as user 12345/);
    }
  });
});

test('a clock behind the release is an error', async (t) => {
  await withFolder(async (dir) => {
    t.mock.method(Date, 'now', () => Date.UTC(2026, 5, 1));
    const { ids } = await examine(dir.root);
    assert.ok(ids.includes('clock.release') && ids.includes('clock.upload'), ids.join(' '));
  });
});

test('the newest backup is found beside the data folder or where the option says', async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'third-witness-'));
  after(() => rmSync(parent, { recursive: true, force: true }));
  await withFolder(async (dir) => {
    const root = join(parent, 'data');
    fs.cpSync(dir.root, root, { recursive: true });
    const place = join(parent, 'backups');
    mkdirSync(place, { mode: 0o700 });
    mkdirSync(join(place, 'x.unfinished-abc'));
    writeFileSync(join(place, 'notes.txt'), '');
    assert.ok((await examine(root)).ids.includes('backups.none'));
    const { code, stderr } = await runJobHere(root, ['backup', join(place, 'monday')]);
    assert.equal(code, 0, stderr);
    for (const args of [[], ['--backups', place]]) {
      const examined = await examine(root, {}, ...args);
      assert.match(examined.text('backups.recent'), /is 0 days old/);
      assert.deepEqual(
        problems(examined).filter((id) => id.startsWith('backups')),
        ['backups.disk'],
      );
    }
    assert.ok((await examine(root, {}, '--backups', parent)).ids.includes('backups.none'));
    chmodSync(place, 0o750);
    assert.ok((await examine(root)).ids.includes('backups.open'));
    const nowMs = Date.now();
    t.mock.method(Date, 'now', () => nowMs + 3.5 * 86_400_000);
    assert.match((await examine(root)).text('backups.old'), /is 3 days old/);
  });
});

/** What a proxy does to requests and answers. */
interface ProxyFaults {
  addsAddress?: boolean;
  bodyBytesMax?: number;
  compresses?: false;
  buffers?: true;
  status?: number;
  clockOffMs?: number;
  hidesHost?: true;
}

/** A proxy before an instance. Its faults can be changed while it runs. */
async function startProxy(tls: { key: Buffer; cert: Buffer } | null = null) {
  const proxy = { faults: {} as ProxyFaults, target: 0, port: 0, close: () => {} };
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { faults } = proxy;
    if (faults.status !== undefined) {
      outgoing.writeHead(faults.status, { location: 'https://elsewhere.example/' }).end('{}');
      return;
    }
    if (Number(incoming.headers['content-length'] ?? 0) > (faults.bodyBytesMax ?? Number.POSITIVE_INFINITY)) {
      incoming.resume();
      incoming.once('end', () => outgoing.writeHead(413).end('<html>'));
      return;
    }
    const headers: Record<string, string | string[] | undefined> = { ...incoming.headers };
    if (faults.addsAddress === true) {
      headers['x-forwarded-for'] = [incoming.headers['x-forwarded-for'], '203.0.113.9']
        .flat()
        .filter(Boolean)
        .join(', ');
    }
    if (faults.compresses === false) delete headers['accept-encoding'];
    if (faults.hidesHost === true) headers['host'] = 'backend.internal';
    const options = { host: '127.0.0.1', port: proxy.target, path: incoming.url, method: incoming.method, headers };
    const passed = request(options as object, (answer) => {
      const { date, ...fields } = answer.headers;
      const atMs = Date.parse(date ?? '') + (faults.clockOffMs ?? 0);
      outgoing.writeHead(answer.statusCode!, { ...fields, date: new Date(atMs).toUTCString() });
      if (faults.buffers === true && incoming.url!.startsWith('/api/changes/stream')) answer.resume();
      else answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    outgoing.once('close', () => passed.destroy());
    incoming.pipe(passed);
  };
  const server: Server = tls === null ? createServer(handle) : (createTlsServer(tls, handle) as unknown as Server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = (server.address() as AddressInfo).port;
  proxy.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return proxy;
}

type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** Waits until an instance serves this snapshot, of which its start writes one. */
async function waitForSnapshot({ url }: Instance, n: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { snapshot } = (await (await fetch(`${url}/api/health`)).json()) as HealthResponse;
    if (snapshot.id?.endsWith(`.${n}`) === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`snapshot ${n} was not written`);
}

/** Runs `work` with an instance behind a proxy. */
async function behindProxy(
  proxy: Proxy,
  publicUrl: string,
  trusted: number,
  work: (dir: DataDir, instance: Instance) => Promise<void>,
): Promise<void> {
  await withFolder(async (dir) => {
    const env = {
      TW_PUBLIC_URL: publicUrl,
      TW_TRUSTED_PROXIES: `${trusted}`,
      TW_LIMITS: 'on',
    };
    const instance = await startInstance({ dataDir: dir.root, env });
    proxy.target = instance.port;
    try {
      await waitForSnapshot(instance, 2);
      await work(dir, instance);
    } finally {
      await instance.stop();
      proxy.close();
    }
  });
}

test('a proxy that passes everything on is well, and each fault of a proxy is found', async () => {
  const proxy = await startProxy();
  await behindProxy(proxy, `http://127.0.0.1:${proxy.port}`, 1, async (dir) => {
    const good: ProxyFaults = { addsAddress: true };
    const find = async (faults: ProxyFaults): Promise<readonly string[]> => {
      proxy.faults = { ...good, ...faults };
      return problems(await examine(dir.root)).filter(
        (id) => !['backups.none', 'address.plain', 'settings.game', 'settings.contact'].includes(id),
      );
    };
    assert.deepEqual(await find({}), []);
    assert.deepEqual(await find({ addsAddress: false }), ['proxy.trusting']);
    assert.deepEqual(await find({ bodyBytesMax: 999_999 }), ['proxy.body']);
    assert.deepEqual(await find({ compresses: false }), ['proxy.uncompressed']);
    assert.deepEqual(await find({ buffers: true }), ['proxy.buffered']);
    assert.deepEqual(await find({ hidesHost: true }), ['proxy.unknown']);
    assert.deepEqual(await find({ status: 301 }), ['address.redirects']);
    assert.deepEqual(await find({ status: 404 }), ['address.other']);
    assert.deepEqual(await find({ clockOffMs: 120_000 }), ['clock.differs']);
    proxy.close();
    assert.deepEqual(await find({}), ['address.unreachable']);
  });
});

test('a proxy without TW_TRUSTED_PROXIES, and the setting without a proxy, are errors', async () => {
  const proxy = await startProxy();
  proxy.faults = { addsAddress: true };
  await behindProxy(proxy, `http://127.0.0.1:${proxy.port}`, 0, async (dir) => {
    const { ids } = await examine(dir.root);
    assert.ok(ids.includes('proxy.untrusted'), ids.join(' '));
  });
  await withFolder(async (dir) => {
    const port = await freePort();
    const env = {
      TW_PORT: `${port}`,
      TW_TRUSTED_PROXIES: '1',
      TW_LIMITS: 'on',
      TW_PUBLIC_URL: `http://localhost:${port}`,
    };
    const instance = await startInstance({ dataDir: dir.root, env, readyUrl: `http://127.0.0.1:${port}/api/health` });
    try {
      const examined = await examine(dir.root);
      assert.ok(examined.ids.includes('proxy.trusting') && examined.ids.includes('address.local'));
      assert.deepEqual(examined.ids.filter((id) => id === 'folder.sound').length, 3, 'beside the running instance');
    } finally {
      await instance.stop();
    }
  });
});

test('another instance at the public address, and a snapshot that is stale, are errors', async () => {
  const proxy = await startProxy();
  proxy.faults = { addsAddress: true };
  await behindProxy(proxy, `http://127.0.0.1:${proxy.port}`, 1, async (_, other) => {
    await withFolder(async (dir) => {
      const run = await runJobHere(dir.root, ['rebuild']);
      assert.equal(run.code, 0, run.stderr);
      const env = { TW_PUBLIC_URL: `http://127.0.0.1:${proxy.port}`, TW_SNAPSHOT_MAX_AGE_S: '1', TW_LIMITS: 'on' };
      const instance = await startInstance({ dataDir: dir.root, env, readyPath: '/robots.txt' });
      try {
        await waitForSnapshot(instance, 2);
        await new Promise((resolve) => setTimeout(resolve, 2_100));
        const examined = await examine(dir.root);
        assert.ok(examined.ids.includes('address.other'), examined.ids.join(' '));
        assert.match(examined.text('instance.stale'), /is stale/);
        assert.equal(other.port, proxy.target);
      } finally {
        await instance.stop();
      }
    });
  });
});

test('the certificate of the public address is checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = (days: number) => {
    const [key, cert] = [join(folder, `${days}.key`), join(folder, `${days}.pem`)];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', `${days}`];
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { path: cert, tls: { key: readFileSync(key), cert: readFileSync(cert) } };
  };
  for (const [days, id] of [
    [5, 'address.expiring'],
    [100, 'address.certified'],
  ] as const) {
    const { path, tls } = certificate(days);
    const proxy = await startProxy(tls);
    proxy.faults = { addsAddress: true };
    await behindProxy(proxy, `https://localhost:${proxy.port}`, 1, async (dir) => {
      const trusting = await runJob(dir.root, ['doctor', '--json'], { TW_LIMITS: 'on', NODE_EXTRA_CA_CERTS: path });
      const examined = read(trusting);
      assert.ok(examined.ids.includes(id) && examined.ids.includes('address.same'), trusting.stdout + trusting.stderr);
      const refused = await examine(dir.root);
      assert.match(refused.text('address.certificate'), /of localhost \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
      assert.ok(refused.ids.includes('address.unreachable'));
    });
  }
});

/** Findings that no test can provoke, and why. */
const NOT_PROVOKED: readonly string[] = [
  // The instance answers on its socket but not at its port.
  'instance.silent',
  // An export that is held or damaged.
  'instance.exports',
];

test('every finding was provoked, except those in NOT_PROVOKED', () => {
  assert.deepEqual(
    Object.keys(FINDINGS)
      .filter((id) => !seen.has(id))
      .sort(),
    [...NOT_PROVOKED].sort(),
  );
  for (const [id, [state, text]] of Object.entries(FINDINGS)) {
    assert.match(id, /^[a-z]+\.[a-z]+$/);
    assert.match(text!, state === 'ok' ? /\.$/ : /\{sentence\}|\{reason\}|: .+\.$|, so .+\.$/, id);
  }
});
