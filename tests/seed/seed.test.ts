import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { inTempDir, programArgs, startInstance } from '../support/instance.ts';
import { refusalOf, USUAL_FOLDER } from './folder.ts';
import { rollSeed } from './records.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Runs `npm run seed -- …` until it exits. */
function seed(...words: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, programArgs('tests/seed/main.ts', ...words), { cwd: TOP });
    const heard = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk) => {
        heard[name] += chunk;
      });
    }
    child.on('close', (code) => resolve({ code, ...heard }));
  });
}

test('the seed contains records of every kind', () => {
  const { realm, named, samples, personal } = rollSeed(Date.UTC(2026, 10, 22, 12));
  const uploads = [...realm.uploads, ...named.uploads].map(({ records }) => records);
  const records = [...uploads, ...samples, personal.records].flat() as readonly { readonly kind: string }[];
  assert.deepEqual(new Set(records.map(({ kind }) => kind)), new Set(RECORD_KINDS.keys()));
  assert.ok(records.length < 1_500, `${records.length}`);
});

/** Addresses that show something in a filled folder. */
const SHOWN: readonly (readonly [path: string, shows: RegExp])[] = [
  ['/api/corpus/public', /"kind":"loot"/],
  ['/api/rollups/drops', /"rates":\[\{/],
  ['/api/edges?evidence=observed', /"edges":\[\{/],
  ['/api/edges?evidence=client', /"edges":\[\{/],
  ['/api/items', /"items":\[\{/],
  ['/api/market/prices', /"Sandstrand"/],
  ['/api/tools/talent_tree?class=warrior', /"nodeId"/],
  ['/api/tools/guild_board?guild=N%C3%A4chtliche+Eulen&realm=%C3%89ldermoor', /"roster"/],
];

test('a filled folder shows data of every kind', () =>
  inTempDir(async (dir) => {
    const folder = join(dir, 'filled');
    const { code, stdout, stderr } = await seed(folder);
    assert.equal(code, 0, stderr);
    assert.ok(stdout.startsWith(`${folder} holds `) && stdout.includes(`TW_DATA_DIR=${folder} npm run dev`), stdout);
    const page = /such as (\/item\/\d+),/.exec(stdout)?.[1];
    const instance = await startInstance({ dataDir: folder });
    try {
      for (const [path, shows] of [...SHOWN, [page!, /Thing the \d+th/] as const]) {
        const response = await fetch(instance.url + path);
        const text = await response.text();
        assert.equal(response.status, 200, path);
        assert.match(text, shows, path);
      }
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
    assert.match(refusalOf(folder)!, /^The folder must be new or empty; /);
  }));

test('the seed refuses a folder with content, and always ./data', () =>
  inTempDir(async (dir) => {
    const [kept, empty, link] = [join(dir, 'kept'), join(dir, 'empty'), join(dir, 'link')];
    for (const folder of [kept, empty]) mkdirSync(folder);
    writeFileSync(join(kept, 'file'), '');
    symlinkSync(kept, link);
    for (const free of [empty, join(dir, 'new'), USUAL_FOLDER + dir]) assert.equal(refusalOf(free), null, free);
    for (const full of [kept, link, join(kept, 'file')])
      assert.match(refusalOf(full)!, /^The folder must be new or empty/);
    for (const data of ['data', './data/', 'domain/../data'].map((path) => join(TOP, path))) {
      assert.match(refusalOf(data)!, /^The folder must not be \.\/data, /);
    }
    const { code, stdout, stderr } = await seed('one', 'two');
    assert.deepEqual([code, stdout, stderr], [1, '', 'The seed takes one folder; got 2 words.\n']);
  }));
