import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { describeRelease } from '../../adapters/release.ts';
import { readReleaseIn } from '../../adapters/start/release.mjs';
import { inTempDir } from '../support/instance.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const OTHER = 'f'.repeat(40);

/** Returns the commit of a program whose `.git` has these files. */
function commitOf(files: Readonly<Record<string, string>>): Promise<string | null> {
  return inTempDir(async (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { version, commit } = readReleaseIn(pathToFileURL(`${folder}/`));
    assert.equal(version, '1.2.3');
    return commit;
  });
}

test('the commit is that of the checked-out branch, or null without a repository', async () => {
  const packed = `# pack-refs with: peeled fully-peeled sorted\n${OTHER} refs/heads/other/main\n${COMMIT} refs/heads/main\n`;
  const cases: readonly (readonly [Readonly<Record<string, string>>, string | null])[] = [
    [{}, null],
    [{ '.git/HEAD': `${COMMIT}\n` }, COMMIT],
    [{ '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }, COMMIT],
    [{ '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': packed }, COMMIT],
    [
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n`, '.git/packed-refs': OTHER },
      COMMIT,
    ],
    [{ '.git/HEAD': 'ref: refs/heads/ain\n', '.git/packed-refs': packed }, null],
    [{ '.git/HEAD': 'ref: refs/heads/main\n' }, null],
    [{ '.git/HEAD': 'ref: /etc/passwd\n' }, null],
    [{ '.git/HEAD': 'nonsense' }, null],
    [{ '.git': 'gitdir: /elsewhere' }, null],
  ];
  for (const [files, commit] of cases) assert.equal(await commitOf(files), commit, JSON.stringify(files));
});

test('a release is described by its version and the start of its commit', () => {
  assert.equal(describeRelease({ version: '1.2.3', commit: null }), 'Third Witness 1.2.3');
  assert.equal(describeRelease({ version: '1.2.3', commit: COMMIT }), 'Third Witness 1.2.3 (commit 0123456789ab)');
});
