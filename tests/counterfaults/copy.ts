import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edited } from './edits.ts';
import type { Fault } from './faults.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const LIST_BYTES_MAX = 16_000_000;

/** A copy of the program in a temporary folder. Only the copy is ever weakened. */
export interface Copy {
  readonly root: string;
  /** Where the tests of the copy create their folders. */
  readonly temporary: string;
  /** Plants the fault and returns a function that removes it. */
  plant(fault: Fault): () => void;
  remove(): void;
}

/** Copies all files except those that git ignores, so that it includes tests that are not committed yet. */
export function copyProgram(): Copy {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: TOP,
      encoding: 'utf8',
      maxBuffer: LIST_BYTES_MAX,
    },
  );
  const around = mkdtempSync(join(tmpdir(), 'third-witness-weak-'));
  const [root, temporary] = [join(around, 'program'), join(around, 'tmp')];
  mkdirSync(temporary);
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(TOP, file), join(root, file));
  }
  symlinkSync(join(TOP, 'node_modules'), join(root, 'node_modules'), 'junction');
  return {
    root,
    temporary,
    plant: ({ edits }) => {
      const before = new Map<string, string>();
      const after = new Map<string, string>();
      for (const edit of edits) {
        const source = after.get(edit.file) ?? readFileSync(join(root, edit.file), 'utf8');
        if (!before.has(edit.file)) before.set(edit.file, source);
        after.set(edit.file, edited(source, edit));
      }
      const write = (files: ReadonlyMap<string, string>): void => {
        for (const [file, source] of files) writeFileSync(join(root, file), source);
      };
      write(after);
      return () => write(before);
    },
    remove: () => rmSync(around, { recursive: true, force: true }),
  };
}
