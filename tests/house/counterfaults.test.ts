import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FAMILIES } from '../../domain/families/mod.ts';
import { inRotation, readAsked } from '../counterfaults/choose.ts';
import { edited } from '../counterfaults/edits.ts';
import { FAMILY_FAULTS, familyFaultName } from '../counterfaults/family_faults.ts';
import { FAULTS } from '../counterfaults/faults.ts';
import { filesBelow } from '../support/files_below.ts';
import { isThere } from './documents.ts';

function sourceOf(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

test('the text of every plantable fault still exists, and so do the tests that should notice it', () => {
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length);
  for (const { name, does, edits, tests } of FAULTS) {
    const sources = new Map<string, string>();
    for (const edit of edits) sources.set(edit.file, edited(sources.get(edit.file) ?? sourceOf(edit.file), edit));
    for (const [file, source] of sources) assert.notEqual(source, sourceOf(file), name);
    assert.ok(does !== '' && tests.length > 0, name);
    for (const file of tests) assert.ok(isThere(file), `${name}: ${file}`);
  }
});

test('every family that needs three installs has a fault, which a test in `npm run check` notices', () => {
  const { scripts } = JSON.parse(sourceOf('package.json')) as { readonly scripts: { readonly check: string } };
  // Facts of families that read named records depend on grants instead.
  const families = FAMILIES.filter((family) => !('perRecord' in family && family.perRecord === true));
  assert.deepEqual(
    FAMILY_FAULTS.map(({ name }) => name),
    families.map(({ name }) => familyFaultName(name)),
  );
  for (const file of FAMILY_FAULTS.flatMap(({ tests }) => tests)) {
    assert.ok(
      scripts.check.split(' ').some((folder) => folder !== '' && file.startsWith(`${folder}/`)),
      file,
    );
  }
});

test('the number of installs is defined in one place', () => {
  const files = filesBelow(fileURLToPath(new URL('../../domain/families', import.meta.url)));
  const own = files.filter((file) =>
    /installsToPublish|(?:installs|reporters)(?:\.length|\.size)? *[<>]=? *[23]\b/.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(own, []);
});

test('an edit whose text is missing or not unique is refused', () => {
  const edit = { file: 'a.ts', find: 'full', replace: 'normal' };
  assert.equal(edited('synchronous=full', edit), 'synchronous=normal');
  assert.throws(() => edited('synchronous=off', edit), /a\.ts must hold "full" once; it is there 0 times/);
  assert.throws(() => edited('full, full', edit), /it is there 2 times/);
});

test('the rotation reaches every fault', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  assert.deepEqual(inRotation(all, 3, 0), ['a', 'c', 'e']);
  assert.deepEqual(inRotation(all, 3, 1), ['b', 'd']);
  assert.deepEqual(inRotation(all, 3, 2), ['a', 'c', 'e']);
  assert.deepEqual(inRotation(all, 1, 13), ['d']);
  assert.deepEqual(inRotation(all, 9, 4), all);
});

test('arguments of the command are read or refused with a sentence', () => {
  const read = (...words: string[]) => readAsked(words, ['one', 'two'], 7);
  assert.deepEqual(read(), { names: [], some: null, turn: 7 });
  assert.deepEqual(read('two'), { names: ['two'], some: null, turn: 7 });
  assert.deepEqual(read('--some', '3', '--turn', '12'), { names: [], some: 3, turn: 12 });
  assert.deepEqual(read('--some', '3'), { names: [], some: 3, turn: 7 });
  for (const words of [
    ['--some'],
    ['--some', '0'],
    ['--some', 'x'],
    ['--turn', '1'],
    ['one', '--some', '1'],
    ['three'],
  ]) {
    assert.equal(typeof read(...words), 'string', words.join(' '));
  }
});
