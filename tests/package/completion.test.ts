import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { test } from 'node:test';
import { ALL_JOBS } from '../../jobs/mod.ts';
import { completionScripts } from './completion.ts';

/**
 * Code that completes the words of a command line, the last of which is being typed, and prints a candidate per line. The
 * shell's own completion is asked, except in zsh, which completes only in a terminal.
 */
const ASKS: Readonly<Record<string, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `COMP_WORDS=(${quote(words)}); COMP_CWORD=${words.length - 1}; _third_witness; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) => `words=(${quote(words)}); CURRENT=${words.length}; _third_witness`,
  fish: (words) => `cd /; complete -C ${quote([words.join(' ')])}`,
};

/** Stands in for the parts of zsh that need a terminal. */
const ZSH_PARTS = `compdef() { }; _files() { }
compadd() { shift; for one in "$@"; do [[ $one == "$words[CURRENT]"* ]] && print -r -- $one; done }\n`;

function quote(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

const SCRIPTS = completionScripts();

function complete(shell: string, ...words: readonly string[]): readonly string[] {
  const code = `${shell === 'zsh' ? ZSH_PARTS : ''}${SCRIPTS[shell]}\n${ASKS[shell]!(['third-witness', ...words])}\n`;
  const { stdout, stderr } = spawnSync(shell, shell === 'zsh' ? ['-f', '-c', code] : ['-c', code], {
    encoding: 'utf8',
    env: { ...process.env, HOME: '/nonexistent' },
  });
  assert.equal(stderr, '');
  return stdout.split('\n').filter((line) => line !== '');
}

for (const shell of Object.keys(ASKS)) {
  const isMissing = spawnSync(shell, ['-c', 'true']).status !== 0;
  test(`${shell} completes every command and option`, { skip: isMissing && `NOT TESTED: no ${shell} here` }, () => {
    assert.deepEqual([...complete(shell, 'sta'), ...complete(shell, 'completion', 'z')], ['start', 'zsh']);
    for (const { name, options = {} } of ALL_JOBS) {
      const words = name.split(' ');
      const before = words.slice(0, -1);
      assert.ok(complete(shell, ...before, words.at(-1)!.slice(0, 3)).includes(words.at(-1)!), name);
      const expected = [...Object.keys(options), 'help', 'quiet'].map((option) => `--${option}`).sort();
      assert.deepEqual([...complete(shell, ...words, '--')].sort(), expected, name);
      assert.deepEqual([...complete(shell, ...words, 'file.lua', '--')].sort(), expected, `${name} after a word`);
    }
  });
}
