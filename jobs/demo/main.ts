import process from 'node:process';
import { systemClock } from '../../adapters/clock.ts';
import { type DemoInstance, openDemoStage } from '../../adapters/demo_stage.ts';
import { clientTables, DEMO_BUILD } from './client_tables.ts';
import { guidesOf } from './guides.ts';
import { DEMO_DAYS, playedBy } from './play.ts';
import { PLAYERS } from './players.ts';
import { createStepProgress } from './progress.ts';
import { type LuaValue, savedFile } from './saved_file.ts';

/**
 * `npm run demo`: an instance in a folder of its own, filled with what twelve simulated installs saw in two weeks. Their
 * files go through the real uploader and the real intake; the folder goes when the demo ends.
 */

const DAY_MS = 86_400_000;

/** At the end of which days the players upload. */
const UPLOAD_DAYS = [5, 10, DEMO_DAYS] as const;

function say(text: string): void {
  return void process.stdout.write(`${text}\n`);
}

/** What a shell calls the end by each signal. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Starting, then uploads and a snapshot at the end of each of these days. */
const STEPS = 1 + 2 * UPLOAD_DAYS.length;

const progress = createStepProgress((text) => process.stdout.write(text), process.stdout.isTTY === true, STEPS);
const stage = openDemoStage();
let interrupted: number | null = null;

/** Writes what each player's addon has saved by then. */
function savedBy(startMs: number, untilMs: number): readonly string[] {
  return PLAYERS.map((player, at) => {
    const records = playedBy(player, startMs, untilMs);
    const table = {
      format: 1,
      installId: player.installId,
      addonVersion: 'demo',
      clientBuild: DEMO_BUILD,
      locale: 'enUS',
      protocol: '1.3.0',
      records,
    };
    return stage.write(`ThirdWitness-${at + 1}.lua`, savedFile('ThirdWitnessDB', table as LuaValue));
  });
}

/** Plays two weeks in a few seconds. Returns the instance that holds them. */
async function fill(nowMs: number): Promise<DemoInstance> {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (DEMO_DAYS - 1) * DAY_MS;
  const endOf = (day: number): number => (day === DEMO_DAYS ? nowMs : startMs + day * DAY_MS);
  stage.setClock(nowMs - endOf(UPLOAD_DAYS[0]));
  progress.begin('The instance starts.');
  const instance = await stage.start();
  // The game’s tables and the guides are taken in while players upload: one program each beside theirs.
  const imports = [() => importTables(), () => importGuides(instance.url)];
  for (const day of UPLOAD_DAYS) {
    progress.begin(`Day ${day} of ${DEMO_DAYS}: ${PLAYERS.length} players upload what they saw.`);
    stage.setClock(nowMs - endOf(day));
    await Promise.all([stage.upload(instance.url, savedBy(startMs, endOf(day))), imports.shift()?.()]);
    progress.begin(`Day ${day} of ${DEMO_DAYS}: what three of them saw becomes public.`);
    await stage.job('snapshot');
  }
  progress.end();
  return instance;
}

function importTables(): Promise<void> {
  for (const [name, text] of clientTables()) stage.write(name, text);
  return stage.job('import-game-files', '--dir', stage.folder, '--build', DEMO_BUILD);
}

function importGuides(url: string): Promise<void> {
  const lines = guidesOf(url).map((guide) => `${JSON.stringify(guide)}\n`);
  return stage.job('import-knowledge', stage.write('guides.ndjson', lines.join('')));
}

function told(url: string): string {
  return `
A demo of Third Witness runs at ${url} until you press Ctrl-C. Look at

    ${url}/item/2589          linen cloth: what drops it, who needs it, what it costs
    ${url}/npc/257            a kobold: what it drops, how often, where it stands
    ${url}/zone/1429          Elwynn Forest
    ${url}/market/Whitemane   the auctions of a realm
    ${url}/coverage           what one more install would publish
    ${url}/search?q=linen     names and guides
    ${url}/docs               the API

The names are the game's; every number in it is made up.
`;
}

// A signal may come while it fills: what runs then ends, and the folder goes, too.
for (const [signal, code] of Object.entries(SIGNALS)) {
  process.on(signal, () => {
    interrupted ??= code;
    void stage.close();
  });
}
try {
  const instance = await fill(systemClock.nowMs());
  say(told(instance.url));
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
