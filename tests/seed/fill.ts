import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import { SHARING_CATEGORIES } from '../../schema/vocabulary.ts';
import { setStage } from '../realm/stage.ts';
import type { Receipt } from '../support/client.ts';
import { rollSeed, type SeedRecords } from './records.ts';
import { SEED_BUILD, writeSeedTables } from './tables.ts';

/** The addresses of what a filled folder contains. */
export interface Filled {
  readonly records: number;
  readonly installs: number;
  readonly build: string;
  /** The path of a page with content. */
  readonly page: string;
}

/**
 * Fills a data folder with the real program: uploads, a snapshot and a build. All processes have ended when it returns.
 */
export async function fillFolder(dataDir: string): Promise<Filled> {
  mkdirSync(dataDir, { recursive: true });
  const seed = rollSeed(Date.now());
  const stage = setStage(dataDir);
  const tables = mkdtempSync(join(tmpdir(), 'third-witness-tables-'));
  let records = 0;
  const send: Send = async (sent, tokens = []) => {
    records += await post(stage.url(), sent, tokens);
  };
  const grant = async (words: readonly string[]): Promise<string> =>
    /tg_[\w-]{43}/.exec(await stage.job('grant', 'issue', ...words))![0];
  try {
    await stage.start(seed.sentFirstMs);
    await sendPhase(seed, 0, send);
    await stage.start(null);
    await sendPhase(seed, 1, send);
    for (const sample of seed.samples) await send(sample);
    await sendNamed(seed, send, grant);
    await stage.job('snapshot');
    await writeSeedTables(tables);
    await stage.job('import-game-files', '--dir', tables, '--build', SEED_BUILD);
    const page = await pageOf(stage.url());
    await stage.stop();
    return { records, installs: seed.realm.players.length, build: SEED_BUILD, page };
  } finally {
    await stage.kill();
    rmSync(tables, { recursive: true, force: true });
  }
}

/** Returns the page of an item that three installs named. */
async function pageOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/tools/search?query=Thing`);
  const { answer } = (await response.json()) as { readonly answer: { readonly results: readonly { url: string }[] } };
  return new URL(answer.results[0]!.url).pathname;
}

type Send = (records: readonly object[], tokens?: readonly string[]) => Promise<void>;

async function sendPhase({ realm }: SeedRecords, phase: number, send: Send): Promise<void> {
  for (const upload of realm.uploads) if (upload.phase === phase) await send(upload.records);
}

/** Sends each named record with the grants that cover it. */
async function sendNamed(
  { named, personal }: SeedRecords,
  send: Send,
  grant: (words: readonly string[]) => Promise<string>,
): Promise<void> {
  const everything = ['--category', SHARING_CATEGORIES.join(','), '--install', personal.installId];
  const [own, ...tokens] = await Promise.all([everything, ...named.grants].map(grant));
  await send(personal.records, [own!]);
  for (const { grants, records } of named.uploads) {
    await send(
      records,
      grants.map((n) => tokens[n - 1]!),
    );
  }
}

/** Sends records and returns how many were new. Only records that deliberately reuse an eventId may be refused. */
async function post(url: string, records: readonly object[], grantTokens: readonly string[]): Promise<number> {
  const sharing = Object.fromEntries(SHARING_CATEGORIES.map((category) => [category, true]));
  const named = grantTokens.length === 0 ? {} : { sharing, grantTokens };
  const response = await fetch(`${url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      addonVersion: '1.0.0',
      clientBuild: SEED_BUILD,
      season: 0,
      protocol: PROTOCOL_VERSION,
      records,
      ...named,
    }),
  });
  const { error, accepted = [], rejected = [] } = (await response.json()) as Receipt;
  const refused = rejected.find(({ code }) => code !== 'event-reused');
  if (response.status !== 200 || refused !== undefined) {
    throw new Error(`An upload of the seed was refused: ${error ?? JSON.stringify(refused)}`);
  }
  return accepted.filter(({ duplicate }) => !duplicate).length;
}
