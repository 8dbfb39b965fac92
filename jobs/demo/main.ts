import process from 'node:process';
import { systemClock } from '../../adapters/clock.ts';
import { DEMO_DAYS, type DemoInstance, openDemoStage, readDemoRecording } from '../../adapters/demo_stage.ts';
import { createStepProgress } from './progress.ts';

/**
 * `npm run demo` starts an instance in a temporary folder and fills it with two recorded weeks of invented installs:
 * twelve, or with `--realm` the players of two whole realms. Their files go through the real uploader and intake. The
 * folder is deleted when the demo ends.
 */

const DAY_MS = 86_400_000;

/** The players upload at the end of each of these days. */
const UPLOAD_DAYS = [5, 10, DEMO_DAYS] as const;

/** Exit codes that shells report for processes killed by these signals. */
const SIGNAL_EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Number of progress steps: one for the start, then an upload and a snapshot for each upload day. */
const STEP_COUNT = 1 + 2 * UPLOAD_DAYS.length;

const progress = createStepProgress((text) => process.stdout.write(text), process.stdout.isTTY === true, STEP_COUNT);
const typedWords = process.argv.slice(2);
const isRealm = typedWords.length === 1 && typedWords[0] === '--realm';
if (typedWords.length > 0 && !isRealm) {
  process.stderr.write(`demo takes no words, or --realm; got ${JSON.stringify(typedWords.join(' '))}.\n`);
  process.exit(1);
}
const recording = readDemoRecording(isRealm ? 'realm' : 'recording');
const stage = openDemoStage();
let interruptSignal: number | null = null;

/** Writes each player's saved-variables file with the records of a span of time, and returns the paths. */
function writeSavedFiles(startMs: number, sinceMs: number, untilMs: number): readonly string[] {
  return recording.players.map(({ installId, records: recorded }, at) => {
    const records = recorded
      .filter(([atMs]) => startMs + atMs >= sinceMs && startMs + atMs < untilMs)
      .map(([atMs, record]) => ({ ...record, capturedAt: new Date(startMs + atMs).toISOString() }));
    const table = { format: 1, installId, ...recording.header, records };
    return stage.write(`ThirdWitness-${at + 1}.lua`, formatSavedFile('ThirdWitnessDB', table as LuaValue));
  });
}

/** Simulates two weeks in a few seconds. Returns the instance filled with the players' data. */
async function fillDemo(nowMs: number): Promise<DemoInstance> {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (DEMO_DAYS - 1) * DAY_MS;
  const endOf = (day: number): number => (day === DEMO_DAYS ? nowMs : startMs + day * DAY_MS);
  stage.setClock(nowMs - endOf(UPLOAD_DAYS[0]));
  progress.begin('The instance starts.');
  const instance = await stage.start();
  // The game's tables and the guides are imported by separate processes while the players upload.
  const imports = [() => importTables(), () => importGuides(instance.url)];
  for (const [at, day] of UPLOAD_DAYS.entries()) {
    progress.begin(`Day ${day} of ${DEMO_DAYS}: ${recording.players.length} players upload their records.`);
    stage.setClock(nowMs - endOf(day));
    const files = writeSavedFiles(startMs, at === 0 ? 0 : endOf(UPLOAD_DAYS[at - 1]!), endOf(day));
    await Promise.all([stage.upload(instance.url, files), imports.shift()?.()]);
    progress.begin(`Day ${day} of ${DEMO_DAYS}: facts that three players reported become public.`);
    await stage.job('snapshot');
  }
  progress.end();
  return instance;
}

function importTables(): Promise<void> {
  for (const [name, text] of Object.entries(recording.tables)) stage.write(name, text);
  return stage.job('import-game-files', '--dir', stage.folder, '--build', recording.header.clientBuild);
}

function importGuides(url: string): Promise<void> {
  const lines = recording.guides.map(({ id, name, path, text }) => {
    const source = 'The demo of Third Witness';
    const document = { id: `guide:${id}`, kind: 'guide', name, text, url: `${url}${path}`, source };
    return `${JSON.stringify({ ...document, licence: 'CC BY-SA 4.0', date: '2026-11-01' })}\n`;
  });
  return stage.job('import-knowledge', stage.write('guides.ndjson', lines.join('')));
}

function formatWelcome(url: string): string {
  const width = Math.max(...recording.tour.map(([path]) => path.length)) + 3;
  const lines = recording.tour.map(([path, about]) => `    ${url}${path.padEnd(width)}${about}\n`);
  return `
A demo of Third Witness runs at ${url} until you press Ctrl-C. Look at

${lines.join('')}
${recording.notice}
`;
}

type LuaValue = string | number | boolean | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** Formats a saved-variables file that contains one variable, laid out as the game's client writes it. */
function formatSavedFile(variable: string, value: LuaValue): string {
  return `\r\n${variable} = ${formatLuaValue(value, '')}\r\n`;
}

function formatLuaValue(value: LuaValue, indent: string): string {
  if (typeof value === 'string') return quoteForLua(value);
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}\t`;
  const lines = Array.isArray(value)
    ? value.map((entry, at) => `${inner}${formatLuaValue(entry, inner)}, -- [${at + 1}]`)
    : Object.entries(value).map(([key, entry]) => `${inner}[${quoteForLua(key)}] = ${formatLuaValue(entry, inner)},`);
  return lines.length === 0 ? `{\r\n${indent}}` : `{\r\n${lines.join('\r\n')}\r\n${indent}}`;
}

function quoteForLua(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
}

// A signal may arrive while the demo is being set up. Closing the stage ends its processes and deletes the folder.
for (const [signal, code] of Object.entries(SIGNAL_EXIT_CODES)) {
  process.on(signal, () => {
    interruptSignal ??= code;
    void stage.close();
  });
}
try {
  const instance = await fillDemo(systemClock.nowMs());
  process.stdout.write(`${formatWelcome(instance.url)}\n`);
  await instance.ended;
  throw new Error('Its instance ended.');
} catch (error) {
  progress.end();
  if (interruptSignal === null) {
    process.stderr.write(`The demo failed. ${error instanceof Error ? error.message : String(error)}\n`);
  }
} finally {
  await stage.close();
  process.exitCode = interruptSignal ?? 1;
}
