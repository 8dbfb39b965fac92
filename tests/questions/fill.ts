import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rec } from '../realm/record.ts';
import type { Stage } from '../realm/stage.ts';
import { recordsOf } from './records.ts';
import { VALLEY_BUILD, writeValleyTables } from './tables.ts';
import { DOCUMENTS, INSTALLS } from './world.ts';

const DAY_MS = 86_400_000;
const PIECE = 1_500;

/**
 * Starts an instance and fills it with the reports of four installs from the day before yesterday, a build, and a few
 * documents.
 */
export async function fillValley(stage: Stage, folder: string): Promise<void> {
  const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
  // Figures over past days include records that were received before today.
  await stage.start(startMs + DAY_MS);
  const [latest, ...others] = INSTALLS.map((_, install) => recordsOf(install, startMs)).toReversed();
  for (const records of others) await send(stage, records);
  await stage.start(null);
  await send(stage, latest!);
  const guides = join(folder, 'guides.ndjson');
  writeFileSync(guides, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''));
  await stage.job('import-knowledge', guides);
  const tables = join(folder, 'tables');
  mkdirSync(tables);
  await writeValleyTables(tables);
  await stage.job('import-game-files', '--dir', tables, '--build', VALLEY_BUILD);
  await stage.job('snapshot');
}

async function send(stage: Stage, records: readonly object[]): Promise<void> {
  for (let at = 0; at < records.length; at += PIECE) {
    await stage.send(records.slice(at, at + PIECE) as readonly Rec[]);
  }
}
