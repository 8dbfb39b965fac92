import { readFileSync } from 'node:fs';

interface Manifest {
  readonly homepage?: unknown;
  readonly repository?: unknown;
}

/** Returns the URL of this program's source code, as stated in package.json, or null if package.json has none. */
export function projectHome(): string | null {
  return findHome(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest);
}

export function findHome({ repository, homepage }: Manifest): string | null {
  const nestedUrl =
    typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : null;
  for (const candidate of [nestedUrl, repository, homepage]) {
    if (typeof candidate !== 'string') continue;
    const url = candidate.replace(/^git\+/, '').replace(/\.git$/, '');
    if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  }
  return null;
}
