import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ROLLUP_LIST, ROLLUP_TRAITS, ROLLUPS } from '../../domain/rollups/mod.ts';
import type { Rollup } from '../../domain/rollups/rollup.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';

const FOLDER = new URL('../../domain/rollups/', import.meta.url);

/** A roll-up is what has a name and a version. */
const isVersioned = (value: unknown): value is { readonly name: string; readonly version: number } =>
  typeof value === 'object' && value !== null && 'name' in value && 'version' in value;

test('every roll-up of the folder is in mod.ts under its file’s name', async () => {
  const found: string[] = [];
  for (const file of readdirSync(FOLDER)) {
    if (file === 'mod.ts') continue;
    const exported: Record<string, unknown> = await import(new URL(file, FOLDER).href);
    for (const value of Object.values(exported).filter(isVersioned)) {
      assert.equal(`${value.name}.ts`, file, `${file} holds a roll-up that is named otherwise`);
      assert.equal(ROLLUPS[value.name], value.version, `${file} is missing from mod.ts`);
      if ('claims' in value) assert.ok(ROLLUP_LIST.includes(value as Rollup), `${file} is missing from ROLLUP_LIST`);
      found.push(value.name);
    }
  }
  assert.deepEqual(found.sort(), Object.keys(ROLLUPS).sort());
});

test('every roll-up has a name of its own and reads kinds that exist', () => {
  assert.equal(new Set(ROLLUP_LIST.map(({ name }) => name)).size, ROLLUP_LIST.length);
  for (const { name, version, kinds } of ROLLUP_LIST) {
    assert.ok(Number.isInteger(version) && version >= 1, name);
    assert.deepEqual(
      kinds.filter((kind) => !RECORD_KINDS.has(kind)),
      [],
      name,
    );
    assert.ok(ROLLUP_TRAITS.has(name));
  }
});

test('the roll-ups of named records can take single records out', () => {
  const ofNamed = ROLLUP_LIST.filter(({ kinds }) => kinds.some((kind) => RECORD_KINDS.get(kind)?.sharing !== null));
  assert.deepEqual(
    ofNamed.map(({ name, perRecord, shape }) => [name, perRecord, shape]),
    [
      ['guild_boards', true, 'witnessed'],
      ['gold_ledgers', true, 'witnessed'],
    ],
  );
});
