import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Returns every test file of the project, or those whose path contains one of the names, sorted. */
export function testFiles(names: readonly string[]): readonly string[] {
  return readdirSync(`${TOP}tests`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
    .sort();
}

/** Returns the error message for names that match no test file. */
export function noTestFileMessage(names: readonly string[]): string {
  return `No test file has ${names.join(' or ')} in its path.`;
}
