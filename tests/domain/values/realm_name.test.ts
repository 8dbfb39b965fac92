import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toRealmKey } from '../../../domain/values/realm_key.ts';
import {
  formatRealm,
  listRealmKeys,
  parseNamedRealmKey,
  shortenRealmName,
  splitRegion,
} from '../../../domain/values/realm_name.ts';
import { LENGTHS, LIMITS } from '../../../schema/limits.ts';

test('a realm is named with the mark of its region, and with none in any other region', () => {
  const marked = [1, 2, 3, 4, 5].map((region) => formatRealm('Living Flame', region));
  assert.deepEqual(marked, [
    'Living Flame (US)',
    'Living Flame (KR)',
    'Living Flame (EU)',
    'Living Flame (TW)',
    'Living Flame (CN)',
  ]);
  for (const region of [undefined, 6, 71, 72, 90, 99])
    assert.equal(formatRealm('Living Flame', region), 'Living Flame');
});

test('the mark in a text wins over the region of the upload', () => {
  assert.equal(formatRealm('Foo (US)', 3), 'Foo (US)');
  assert.equal(formatRealm('Foo (US) (EU)', 1), 'Foo (US) (EU)');
});

test('variants of the mark’s case and spaces are one realm', () => {
  const variants = ['x (EU)', 'X (eu)', 'x(EU)', ' x  (Eu) ', 'x\u00a0(eu)', 'x ( eu )'];
  assert.deepEqual(new Set(variants.map(parseNamedRealmKey)), new Set(['x (eu)']));
  assert.equal(parseNamedRealmKey('x (eu)'), toRealmKey(formatRealm('x', 3)));
});

test('a text without a name before the mark, or with another mark, has no region', () => {
  for (const realm of ['(EU)', ' (EU)', 'Foo (DE)', 'Foo (EU) x', 'Foo EU', 'Foo [EU]']) {
    assert.equal(splitRegion(realm).mark, null, realm);
  }
});

test('realms of one name are those of every region, and the one without', () => {
  assert.deepEqual(listRealmKeys('Foo'), ['foo', 'foo (us)', 'foo (kr)', 'foo (eu)', 'foo (tw)', 'foo (cn)']);
});

test('a long name is shortened before its mark', () => {
  const name = 'abcdefghij'.repeat(4);
  assert.equal(shortenRealmName(`${name} (EU)`, 40), `${name.slice(0, 35)} (EU)`);
  assert.equal(shortenRealmName(name, 40), name);
  assert.equal(shortenRealmName('Everlook (EU)', 40), 'Everlook (EU)');
  assert.equal(shortenRealmName(`${'a'.repeat(34)} bcdef (EU)`, 40), `${'a'.repeat(34)} (EU)`);
});

const anyName = fc.string({ unit: 'grapheme', minLength: 2, maxLength: 40 });
const anyRegion = fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined });

test('naming a realm again changes nothing, and its key fits into the databases', () => {
  const odd = fc.constantFrom('ﬃ'.repeat(40), 'ΐ'.repeat(40), `${'ß'.repeat(34)} (eu)`);
  fc.assert(
    fc.property(fc.oneof(anyName, odd), anyRegion, (realm, region) => {
      if ([...realm].length > LIMITS.marketRealmLengthMax.value) return;
      const named = formatRealm(realm, region);
      assert.equal(formatRealm(named, region), named);
      assert.ok([...toRealmKey(named)].length <= 120);
      assert.ok([...named].length <= LENGTHS.markedRealm.max);
    }),
  );
});
