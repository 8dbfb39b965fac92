import process from 'node:process';
import { systemClock } from '../../adapters/clock.ts';
import { DEMO_DAYS, type DemoInstance, openDemoStage, readDemoRecording } from '../../adapters/demo_stage.ts';
import { createStepProgress } from './progress.ts';

/**
 * `npm run demo` starts an instance in a temporary folder and fills it with two recorded weeks of twelve invented
 * installs. Their files go through the real uploader and intake. The folder is deleted when the demo ends.
 */

const DAY_MS = 86_400_000;

/** The players upload at the end of each of these days. */
const UPLOAD_DAYS = [5, 10, DEMO_DAYS] as const;

function say(text: string): void {
  return void process.stdout.write(`${text}\n`);
}

/** Exit codes that shells report for processes killed by these signals. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Number of progress steps: one for the start, then an upload and a snapshot for each upload day. */
const STEPS = 1 + 2 * UPLOAD_DAYS.length;

const progress = createStepProgress((text) => process.stdout.write(text), process.stdout.isTTY === true, STEPS);
const recording = readDemoRecording();
const stage = openDemoStage();
let interrupted: number | null = null;

/** Writes each player's saved-variables file with the records up to `untilMs`, and returns the paths. */
function writeSavedFiles(startMs: number, untilMs: number): readonly string[] {
  return recording.players.map(({ installId, records: recorded }, at) => {
    const records = recorded
      .filter(([atMs]) => startMs + atMs < untilMs)
      .map(([atMs, record]) => ({ ...record, capturedAt: new Date(startMs + atMs).toISOString() }));
    const table = {
      format: 1,
      installId,
      addonVersion: 'demo',
      clientBuild: recording.build,
      locale: 'enUS',
      protocol: '1.4.0',
      records,
    };
    return stage.write(`ThirdWitness-${at + 1}.lua`, savedFile('ThirdWitnessDB', table as LuaValue));
  });
}

/** Simulates two weeks in a few seconds. Returns the instance filled with the players' data. */
async function fill(nowMs: number): Promise<DemoInstance> {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (DEMO_DAYS - 1) * DAY_MS;
  const endOf = (day: number): number => (day === DEMO_DAYS ? nowMs : startMs + day * DAY_MS);
  stage.setClock(nowMs - endOf(UPLOAD_DAYS[0]));
  progress.begin('The instance starts.');
  const instance = await stage.start();
  // The game's tables and the guides are imported by separate processes while the players upload.
  const imports = [() => importTables(), () => importGuides(instance.url)];
  for (const day of UPLOAD_DAYS) {
    progress.begin(`Day ${day} of ${DEMO_DAYS}: ${recording.players.length} players upload their records.`);
    stage.setClock(nowMs - endOf(day));
    await Promise.all([stage.upload(instance.url, writeSavedFiles(startMs, endOf(day))), imports.shift()?.()]);
    progress.begin(`Day ${day} of ${DEMO_DAYS}: facts that three players reported become public.`);
    await stage.job('snapshot');
  }
  progress.end();
  return instance;
}

function importTables(): Promise<void> {
  for (const [name, text] of Object.entries(recording.tables)) stage.write(name, text);
  return stage.job('import-game-files', '--dir', stage.folder, '--build', recording.build);
}

function importGuides(url: string): Promise<void> {
  const lines = guidesOf(url).map((guide) => `${JSON.stringify(guide)}\n`);
  return stage.job('import-knowledge', stage.write('guides.ndjson', lines.join('')));
}

function welcomeText(url: string): string {
  return `
A demo of Third Witness runs at ${url} until you press Ctrl-C. Look at

    ${url}/item/2589          linen cloth: drops, uses and prices
    ${url}/npc/257            a kobold: drops, drop rates and locations
    ${url}/zone/1429          Elwynn Forest
    ${url}/market/Whitemane   the auctions of a realm
    ${url}/coverage           facts that need one more report
    ${url}/search?q=linen     names and guides
    ${url}/docs               the API

The names are the game's; all numbers are made up.
`;
}

/** Returns the demo's own guides as documents, in the format that an operator would import. */
function guidesOf(url: string) {
  return GUIDES.map(({ id, name, path, text }) => ({
    id: `guide:${id}`,
    kind: 'guide',
    name,
    text,
    url: `${url}${path}`,
    source: 'The demo of Third Witness',
    licence: 'CC BY-SA 4.0',
    date: '2026-11-01',
  }));
}

/** Guides, each with the path of the page that it is about. */
const GUIDES = [
  {
    id: 'first-evening',
    name: 'Your first evening in Elwynn',
    path: '/zone/1429',
    text: 'Start in Northshire with Deputy Willem and Marshal McBride. Wolves and kobolds around the abbey give the first levels; keep their linen cloth, it becomes bandages and your first bolts. In Goldshire, learn First Aid from Michelle Belle and Cooking from Tomas.',
  },
  {
    id: 'linen',
    name: 'Where linen cloth comes from',
    path: '/item/2589',
    text: 'Linen cloth drops from people and kobolds, not from beasts. Around level five the camps of the Defias south of Goldshire are the quickest; the mines give a little less, but candles and gems besides. Two pieces make a bolt, one makes a bandage.',
  },
  {
    id: 'westfall-cooking',
    name: 'Cooking your way through Westfall',
    path: '/profession/cooking',
    text: 'Salma Saldean asks for livers, snouts, eyes and stringy meat, and teaches what to make of them. Collect them while you do the quests of the Killing Fields, so that you walk each field once.',
  },
];

/** A value in a saved-variables file. */
type LuaValue = string | number | boolean | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** Formats a saved-variables file that contains one variable, laid out as the game's client writes it. */
function savedFile(variable: string, value: LuaValue): string {
  return `\r\n${variable} = ${luaText(value, '')}\r\n`;
}

function luaText(value: LuaValue, indent: string): string {
  if (typeof value === 'string') return quotedLua(value);
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}\t`;
  const lines = Array.isArray(value)
    ? value.map((entry, at) => `${inner}${luaText(entry, inner)}, -- [${at + 1}]`)
    : Object.entries(value).map(([key, entry]) => `${inner}[${quotedLua(key)}] = ${luaText(entry, inner)},`);
  return lines.length === 0 ? `{\r\n${indent}}` : `{\r\n${lines.join('\r\n')}\r\n${indent}}`;
}

function quotedLua(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
}

// A signal may arrive while the demo is being set up. Closing the stage ends its processes and deletes the folder.
for (const [signal, code] of Object.entries(SIGNALS)) {
  process.on(signal, () => {
    interrupted ??= code;
    void stage.close();
  });
}
try {
  const instance = await fill(systemClock.nowMs());
  say(welcomeText(instance.url));
  await instance.ended;
  throw new Error('Its instance ended.');
} catch (error) {
  progress.end();
  if (interrupted === null) {
    process.stderr.write(`The demo failed. ${error instanceof Error ? error.message : String(error)}\n`);
  }
} finally {
  await stage.close();
  process.exitCode = interrupted ?? 1;
}
