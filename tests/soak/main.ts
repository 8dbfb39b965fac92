import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { median } from '../bench/pairs.ts';
import { writeSeedTables } from '../seed/tables.ts';
import type { CorpusAnswer } from '../support/client.ts';
import { answers, sleep } from '../support/instance.ts';
import { type Held, judged } from './judge.ts';
import { createLoad, type Load } from './load.ts';
import { UPLOAD_RECORDS } from './records.ts';
import { type Sample, sampleOf } from './samples.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * `npm run soak -- --minutes 30`: one instance under continuous uploads, with readers, tools, snapshots every ten
 * seconds, imports, and kills. In the last third, the instance is not killed any more, so that its memory and
 * descriptors can be compared over time. Exits with 1 if a rule is broken.
 */

const MINUTES = { usual: 30, min: 1, max: 1_440 } as const;
const SAMPLE_EVERY_MS = 250;
const MINUTE_MS = 60_000;

/**
 * How often each event happens, as fractions of the total duration. The instance is no longer killed after two thirds.
 */
const PARTS = { instanceKill: 1 / 8, builderKill: 1 / 20, import: 1 / 10, lastKill: 2 / 3 } as const;

const PAUSES_MS = { upload: 120, read: 40, call: 60 } as const;

function say(line: string): void {
  return void process.stdout.write(`${line}\n`);
}

/** Uploads sent before the first question, so that three installs have seen everything that is asked for. */
const PREPARED = 200;

interface Kills {
  instance: number;
  builder: number;
}

const COLUMNS = ['minute', 'uploads', 'answers', 'life', 'instance', 'builder', 'files', 'other', 'log', 'folder'];

/** Formats a table row about the last minute, with sizes in MiB. */
function rowOf(minute: number, { done }: Load, samples: readonly Sample[]): string {
  const recent = samples.filter(({ atS }) => atS > 60 * (minute - 1) && atS <= 60 * minute);
  const middle = (of: (sample: Sample) => number) => (recent.length === 0 ? '–' : median(recent.map(of)).toFixed(0));
  const most = (of: (sample: Sample) => number) => Math.max(0, ...recent.map(of)).toFixed(0);
  return [
    ...[minute, done.uploads, done.reads + done.calls, samples.at(-1)?.life ?? 0, middle((one) => one.instanceMiB)],
    ...[most((one) => one.builderMiB ?? 0), middle((one) => one.files), middle((one) => one.others)],
    ...[most((one) => one.logMiB), most((one) => one.folderMiB)],
  ]
    .map((cell) => String(cell).padStart(8))
    .join(' ');
}

/** Runs the load with its kills for this long. Returns the observations. */
async function soak(stage: Stage, load: Load, totalMs: number) {
  const began = performance.now();
  const passedMs = (): number => performance.now() - began;
  const isOver = (): boolean => passedMs() >= totalMs;
  const samples: Sample[] = [];
  const kills: Kills = { instance: 0, builder: 0 };
  const waitUntil = async (ms: number): Promise<void> => {
    while (passedMs() < ms && !isOver()) await sleep(Math.min(200, ms - passedMs()));
  };
  const every = async (part: number, untilMs: number, work: () => Promise<void>): Promise<void> => {
    for (let n = 1; n * part * totalMs < untilMs; n++) {
      await waitUntil(n * part * totalMs);
      await work();
    }
  };
  const watch = async (): Promise<void> => {
    for (let minute = 1; !isOver(); await sleep(SAMPLE_EVERY_MS)) {
      const sample = sampleOf(stage.pid(), stage.dataDir, { atS: passedMs() / 1000, life: stage.life() });
      if (sample !== null) samples.push(sample);
      if (passedMs() < minute * MINUTE_MS) continue;
      say(rowOf(minute++, load, samples));
    }
  };
  await Promise.all([
    ...[load.uploads(PAUSES_MS.upload), load.reads(PAUSES_MS.read), load.calls(PAUSES_MS.call)],
    every(PARTS.import, totalMs, load.importBuild),
    every(PARTS.instanceKill, PARTS.lastKill * totalMs, async () => {
      await stage.killInstance();
      kills.instance++;
    }),
    every(PARTS.builderKill, totalMs, async () => {
      if (await stage.killBuilder(20_000)) kills.builder++;
    }),
    watch(),
    waitUntil(totalMs).then(load.stop),
  ]);
  return { samples, kills };
}

