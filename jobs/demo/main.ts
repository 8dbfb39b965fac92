import process from 'node:process';
import { systemClock } from '../../adapters/clock.ts';
import { type DemoInstance, openDemoStage } from '../../adapters/demo_stage.ts';
import { clientTables, DEMO_BUILD } from './client_tables.ts';
import { guidesOf } from './guides.ts';
import { DEMO_DAYS, playedBy } from './play.ts';
import { PLAYERS } from './players.ts';
import { type LuaValue, savedFile } from './saved_file.ts';

/**
 * `npm run demo`: an instance in a folder of its own, filled with what twelve simulated installs saw in two weeks. Their
 * files go through the real uploader and the real intake; the folder goes when the demo ends.
 */

const DAY_MS = 86_400_000;

/** At the end of which days the players upload. */
const UPLOAD_DAYS = [5, 10, DEMO_DAYS] as const;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const stage = openDemoStage();
let running = null as DemoInstance | null;

/** Writes what each player's addon has saved by then. */
const savedBy = (startMs: number, untilMs: number): readonly string[] =>
  PLAYERS.map((player, at) => {
    const records = playedBy(player, startMs, untilMs);
    const table = {
      ...{ format: 1, installId: player.installId, addonVersion: 'demo', clientBuild: DEMO_BUILD, locale: 'enUS' },
      ...{ protocol: '1.3.0', records },
    };
    return stage.write(`ThirdWitness-${at + 1}.lua`, savedFile('ThirdWitnessDB', table as LuaValue));
  });

/** Two weeks in a few seconds; answers the address of the instance that holds them. */
const fill = async (nowMs: number): Promise<DemoInstance> => {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (DEMO_DAYS - 1) * DAY_MS;
  for (const day of UPLOAD_DAYS) {
    const last = day === DEMO_DAYS;
    const untilMs = last ? nowMs : startMs + day * DAY_MS;
    const behindMs = nowMs - untilMs;
    say(`Day ${day} of ${DEMO_DAYS}: ${PLAYERS.length} players upload what they saw.`);
    running = await stage.start(behindMs);
    await Promise.all([
      stage.job(behindMs, 'upload', ...savedBy(startMs, untilMs), '--to', running.url, '--yes'),
      ...(day === UPLOAD_DAYS[0] ? importFiles(running.url, behindMs) : []),
    ]);
    // What came before the last day is published by the next start.
    if (last) await stage.job(behindMs, 'snapshot');
    if (last) break;
    await running.stop();
  }
  return running!;
};

/** The game's tables, and a few guides. */
const importFiles = (url: string, behindMs: number): readonly Promise<void>[] => {
  for (const [name, text] of clientTables()) stage.write(name, text);
  const guides = guidesOf(url)
    .map((guide) => `${JSON.stringify(guide)}\n`)
    .join('');
  return [
    stage.job(behindMs, 'import-game-files', '--dir', stage.folder, '--build', DEMO_BUILD),
    stage.job(behindMs, 'import-knowledge', stage.write('guides.ndjson', guides)),
  ];
};

const told = (url: string): string => `
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

try {
  const instance = await fill(systemClock.nowMs());
  say(told(instance.url));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void instance.stop());
  await instance.ended;
} catch (error) {
  process.stderr.write(`The demo did not start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await running?.stop();
  stage.remove();
}
