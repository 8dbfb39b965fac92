import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Rec } from '../realm/record.ts';
import { type Stage, setStage } from '../realm/stage.ts';
import { runJobHere } from '../support/run_command.ts';
import { recordsOf } from './records.ts';
import { VALLEY_BUILD, writeValleyTables } from './tables.ts';
import { DOCUMENTS, INSTALLS } from './world.ts';

const DAY_MS = 86_400_000;
const PIECE = 1_500;

let folder: string | null = null;
let stage: Stage | null = null;
let url: Promise<string> | null = null;

after(async () => {
  await stage?.kill();
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
});

/** Returns the address of an instance with the valley. The tests of a process share it. */
export function openValley(): Promise<string> {
  url ??= fillValley();
  return url;
}

/**
 * Starts an instance and fills it with the reports of four installs from the day before yesterday, a build, and a few
 * documents.
 */
async function fillValley(): Promise<string> {
  folder = mkdtempSync(join(tmpdir(), 'third-witness-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  stage = setStage(dataDir);
  const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
  // Figures over past days include records that were received before today.
  await stage.start(startMs + DAY_MS);
  const [latest, ...others] = INSTALLS.map((_, install) => recordsOf(install, startMs)).toReversed();
  for (const records of others) await send(stage, records);
  await stage.start(null);
  await send(stage, latest!);
  const guides = join(folder, 'guides.ndjson');
  writeFileSync(guides, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''));
  await runCommand(stage, 'import-knowledge', guides);
  const tables = join(folder, 'tables');
  mkdirSync(tables);
  await writeValleyTables(tables);
  await runCommand(stage, 'import-game-files', '--dir', tables, '--build', VALLEY_BUILD);
  await runCommand(stage, 'snapshot');
  return stage.url();
}

async function runCommand({ dataDir }: Stage, ...words: readonly string[]): Promise<void> {
  const { code, stderr } = await runJobHere(dataDir, words, { TW_GAME: 'era' });
  assert.equal(code, 0, stderr);
}

async function send(stage: Stage, records: readonly object[]): Promise<void> {
  for (let at = 0; at < records.length; at += PIECE) {
    await stage.send(records.slice(at, at + PIECE) as readonly Rec[]);
  }
}
