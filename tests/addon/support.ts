import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseRecord } from '../../schema/parse_record.ts';
import { inTempDir } from '../support/instance.ts';

/** Lua 5.1 as the client has it; its compiler lies beside it. */
export const LUA = process.env['TW_LUA'] ?? '/usr/bin/lua5.1';
export const LUAC = LUA.replace(/lua([^/]*)$/, 'luac$1');

export const ADDON = fileURLToPath(new URL('../../http/addon/ThirdWitness', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** How the client lays the saved file out. */
export type SavedLayout = 'older' | 'newer';

/** What the saved file holds, as the addon's README tells. */
export interface SavedFile {
  readonly format: number;
  readonly installId: string;
  readonly addonVersion: string;
  readonly clientBuild: string;
  readonly locale: string;
  readonly protocol: string;
  readonly sharing?: Readonly<Record<string, boolean>>;
  readonly grantTokens?: readonly string[];
  readonly records: readonly SavedRecord[];
  readonly dropped?: number;
}

export interface SavedRecord {
  readonly kind: string;
  readonly eventId: string;
  readonly capturedAt: string;
  // biome-ignore lint/suspicious/noExplicitAny: fields are held against the contract, then read freely.
  readonly [field: string]: any;
}

export interface Session {
  /** What was said in the chat, a line each. */
  readonly chat: readonly string[];
  /** What the client read back from the file that it wrote. */
  readonly saved: SavedFile;
  /** The file's own text. */
  readonly text: string;
}

export interface PlayOptions {
  /** Of the random numbers; each is another player. */
  readonly seed?: number;
  readonly layout?: SavedLayout;
  /** Where the addon lies, if not among the sources. */
  readonly addon?: string;
  /** When it begins, in seconds; else a morning in November 2026. */
  readonly beginsAtS?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a session of `sessions/` in a folder for saved files. */
export function playIn(folder: string, name: string, options: PlayOptions = {}): Session {
  const { seed = 1, layout = 'older', addon = ADDON, beginsAtS, env = {} } = options;
  const script = join(HERE, 'sessions', `${name}.lua`);
  assert.ok(existsSync(script), script);
  const args = [join(HERE, 'client', 'run.lua'), addon, folder, script, String(seed), layout];
  if (beginsAtS !== undefined) args.push(String(beginsAtS));
  const said = execFileSync(LUA, args, { encoding: 'utf8', maxBuffer: 1e8, env: { ...process.env, ...env } });
  const chat = said.split('\n');
  return {
    chat: chat.slice(0, -1).map((line) => line.replace(/^Third Witness: /, '')),
    saved: JSON.parse(readFileSync(join(folder, 'db.json'), 'utf8')) as SavedFile,
    text: readFileSync(join(folder, 'ThirdWitness.lua'), 'utf8'),
  };
}

export function play(name: string, seed = 1, layout: SavedLayout = 'older'): Promise<Session> {
  return inTempDir(async (folder) => playIn(folder, name, { seed, layout }));
}

/** The sentences with which the contract refuses records of a file; none, where all is well. */
export function refusalsOf({ installId, records }: SavedFile): readonly string[] {
  return records.flatMap((record) => {
    const verdict = parseRecord({ ...record, installId });
    return verdict.ok ? [] : [`${record.kind}: ${verdict.code} ${verdict.pointer} ${verdict.reason}`];
  });
}

/** How many records of each kind there are. */
export function countsOf({ records }: SavedFile): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The records of a kind without what all have. */
export function fieldsOf({ records }: SavedFile, kind: string): readonly object[] {
  return records
    .filter((record) => record.kind === kind)
    .map(({ kind: _kind, eventId: _eventId, capturedAt: _capturedAt, ...fields }) => fields);
}
