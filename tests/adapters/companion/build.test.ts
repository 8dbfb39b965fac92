import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildCompanion, bundleCompanion } from '../../../adapters/companion/build.ts';
import { runCompanionBuild } from '../../../adapters/companion/build_command.ts';
import { BuildFailure, hideConsole } from '../../../adapters/companion/pack_program.ts';
import { inTempDir, runToEnd } from '../../support/instance.ts';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));

test('the script is one file that contains both addons and the address of the instance', async () => {
  const text = new TextDecoder().decode(await bundleCompanion('https://witness.example'));
  for (const addon of ['ThirdWitness', 'ThirdWitness_Data']) {
    const toc = readFileSync(`${TOP}http/addon/${addon}/${addon}.toc`, 'utf8');
    for (const line of toc.split(/\r?\n/)) assert.ok(text.includes(line.replaceAll('\\', '\\\\')), line);
  }
  assert.match(text, /function API\.Rate/);
  assert.match(text, /https:\/\/witness\.example/);
  assert.match(text, /^\/\* Third Witness, AGPL-3\.0-only \*\//);
  const required = new Set(Array.from(text.matchAll(/\brequire\("([^"]+)"\)/g), ([, name]) => name!));
  assert.deepEqual(
    [...required].filter((name) => !isBuiltin(name) && !name.startsWith('node:')),
    [],
  );
  assert.ok(!text.includes(TOP), 'no path of this machine');
});

/** Returns the start of a program of Windows in the format PE32+, for a terminal and with a signature. */
function windowsProgram(magic = 0x20b): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1_000);
  const view = new DataView(bytes.buffer);
  view.setUint32(0x3c, 0x80, true);
  view.setUint16(0x80 + 24, magic, true);
  view.setUint16(0x80 + 24 + 68, 3, true);
  view.setUint32(0x80 + 24 + 112 + 8 * 4, 900, true);
  view.setUint32(0x80 + 24 + 112 + 8 * 4 + 4, 100, true);
  return bytes;
}

test('a program of Windows opens no terminal and names no signature', () => {
  const before = windowsProgram();
  const after = hideConsole(before);
  const view = new DataView(after.buffer);
  assert.equal(view.getUint16(0x80 + 24 + 68, true), 2);
  assert.deepEqual([...after.subarray(0x80 + 24 + 144, 0x80 + 24 + 152)], [0, 0, 0, 0, 0, 0, 0, 0]);
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]);
  assert.deepEqual(changed, [0x80 + 24 + 68, 0x80 + 24 + 144, 0x80 + 24 + 145, 0x80 + 24 + 148]);
  assert.throws(() => hideConsole(windowsProgram(0x10b)), BuildFailure);
});

test('a system that cannot build says which can, and changes nothing', async () => {
  await inTempDir(async (dir) => {
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: 'freebsd' });
    try {
      await assert.rejects(buildCompanion(dir, null, ['linux-x64']), {
        message:
          'Building needs one of the systems win32-x64, linux-x64, darwin-arm64, darwin-x64; this one is another.',
      });
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
    assert.ok(statSync(dir).isDirectory());
  });
});

test('wrong words of the command show how to use it', async () => {
  assert.equal(typeof runCompanionBuild, 'function');
  for (const words of [['--systems', 'amiga'], ['--url', 'file:///etc/passwd'], ['start']]) {
    const run = await runToEnd(['--import', 'tsx', 'jobs/build_companion.ts', ...words], { cwd: TOP });
    assert.equal(run.code, 1, words.join(' '));
    assert.match(run.stderr, /^npm run companion \[-- --url URL\]/);
    assert.equal(run.stdout, '');
  }
});