/** Prepares everything that questions need for an answer with 200: uploads, a build, a snapshot, an export. */
async function prepare(stage: Stage, load: Load): Promise<void> {
  for (let n = 0; n < PREPARED; n++) await load.upload();
  await load.importBuild();
  await stage.job('snapshot');
  await stage.job('export');
  if (!(await answers(`${stage.url()}/export/index.json`))) throw new Error('there is no export');
}

/** Judges the rules that must hold once nothing is sent any more. */
async function settled(stage: Stage, { done }: Load): Promise<readonly Held[]> {
  await stage.job('snapshot');
  const corpus = await fetch(`${stage.url()}/api/corpus/public?limit=1`);
  const { uploads, total } = (await corpus.json()) as CorpusAnswer;
  const silent = [...done.asked].filter((what) => !done.answered.has(what));
  const faults = stage.faults();
  const verified = await stage.job('verify', '--quiet').catch((error: unknown) => String(error));
  const code = await stage.stop();
  return [
    {
      rule: 'Every receipt is counted, and none twice',
      seen: `${done.uploads} receipts of ${done.uploads * UPLOAD_RECORDS} records; ${uploads} uploads and ${total} records counted`,
      holds: uploads === done.uploads && total === done.uploads * UPLOAD_RECORDS,
    },
    { rule: 'verify finds nothing', seen: verified, holds: / are whole, and every public figure/.test(verified) },
    {
      rule: 'While it runs, nobody is answered amiss',
      seen: done.amiss.length === 0 ? 'nobody was' : `${done.amiss.length}: ${done.amiss.slice(0, 5).join('; ')}`,
      holds: done.amiss.length === 0,
    },
    {
      rule: 'Every question is answered',
      seen: silent.length === 0 ? `all ${done.asked.size}` : `not ${silent.join(', ')}`,
      holds: silent.length === 0,
    },
    {
      rule: 'The log tells of no fault',
      seen: `${formatQuantity(faults.length, 'line')} of faults in ${stage.logBytes()} bytes ${faults.slice(0, 3).join(' ')}`.trim(),
      holds: faults.length === 0,
    },
    { rule: 'It stops when asked', seen: `with ${code}`, holds: code === 0 },
  ];
}

async function run(minutes: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-soak-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tables = join(folder, 'tables');
  mkdirSync(tables);
  await writeSeedTables(tables);
  const stage = await openStage(join(folder, 'data'));
  try {
    const load = createLoad(stage, tables);
    await prepare(stage, load);
    say(COLUMNS.map((name) => name.padStart(8)).join(' '));
    const { samples, kills } = await soak(stage, load, minutes * MINUTE_MS);
    const { uploads, repeats, reads, calls, imports } = load.done;
    say(`${uploads} uploads (${repeats} sent again), ${reads} reads, ${calls} calls of tools, ${imports} imports;`);
    say(`the instance was killed ${kills.instance} times, a builder ${kills.builder} times.`);
    const rules = [...judged(samples), ...(await settled(stage, load))];
    for (const { rule, seen, holds } of rules) say(`${holds ? 'held    ' : 'NOT HELD'}  ${rule}. Seen: ${seen}`);
    return rules.every(({ holds }) => holds);
  } finally {
    await stage.kill();
  }
}

/** Reads `--minutes NUMBER`. Returns a sentence if the arguments are something else. */
function readMinutes(words: readonly string[]): number | string {
  if (words.length === 0) return MINUTES.usual;
  const [name, text = ''] = words;
  const minutes = Number(text);
  const isRight = name === '--minutes' && words.length === 2 && minutes >= MINUTES.min && minutes <= MINUTES.max;
  return isRight
    ? minutes
    : `The soak takes --minutes and a number from ${MINUTES.min} to ${MINUTES.max}; got ${JSON.stringify(words.join(' '))}.`;
}

const minutes = readMinutes(process.argv.slice(2));
if (typeof minutes === 'string') {
  process.stderr.write(`${minutes}\n`);
  process.exitCode = 1;
} else if (!existsSync('/proc/self/fd')) {
  process.stderr.write('The soak reads memory and descriptors from /proc, which is not on this machine.\n');
  process.exitCode = 1;
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.exitCode = (await run(minutes)) ? 0 : 1;
}
