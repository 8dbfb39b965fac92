import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Every test file, or those whose path holds one of the names, in order. */
export function testFiles(names: readonly string[]): readonly string[] {
  return readdirSync(`${TOP}tests`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(`${TOP}tests/${name}`).map((file) => `tests/${name}/${file}`))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
    .sort();
}

/** What is said where `testFiles` finds none. */
export function noneNamed(names: readonly string[]): string {
  return `No test file has ${names.join(' or ')} in its path.`;
}
