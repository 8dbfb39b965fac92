import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { FOLDERS, LEFT_OUT, VERSIONS } from '../runtimes/what_runs.ts';

const TOP = new URL('../../', import.meta.url);
function read(file: string): string {
  return readFileSync(new URL(file, TOP), 'utf8');
}

test('CI runs the oldest Node that package.json allows', () => {
  const { engines, scripts } = JSON.parse(read('package.json')) as {
    engines: { node: string };
    scripts: Readonly<Record<string, string>>;
  };
  const [major, minor, patch] = VERSIONS.oldest.split('.');
  assert.equal(patch, '0', 'the first of its line');
  assert.equal(engines.node, `>=${major}.${minor}`);
  assert.ok(read('README.md').includes(`Node ${major}.${minor} or newer`));
  assert.ok(scripts['test:node']?.includes('tests/runtimes/node.ts'));
  const ci = read('.ci/run');
  for (const name of ['oldest', 'lts']) assert.match(ci, new RegExp(`^npm run test:node -- ${name}$`, 'm'));
});

test('the files that run on other runtimes exist', () => {
  for (const folder of FOLDERS) assert.ok(existsSync(new URL(`tests/${folder}`, TOP)), folder);
  for (const file of [...LEFT_OUT.node, ...LEFT_OUT.deno]) assert.ok(existsSync(new URL(file, TOP)), file);
  for (const file of LEFT_OUT.node)
    assert.ok(FOLDERS.includes(file.split('/')[1]!), `${file} would not run there anyway`);
  assert.ok(
    LEFT_OUT.node.includes('tests/service/crash.test.ts') && LEFT_OUT.deno.includes('tests/service/crash.test.ts'),
  );
});

test('the current runtime is new enough', () => {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(process.versions.node)!;
  const [oldMajor, oldMinor] = VERSIONS.oldest.split('.').map(Number);
  assert.ok(Number(major) > oldMajor! || (Number(major) === oldMajor && Number(minor) >= oldMinor!));
});
