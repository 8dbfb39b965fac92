import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** A file of the repository. `path` is relative to the top. */
export interface SourceFile {
  readonly path: string;
  readonly source: string;
}

const CODE_AND_DOCUMENTS = ['schema', 'domain', 'adapters', 'http', 'jobs', 'tests', 'docs'];

export function isThere(path: string): boolean {
  return existsSync(join(TOP, path));
}

/** Returns every file with one of these endings, at the top or in our folders, without node_modules. */
export function filesEndingIn(...endings: readonly string[]): readonly SourceFile[] {
  const isWanted = (file: string): boolean =>
    endings.some((ending) => file.endsWith(ending)) && !/(?:^|[\\/])node_modules[\\/]/.test(file);
  const within = CODE_AND_DOCUMENTS.flatMap((folder) =>
    readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(TOP, folder, file)),
  );
  const atTop = readdirSync(TOP).map((file) => join(TOP, file));
  return [...atTop, ...within]
    .filter((file) => isWanted(file) && statSync(file).isFile())
    .map((file) => ({ path: relative(TOP, file).replaceAll('\\', '/'), source: readFileSync(file, 'utf8') }));
}

/** Returns the lines of a Markdown text outside of code blocks. */
export function proseOf(markdown: string): string {
  let fenced = false;
  const kept = markdown.split('\n').map((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) fenced = !fenced;
    return isFence || fenced || /^ {4}/.test(line) ? '' : line;
  });
  return kept.join('\n');
}

export interface Heading {
  readonly level: number;
  readonly title: string;
}

export function headingsOf(markdown: string): readonly Heading[] {
  return Array.from(proseOf(markdown).matchAll(/^(#{1,6}) +(.+?) *$/gm), ([, marks, title]) => ({
    level: marks!.length,
    title: title!,
  }));
}
