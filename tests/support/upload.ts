import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runWithReader } from '../../adapters/libsql/database.ts';
import { formatStoredBody } from '../../domain/intake/judge.ts';
import { parseRecord } from '../../schema/parse_record.ts';
import { seeded } from '../bench/world.ts';
import { savedFile, type Written } from '../domain/saved_variables/lua_writer.ts';
import { type JobRun, programArgs, runToEnd, sleep } from './instance.ts';
import { storedRecords } from './stored_records.ts';
import { good, item, npc, quest, stack } from './subjects.ts';
import * as they from './verbs.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
export const INSTALL = 'install-of-a-rolled-file';
const OUTBOX = '.third-witness-outbox';

/**
 * Returns records as an addon collects them; the same seed gives the same records. All kinds except achievements have
 * unique event ids.
 */
export function rollRecords(count: number, seed = 13): Written[] {
  const random = seeded(seed);
  const below = (max: number): number => Math.floor(random() * max);
  const startMs = Date.UTC(2026, 2, 1);
  const makers: readonly (() => they.Seen)[] = [
    () =>
      they.looted(
        npc(1 + below(900)),
        ...Array.from({ length: below(4) }, () => stack(item(1 + below(20_000)), 1 + below(3))),
      ),
    () =>
      they.met(npc(1 + below(900), `Wächter ${below(900)}`), {
        mapId: 1411 + below(40),
        x: below(1_000) / 10,
        y: below(1_000) / 10,
        level: 1 + below(60),
      }),
    () => they.wasOffered(quest(1 + below(5_000), `Ein "Auftrag" ${below(90)}`)),
    () => they.visitedVendor(npc(1 + below(90)), good(item(1 + below(9_000)), below(9_000))),
    () => they.sawPrice(item(1 + below(9_000)), 1 + below(9_000), { source: 'auction', realm: `Realm ${below(5)}` }),
  ];
  return Array.from({ length: count }, (_, n) => {
    const capturedAt = new Date(startMs + n * 1000).toISOString();
    const ownerless = n % 50 === 49;
    const { kind, fields } = ownerless ? they.earnedAchievement(n + 1) : makers[below(makers.length)]!();
    return { kind, ...(ownerless ? {} : { eventId: `e-${n}` }), capturedAt, ...fields } as Written;
  });
}

/** Returns these records as an addon's file. */
export function addonFile(records: readonly Written[]): Uint8Array {
  return savedFile({
    format: 1,
    installId: INSTALL,
    addonVersion: '0.5.0',
    locale: 'deDE',
    protocol: '1.3.0',
    records,
  });
}

/** Returns the text that the instance must have stored for each of these records, sorted. */
export function storedTexts(records: readonly Written[]): readonly string[] {
  return records
    .map((record) => {
      const isOwnerless = (record as { kind: string }).kind === 'achievement_owned';
      const verdict = parseRecord(isOwnerless ? record : { ...(record as object), installId: INSTALL });
      if (!verdict.ok) throw new Error(`a rolled record is refused: ${verdict.reason}`);
      return formatStoredBody(verdict.record);
    })
    .sort();
}

/** Returns the stored text of every record in a data folder's uploads, sorted. */
export async function heldTexts(dataDir: string): Promise<readonly string[]> {
  const rows = await runWithReader(join(dataDir, 'uploads.db'), storedRecords);
  return rows.map(({ body }) => body).sort();
}

/** Returns the number of pieces that are confirmed according to the outbox next to a file. */
export function confirmedPieces(file: string): number {
  if (!existsSync(file + OUTBOX)) return 0;
  const { instances } = JSON.parse(readFileSync(file + OUTBOX, 'utf8')) as { instances: Record<string, object> };
  return Object.values(instances).reduce((sum, box) => sum + Object.keys(box).length, 0);
}

/** Runs the uploader and kills it once this many pieces of the file are confirmed. */
export async function uploadAndKill(file: string, url: string, pieces: number): Promise<number | null> {
  const child = spawn(process.execPath, programArgs('jobs/main.ts', 'upload', file, '--to', url, '--yes'), {
    cwd: TOP,
    stdio: 'ignore',
  });
  let ended = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      ended = true;
      resolve(code);
    });
  });
  while (!ended && confirmedPieces(file) < pieces) await sleep(2);
  child.kill('SIGKILL');
  return await exited;
}

/** Runs a single-file program in a folder, as a user would. */
export function runProgram(cwd: string, args: readonly string[]): Promise<JobRun> {
  return runToEnd(['Deno' in globalThis ? ['run', '-A', '--no-check'] : [], args].flat(), { cwd });
}
