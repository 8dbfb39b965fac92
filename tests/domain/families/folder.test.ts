import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  CLAIM_FAMILIES,
  CLAIM_RULES,
  FAMILIES,
  families,
  NON_FAMILY_RULES,
  RULE_VERSIONS,
} from '../../../domain/families/mod.ts';
import { RECORD_KINDS } from '../../../schema/record_kinds.ts';

const FOLDER = new URL('../../../domain/families/', import.meta.url);

const FILES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && file !== 'mod.ts')
  .map((file) => file.replace(/\.ts$/, ''));

test('every file in the folder defines one family with its name, and mod.ts lists it', async () => {
  assert.deepEqual(Object.keys(families).toSorted(), FILES.toSorted());
  for (const file of FILES) {
    const exported: Record<string, unknown> = await import(`../../../domain/families/${file}.ts`);
    assert.equal(exported[file], families[file as keyof typeof families], `${file}.ts must export ${file}`);
    assert.equal(families[file as keyof typeof families].name, file);
  }
});

test('every family has its version in RULE_VERSIONS, so a new version rebuilds every database', () => {
  for (const { name, version } of FAMILIES) assert.equal(RULE_VERSIONS[name], version, name);
  assert.deepEqual(Object.keys(RULE_VERSIONS).length, FAMILIES.length + NON_FAMILY_RULES.length);
});

test('every family reads existing record kinds, and the evidence has the traits of all families with claims', () => {
  for (const { name, version, kinds } of FAMILIES) {
    assert.ok(Number.isInteger(version) && version >= 1, name);
    assert.deepEqual(
      kinds.filter((kind) => !RECORD_KINDS.has(kind)),
      [],
      name,
    );
  }
  assert.deepEqual(
    [...CLAIM_RULES.keys()],
    CLAIM_FAMILIES.map(({ name }) => name),
  );
});

test('families of named records can remove single records and are not in the change log', () => {
  const ofNamed = CLAIM_FAMILIES.filter(({ kinds }) => kinds.some((kind) => RECORD_KINDS.get(kind)?.sharing !== null));
  assert.deepEqual(
    ofNamed.map(({ name, perRecord, shape, subject }) => [name, perRecord, shape, subject]),
    [
      ['guild_boards', true, 'witnessed', null],
      ['gold_ledgers', true, 'witnessed', null],
    ],
  );
});

test('nobody but the family says what its changes are about', () => {
  // A table beside the families would be forgotten with the next one.
  for (const file of ['lookups/change_log', 'lookups/change_subjects', 'lookups/mentioned']) {
    const source = readFileSync(new URL(`${file}.ts`, FOLDER), 'utf8');
    for (const family of FILES.filter((one) => one !== 'drops' && one !== 'edges')) {
      assert.ok(!new RegExp(`['.]${family}\\b`).test(source), `${file}.ts names ${family}`);
    }
  }
});
