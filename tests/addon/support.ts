import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseRecord } from '../../schema/parse_record.ts';
import { inTempDir } from '../support/instance.ts';

/** The path of Lua 5.1, the version in the client. Its compiler is in the same folder. */
export const LUA = process.env['TW_LUA'] ?? '/usr/bin/lua5.1';
export const LUAC = LUA.replace(/lua([^/]*)$/, 'luac$1');

export const ADDON = fileURLToPath(new URL('../../http/addon/ThirdWitness', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** How the client formats the saved file. */
export type SavedLayout = 'older' | 'newer';

/** The clients that differ most: Classic Era, and World of Warcraft: Forever. */
export const CLIENTS = ['era', 'forever'] as const;
/** All games that the fake client can be. The others are like Classic Era, with a few more functions. */
export const ALL_CLIENTS = [...CLIENTS, 'anniversary', 'mists'] as const;
export type ClientKind = (typeof ALL_CLIENTS)[number];

/** The content of the saved file (docs/saved-variables.md, format 2). */
export interface SavedFile {
  readonly format: number;
  readonly installId: string;
  readonly sharing?: Readonly<Record<string, boolean>>;
  readonly grantTokens?: readonly string[];
  readonly dropped?: number;
  readonly sets: readonly SavedSet[];
  /** The records of all sets. */
  readonly records: readonly SavedRecord[];
}

export interface SavedSet {
  readonly addonVersion: string;
  readonly project?: number;
  readonly clientBuild: string;
  readonly season?: number;
  readonly region?: number;
  readonly locale: string;
  readonly protocol: string;
  readonly records: readonly SavedRecord[];
}

export interface SavedRecord {
  readonly kind: string;
  readonly eventId: string;
  readonly capturedAt: string;
  // biome-ignore lint/suspicious/noExplicitAny: fields are checked against the contract, then read loosely.
  readonly [field: string]: any;
}

export interface Session {
  /** The lines that were printed in the chat. */
  readonly chat: readonly string[];
  /** The saved variables that the client read back from the file it wrote. */
  readonly saved: SavedFile;
  /** The text of the file. */
  readonly text: string;
}

export interface PlayOptions {
  /** The seed of the random numbers. Each seed is another player. */
  readonly seed?: number;
  readonly layout?: SavedLayout;
  readonly client?: ClientKind;
  /** The addon's folder, if it is not the source folder. */
  readonly addon?: string;
  /** The start of the session in seconds. Defaults to a morning in November 2026. */
  readonly beginsAtS?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a session of `sessions/` with a folder for saved files. */
export function playIn(folder: string, name: string, options: PlayOptions = {}): Session {
  const { seed = 1, layout = 'older', client = 'era', addon = ADDON, beginsAtS, env = {} } = options;
  const script = join(HERE, 'sessions', `${name}.lua`);
  assert.ok(existsSync(script), script);
  const args = [join(HERE, 'client', 'run.lua'), addon, folder, script, String(seed), layout, client];
  if (beginsAtS !== undefined) args.push(String(beginsAtS));
  const said = execFileSync(LUA, args, { encoding: 'utf8', maxBuffer: 1e8, env: { ...process.env, ...env } });
  const chat = said.split('\n');
  const saved = JSON.parse(readFileSync(join(folder, 'db.json'), 'utf8')) as Omit<SavedFile, 'records'>;
  return {
    chat: chat.slice(0, -1).map((line) => line.replace(/^Third Witness: /, '')),
    saved: { ...saved, records: saved.sets?.flatMap(({ records }) => records) ?? [] },
    text: readFileSync(join(folder, 'ThirdWitness.lua'), 'utf8'),
  };
}

export function play(name: string, options: PlayOptions = {}): Promise<Session> {
  return inTempDir(async (folder) => playIn(folder, name, options));
}

/** Returns the lines that a session wrote into the chat, without its commands. */
export function notes(chat: readonly string[]): readonly string[] {
  return chat.filter((line) => line.startsWith('> ') && !line.startsWith('> /')).map((line) => line.slice(2));
}

/** Returns the sentences with which the contract refuses records of a file. */
export function refusalsOf({ installId, records }: SavedFile): readonly string[] {
  return records.flatMap((record) => {
    const verdict = parseRecord({ ...record, installId });
    return verdict.ok ? [] : [`${record.kind}: ${verdict.code} ${verdict.pointer} ${verdict.reason}`];
  });
}

/** Counts the records of each kind. */
export function countsOf({ records }: SavedFile): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Returns the records of a kind without the fields that all records have. */
export function fieldsOf({ records }: SavedFile, kind: string): readonly object[] {
  return records
    .filter((record) => record.kind === kind)
    .map(({ kind: _kind, eventId: _eventId, capturedAt: _capturedAt, ...fields }) => fields);
}

/**
 * Returns how many records of each kind the session `day` leaves in a client. Forever does not tell addons who an NPC in
 * an instance is.
 */
export function dayCounts(client: ClientKind): Readonly<Record<string, number>> {
  return {
    auction_scan: 1,
    census_self: 2,
    gear_snapshot: 1,
    gold_snapshot: 4,
    guild_snapshot: 1,
    item_seen: 18,
    loot: 10,
    map_bounds: 1,
    money_event: 3,
    npc_sighting: client === 'forever' ? 6 : 7,
    price_seen: 1,
    quest: 4,
    recipe_observed: 7,
    trainer_seen: 1,
    vendor: 2,
  };
}
