import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type HttpServer, openHttpServer } from '../../adapters/server/http_server.ts';
import { exportJob } from '../../jobs/commands/export.ts';
import { rebuildJob } from '../../jobs/commands/rebuild.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import type { RunnableJob } from '../../jobs/job.ts';
import { type Dice, dice } from '../realm/dice.ts';
import { propertyRuns } from '../runner/properties.ts';
import { START_MS } from '../simulation/records.ts';
import { natureOf, openService, type Service } from '../simulation/service.ts';
import { good, item, lesson, npc, object, world } from '../support/world.ts';
import { followerProgram } from './follower_program.ts';

/** At least as many as it takes until everything below has happened: every 60th restarts the service. */
const SNAPSHOTS = Math.max(65, propertyRuns(200));
const REBUILD_AT = Math.round(0.55 * SNAPSHOTS);
const MINUTE_MS = 60_000;

interface Held {
  readonly at: string | null;
  readonly rows: readonly (readonly [key: string, row: object])[];
}

function ask(follower: ChildProcess): Promise<Held> {
  return new Promise((resolve) => {
    follower.once('message', (held) => resolve(held as Held));
    follower.send('rows');
  });
}

/** A proxy before the service. It keeps its port while the service restarts. */
interface Gate {
  readonly url: string;
  target: number;
  /** Breaks all connections. */
  cut(): void;
  close(): void;
}

async function openGate(): Promise<Gate> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server: Server = createServer((inner) => {
    const outer = connect(gate.target, '127.0.0.1');
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      keep(one);
      one.pipe(other);
      one.once('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const gate: Gate = {
    url: `http://127.0.0.1:${port}/`,
    target: 0,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
  return gate;
}

/** What some installs report between two snapshots. Values change, so rows come and go. */
function reports(roll: Dice, round: number, installs: readonly string[]): readonly Record<string, unknown>[] {
  const told = world();
  const creature = npc(roll.between(1, 4), roll.pick(['Wolf', 'Kobold']));
  const thing = item(roll.between(1, 6), roll.pick(['Cape', 'Sword']));
  for (const name of roll.some(installs, 4)) {
    const install = told.install(name).at(new Date(START_MS - roll.below(5) * 86_400_000).toISOString());
    install
      .looted(object(8))
      .looted(creature, ...(roll.chance(0.5) ? [thing] : []))
      .looted(object(9), ...(roll.chance(0.02) ? [thing] : []));
    install.met(creature).saw(thing);
    install.visitedVendor(npc(20), good(thing, roll.between(1, 3)));
    install.visitedTrainer(npc(30), lesson('Cleave', roll.between(1, 3)));
  }
  return told.records().map((record, i) => ({ ...record, eventId: `event-${round}-${i}` }));
}

async function send(service: Service, records: readonly Record<string, unknown>[]): Promise<void> {
  for (const id of new Set(records.map(({ installId }) => installId))) {
    const own = records.filter(({ installId }) => installId === id);
    const body = JSON.stringify({ addonVersion: '2.0', protocol: '1.4.0', records: own });
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await service.ask('/api/intake', { method: 'POST', headers, body });
    assert.equal(status, 200, text);
  }
}

async function run(service: Service, job: RunnableJob): Promise<void> {
  const outcome = await service.run(job);
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.error);
}

function serve({ app }: Service): Promise<HttpServer> {
  return openHttpServer(app, { host: '127.0.0.1', port: 0 });
}

/** Reads the rows of the export, in the order of their text. */
async function exportedRows(service: Service): Promise<readonly string[]> {
  const files = ['drops-rates.ndjson', 'drops-zeros.ndjson', 'edges.ndjson'];
  const lists = ['lists/names.ndjson', 'lists/vendors.ndjson', 'lists/trainers.ndjson'];
  const rows: string[] = [];
  for (const name of [...files, ...lists]) {
    const { text } = await service.ask(`/export/${name}`);
    const found = text.split('\n').filter((line) => line !== '');
    assert.ok(found.length > 0, `${name} has rows`);
    rows.push(...found);
  }
  return rows.sort();
}

test('the follower of the guide holds what the export holds, after everything that can happen', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tw-follower-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const roll = dice(7);
  const nature = natureOf(7);
  mkdirSync(join(folder, 'data'));
  const bugs: string[] = [];
  const begin = () => openService(join(folder, 'data'), nature, 1, (bug) => bugs.push(bug));
  let service = await begin();
  let server = await serve(service);
  const gate = await openGate();
  gate.target = server.port;
  const installs = Array.from({ length: 8 }, (_, i) => `install-of-player-${i}`);
  await send(service, reports(roll, 1, installs));
  await run(service, snapshotJob);

  const program = join(folder, 'follow.mjs');
  writeFileSync(program, followerProgram());
  const follower = fork(program, [gate.url], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  t.after(async () => {
    follower.kill();
    gate.close();
    await server.close();
    await service.close();
  });

  let withheld: string | null = null;
  for (let n = 2; n <= SNAPSHOTS; n++) {
    nature.clock.ms += 10 * MINUTE_MS;
    nature.stopwatch.ms += 2_000;
    await send(
      service,
      reports(
        roll,
        n,
        installs.filter((name) => name !== withheld),
      ),
    );
    if (n % 40 === 0) {
      const installId = installs.shift()!;
      assert.ok((await service.owner.carryOut({ op: 'erase', installId })).ok);
      installs.push(`${installId}-again`);
    } else if (n % 15 === 0) {
      const installId = 'install-of-player-7';
      const order = withheld === null ? { op: 'withhold', installId, reason: 'test' } : { op: 'lift', installId };
      assert.ok((await service.owner.carryOut(order as Parameters<Service['owner']['carryOut']>[0])).ok);
      withheld = withheld === null ? installId : null;
    }
    await run(service, n === REBUILD_AT ? rebuildJob : snapshotJob);
    if (roll.chance(0.2)) gate.cut();
    if (n % 60 === 0) {
      await server.close();
      await service.close();
      service = await begin();
      server = await serve(service);
      gate.target = server.port;
    }
  }
  await run(service, exportJob);
  const { snapshot: newest } = JSON.parse((await service.ask('/api/edges')).text);
  let held = await ask(follower);
  for (let i = 0; i < 500 && held.at !== newest; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    held = await ask(follower);
  }
  assert.equal(held.at, newest);
  assert.deepEqual(held.rows.map(([, row]) => JSON.stringify(row)).sort(), await exportedRows(service));
  assert.deepEqual(bugs, []);
});
