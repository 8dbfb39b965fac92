import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDON, LUAC } from '../support.ts';

/** The functions of the addon of data, from the folder of the addon. */
export const DATA_FUNCTIONS = '../ThirdWitness_Data/api.lua';

/** The Lua files of both addons, from the folder of the addon. */
export const FILES: readonly string[] = [...readdirSync(ADDON).filter((file) => file.endsWith('.lua')), DATA_FUNCTIONS];

/** Returns the globals that a file's compiled code reads or writes. */
export function globalsOf(file: string, access: 'GETGLOBAL' | 'SETGLOBAL'): readonly string[] {
  return execFileSync(LUAC, ['-l', '-p', join(ADDON, file)], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => new RegExp(`\\t${access}\\s.*; (\\w+)$`).exec(line)?.[1] ?? []);
}

/** Returns everything in the addon's sources that a pattern matches, without duplicates. The pattern's group is the name. */
export function matchesIn(pattern: RegExp): readonly string[] {
  const texts = FILES.map((file) => readFileSync(join(ADDON, file), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)))].sort();
}

/** Globals and functions such as `C_Map.GetMapInfo` that the addon reads. */
export function functionsRead(): readonly string[] {
  const globals = FILES.flatMap((file) => globalsOf(file, 'GETGLOBAL'));
  return [...new Set([...globals.filter((name) => !/^C_/.test(name)), ...matchesIn(/\b(C_\w+\.\w+)/g)])].sort();
}

/** Texts in the addon's sources that look like the name of an event. */
export const wordsLikeEvents = (): readonly string[] => matchesIn(/"([A-Z]+(?:_[A-Z0-9]+)+)"/g);

/** Values of enums that the addon reads, or mentions beside a number with the same meaning. */
export const enumsRead = (): readonly string[] => matchesIn(/\bEnum\.(\w+\.\w+)/g);
