import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { findPlaces, STYLE_RULES } from './style.ts';

/**
 * Lowers the ceilings of the style rules to the current counts: `npm run ceilings`. Never raises a ceiling.
 * `npm run ceilings -- RULE [FOLDER]` lists the violations of one rule (`all` for every rule) and changes nothing.
 */

const FILE = new URL('./style_ceilings.json', import.meta.url);
const [rule, folder = ''] = process.argv.slice(2);
const places = findPlaces();

if (rule === undefined) lowerCeilings();
else if (rule === 'all') for (const name of Object.keys(STYLE_RULES)) listPlaces(name);
else listPlaces(rule);

function lowerCeilings(): void {
  const ceilings = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
  const lowered = Object.entries(places).map(([name, found]) => [name, Math.min(found.length, ceilings[name] ?? 0)]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}

function listPlaces(name: string): void {
  for (const { path, line, text } of places[name] ?? [])
    if (path.startsWith(folder))
      process.stdout.write(`${path}:${line} ${name}: ${text} → ${STYLE_RULES[name]!.better}\n`);
}
