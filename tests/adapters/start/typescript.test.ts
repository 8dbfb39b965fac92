import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { GARBAGE_ARGS, START_ARGS } from '../../../adapters/runtime_args.ts';
import { COMMANDS, NAMED_PROGRAMS } from '../../../adapters/start/programs.mjs';
import { filesEndingIn } from '../../house/documents.ts';

const skip = 'Deno' in globalThis ? 'Deno reads TypeScript itself' : false;

/**
 * Returns the output of a one-file program that is started like the project's programs, or null if it does not start.
 */
function printed(source: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-'));
  try {
    const file = join(folder, 'program.mts');
    writeFileSync(file, source);
    const { status, stdout } = spawnSync(process.execPath, [...START_ARGS, file], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the runtime reads TypeScript itself if it can, and otherwise the loader does', { skip }, () => {
  assert.equal(printed('const text: string = "read"; console.log(text);'), 'read');
  // An enum is more than a type: the loader compiles it, while a runtime that only strips types rejects it.
  const byRuntime = 'typescript' in process.features && process.features.typescript === 'strip';
  assert.equal(printed('enum Word { One = "loaded" } console.log(Word.One);'), byRuntime ? null : 'loaded');
  const kept = printed('import * as module from "node:module"; console.log(module.getCompileCacheDir?.() ?? "none");');
  assert.match(kept ?? '', byRuntime ? /third-witness|compile-cache/ : /^none$/);
});

test('every program for people starts this way, and none of its files names the loader', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const programs = Object.entries(scripts).filter(([, script]) =>
    /\b(?:http|jobs|adapters)\/\S+\.m?[jt]s\b/.test(script),
  );
  assert.deepEqual(programs.map(([name]) => name).sort(), ['companion', 'demo', 'dev', 'job', 'start']);
  for (const [name, script] of programs) {
    const start = name === 'dev' ? ' --import ./adapters/start/typescript.mjs ' : ' adapters/start/third_witness.mjs';
    assert.ok(script.includes(start), name);
  }
  assert.equal(COMMANDS.flags, GARBAGE_ARGS, 'commands run as the builder does');
  for (const { name, flags } of [...NAMED_PROGRAMS, { name: 'job', flags: COMMANDS.flags }]) {
    const started = ['exec node', ...flags, 'adapters/start/third_witness.mjs'].join(' ');
    assert.equal(scripts[name], name === 'job' ? started : `${started} ${name}`, 'with its engine flags');
  }
  const naming = filesEndingIn('.ts', '.mjs').filter(
    ({ path, source }) => /^(?:adapters|domain|http|jobs|schema)\//.test(path) && /['"]tsx\b/.test(source),
  );
  assert.deepEqual(
    naming.map(({ path }) => path),
    ['adapters/start/typescript.mjs'],
  );
});
