import { readFileSync } from 'node:fs';

/**
 * Reads the release of the program in a folder: the version of its package.json and the commit that is checked out
 * there, or from which the package was built. The commit is null without either, as in an unpacked archive.
 */
export function readReleaseIn(folder) {
  const { version, commit } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  return { version, commit: commit ?? readCommit(new URL('.git/', folder)) };
}

const COMMIT = /^[0-9a-f]{40,64}$/;

function readCommit(git) {
  const head = readLine(new URL('HEAD', git));
  const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
  if (ref === undefined) return COMMIT.test(head) ? head : null;
  const commit = readLine(new URL(ref, git));
  if (COMMIT.test(commit)) return commit;
  // Git moves branches that rest into one file with lines of a commit and a name.
  const packed = readLine(new URL('packed-refs', git)).split('\n');
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null;
}

/** Reads a file without blanks at its ends. A file that cannot be read counts as empty: no start needs the commit. */
function readLine(url) {
  try {
    return readFileSync(url, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Formats a release for people, such as `Third Witness 0.6.0 (commit 1f2e3d4c5b6a)`. */
export function describeRelease({ version, commit }) {
  return `Third Witness ${version}${commit === null ? '' : ` (commit ${commit.slice(0, 12)})`}`;
}
