import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createCompanionHost, machineFiles } from '../../../adapters/companion/machine.ts';
import { nodeDigest } from '../../../adapters/digest.ts';
import { systemRandom } from '../../../adapters/random.ts';
import { dataAddonFolder } from '../../../adapters/uploader/data_addon.ts';
import { createIntakeClient, uploadFolder } from '../../../adapters/uploader/player_tools.ts';
import { packZip } from '../../../adapters/zip.ts';
import type { OperatingSystem } from '../../../domain/ports/machine.ts';
import { err } from '../../../domain/values/result.ts';
import { type CompanionProgram, createCompanion } from '../../../jobs/companion/companion.ts';
import type { CompanionTools } from '../../../jobs/companion/tools.ts';
import { inTempDir } from '../../support/instance.ts';

const encoder = new TextEncoder();

/** A request that the fake instance received. */
export interface Heard {
  readonly path: string;
  /** Event ids of the records of an upload. */
  readonly events: readonly string[];
}

export type Reply = { status: number; headers?: Record<string, string>; body?: string | Uint8Array };

/** A server that answers as an instance of this game would, unless `answer` returns another reply. */
export async function withInstance(
  work: (url: string, heard: Heard[]) => Promise<void>,
  answer: (path: string, call: number) => Reply | null = () => null,
  game = 'forever',
): Promise<void> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const text = chunks.length === 0 ? '{"records":[]}' : gunzipSync(Buffer.concat(chunks)).toString('utf8');
    const { records } = JSON.parse(text) as { records: { kind: string; eventId?: string }[] };
    heard.push({ path, events: records.flatMap(({ eventId }) => eventId ?? []) });
    const own = (): Reply => {
      if (path.endsWith('/schema/limits.json'))
        return { status: 200, body: JSON.stringify({ game, protocol: '1.5.0' }) };
      const accepted = records.map(({ kind }, index) => ({ index, kind, duplicate: false }));
      const receipt = { ok: true, persisted: true, uploadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', rejected: [], accepted };
      return path.endsWith('/api/intake') ? { status: 200, body: JSON.stringify(receipt) } : { status: 200, body: 'x' };
    };
    const reply = answer(path, heard.length) ?? own();
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers }).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const DATA_TOC = '## Interface: 11508, 16001\r\n## Version: empty\r\n\r\ndata.lua\r\n';

function addonFiles(addon: string, texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([name, text]) => ({ path: `${addon}/${name}`, bytes: encoder.encode(text) }));
}

/** Returns the archive of an addon of data with these files. */
export function dataArchive(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  return packZip(Object.entries(files).map(([path, text]) => ({ path, bytes: encoder.encode(text) })));
}

export const GOOD_DATA = 'ThirdWitness_Data = {format = 1, date = "2026-11-24", drops = {[5] = "n6:1:1:1"}}\n';

export const TOC = '## Interface: 11508, 16001\r\n## Version: 0.7.0\r\n\r\ncore.lua\r\n';

/** A player's computer in a temporary folder, on which the companion runs with a clock of its own. */
export interface Home {
  readonly home: string;
  /** The folder of the game. */
  readonly game: string;
  readonly addons: string;
  /** Returns the saved file of an account. */
  saved(account: string): string;
  /**
   * Runs the companion for this many seconds. At each second, or after each `step` of seconds, `atSecond` may change the
   * computer.
   */
  run(
    seconds: number,
    atSecond: (second: number, companion: CompanionProgram) => unknown,
    step?: number,
  ): Promise<CompanionProgram>;
}

export async function atHome(work: (home: Home) => Promise<void>, system: OperatingSystem = 'linux'): Promise<void> {
  await inTempDir(async (home) => {
    const root = join(home, 'Spiele für mich', 'World of Warcraft');
    const game = join(root, '_forever_');
    writeTree(join(root, '.build.info'), 'Active!DEC:1|Product!STRING:0\n1|wowf\n');
    writeTree(join(game, '.flavor.info'), 'Product Flavor!STRING:0\nwowf\n');
    writeTree(join(home, '.config', 'lutris', 'games', 'wow.yml'), `game:\n  prefix: ${join(home, 'none')}\n`);
    await work({
      home,
      game,
      addons: join(game, 'Interface', 'AddOns'),
      saved: (account) => join(game, 'WTF', 'Account', account, 'SavedVariables', 'ThirdWitness.lua'),
      run: (seconds, atSecond, step = 1) =>
        runCompanion(
          {
            home,
            root,
            system,
            beginsAtMs: Date.UTC(2026, 10, 26),
            drives: [join(home, 'Spiele für mich')],
            addon: addonFiles('ThirdWitness', { 'ThirdWitness.toc': TOC, 'core.lua': '-- core\n' }),
            dataAddon: addonFiles('ThirdWitness_Data', { 'ThirdWitness_Data.toc': DATA_TOC, 'api.lua': '-- api\n' }),
          },
          { seconds, atSecond, step },
        ),
    });
  });
}

export interface Computer extends Pick<CompanionTools, 'addon' | 'dataAddon'> {
  readonly home: string;
  /** A folder with games, which the player names. */
  readonly root: string;
  readonly system: OperatingSystem;
  readonly drives: readonly string[];
  readonly beginsAtMs: number;
}

interface Course {
  readonly seconds: number;
  readonly step: number;
  readonly atSecond: (second: number, companion: CompanionProgram) => unknown;
}

/** Runs the companion on a computer for this many seconds of a clock of its own. */
export async function runCompanion(computer: Computer, { seconds, step, atSecond }: Course): Promise<CompanionProgram> {
  const { home, root, system, drives, beginsAtMs, addon, dataAddon } = computer;
  const stop = new AbortController();
  let nowMs = 0;
  const companion = await createCompanion({
    player: {
      folder: uploadFolder,
      dataAddon: dataAddonFolder,
      intakeAt: createIntakeClient,
      digest: nodeDigest,
      random: systemRandom,
      clock: { nowMs: () => beginsAtMs + nowMs },
      stopwatch: { elapsedMs: () => nowMs },
      pause: async (ms) => {
        for (const endMs = nowMs + ms; nowMs < endMs && !stop.signal.aborted; ) {
          nowMs += step * 1_000;
          await atSecond(nowMs / 1_000, companion);
          if (nowMs >= seconds * 1_000) stop.abort();
        }
      },
      stop: stop.signal,
      instanceUrl: err('none'),
      say: () => {},
      complain: () => {},
      progress: () => {},
      confirm: async () => null,
    },
    files: machineFiles,
    machine: { system, home, env: {}, drives, registered: [] },
    host: createCompanionHost(join(home, 'settings')),
    addon,
    dataAddon,
    suggested: null,
    command: ['/opt/companion', '--background'],
  });
  await companion.act(new URLSearchParams({ action: 'add-folder', text: root }));
  await companion.run();
  return companion;
}

export async function eventTexts(companion: CompanionProgram): Promise<string> {
  return (await companion.state()).events.map(({ text }) => text).join('\n');
}

export function writeTree(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

export function press(companion: CompanionProgram, action: string, text = ''): Promise<void> {
  return companion.act(new URLSearchParams({ action, text }));
}
