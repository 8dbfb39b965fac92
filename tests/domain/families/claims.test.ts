import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createClaimBuffer } from '../../../domain/families/counting/claim_buffer.ts';
import { type ClaimRules, mergeClaims } from '../../../domain/families/counting/claims.ts';
import { findSupportedSpan } from '../../../domain/families/counting/days.ts';
import type { InstallClaim } from '../../../domain/ports/evidence.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import { FIRST_IPV6_WITNESS } from '../../../domain/values/witnesses.ts';
import { claim, gatherClaims, T0 } from '../../support/claims.ts';

const TRAITS = new Map<string, ClaimRules>([
  ['names', { shape: 'tallied', dated: false }],
  ['edges', { shape: 'tallied', dated: true }],
  ['pins', { shape: 'witnessed', dated: false }],
  ['census', { shape: 'daily', dated: false }],
  ['cells', { shape: 'witnessed', dated: false }],
]);

for (const [what, first, second, stands] of [
  ['a later report', { value: 'old' }, { value: 'new', hours: 1 }, 'new'],
  ['one millisecond later', { value: 'old' }, { value: 'new', atMs: T0 + 1 }, 'new'],
  ['as late, the smaller digest', { value: 'big', tie: 'ab' }, { value: 'small', tie: 'aa' }, 'small'],
  ['as late, one digest: the smaller value', { value: 'b' }, { value: 'a' }, 'a'],
  ['values by code units', { value: '\u{ff5e}' }, { value: '\u{1f600}' }, '\u{1f600}'],
  ['a later report with a greater digest', { value: 'old' }, { value: 'new', hours: 1, tie: 'ff' }, 'new'],
] as const) {
  test(`the newest report wins: ${what}`, () => {
    for (const pair of [
      [claim(first), claim(second)],
      [claim(second), claim(first)],
    ] as const) {
      const [gathered, ...others] = gatherClaims(pair);
      assert.deepEqual(others, []);
      assert.equal(gathered?.value, stands);
      assert.equal(gathered?.firstMs, Math.min(pair[0].firstMs, pair[1].firstMs));
      const { rows } = mergeClaims([pair[0]], [pair[1]], TRAITS);
      assert.equal((rows[0] ?? pair[0]).value, stands);
    }
  });
}

test('a buffer keeps one claim per roll-up, subject, field and install, in this order', () => {
  const claims = [
    claim(),
    claim({ installN: 2 }),
    claim({ installN: FIRST_IPV6_WITNESS + 1 }),
    claim({ field: 'g' }),
    claim({ subject: 't' }),
    claim({ rollup: 'pins' }),
  ];
  assert.deepEqual(gatherClaims([...claims.toReversed(), ...claims]), claims);
});

test('a buffer is empty after its claims were taken, and its size follows their texts', () => {
  const buffer = createClaimBuffer();
  assert.equal(buffer.size, 0);
  buffer.add(claim());
  const { size } = buffer;
  buffer.add(claim({ hours: 1 }));
  assert.equal(buffer.size, size, 'a repeated claim needs no more memory');
  buffer.add(claim({ installN: 2, value: 'x'.repeat(6_400) }));
  assert.ok(buffer.size >= size + 100);
  const taken = buffer.take();
  assert.equal(buffer.size, 0);
  buffer.add(claim({ subject: 'other' }));
  assert.equal([...taken].length, 2, 'claims added later are not among those taken');
});

/** Two installs claim `v` and `w` about `s`. */
const KEPT = [claim(), claim({ installN: 2, value: 'w' })];

for (const [what, rollup, incoming, expected] of [
  ['a new vote', 'names', { installN: 3 }, { rows: 1, dirty: ['s'] }],
  ['a vote that moves', 'names', { value: 'w', hours: 1 }, { rows: 1, dirty: ['s'] }],
  ['the same vote later', 'names', { hours: 1 }, { rows: 1, dirty: [] }],
  ['the same vote on another day', 'names', { hours: 25 }, { rows: 1, dirty: [] }],
  ['the same report again', 'names', {}, { rows: 0, dirty: [] }],
  ['an older report', 'names', { value: 'w', hours: -1 }, { rows: 1, dirty: [] }],
  ['an edge seen on a later day', 'edges', { hours: 25 }, { rows: 1, dirty: ['s'] }],
  ['an edge seen on an earlier day', 'edges', { hours: -1 }, { rows: 1, dirty: ['s'] }],
  ['an edge seen later that day', 'edges', { hours: 1 }, { rows: 1, dirty: [] }],
  ['an edge again', 'edges', {}, { rows: 0, dirty: [] }],
  ['an edge seen by another', 'edges', { installN: 3 }, { rows: 1, dirty: ['s'] }],
  ['a new witness', 'pins', { installN: 3 }, { rows: 1, dirty: ['s'] }],
  ['a witness that moved', 'pins', { value: 'w', hours: 1 }, { rows: 1, dirty: ['s'] }],
  ['a witness that repeats itself', 'pins', { hours: 1 }, { rows: 1, dirty: [] }],
  ['a character seen', 'census', { installN: 3 }, { rows: 1, dirty: [] }],
] as const) {
  test(`mergeClaims: ${what}`, () => {
    const batch = [claim({ rollup, ...incoming })];
    const kept = batch.map(({ installN }) => KEPT.find((one) => one.installN === installN)).map(of(rollup));
    const changes = mergeClaims(kept, batch, TRAITS);
    assert.deepEqual({ rows: changes.rows.length, dirty: changes.dirty.map(({ subject }) => subject) }, expected);
  });
}

function of(rollup: string) {
  return (one: InstallClaim | undefined) => (one === undefined ? undefined : { ...one, rollup });
}

for (const [what, firstDays, lastDays, expected] of [
  ['three installs whose days overlap', [1, 2, 3], [9, 8, 7], [3, 7]],
  ['one of three lies', [-7_000, 2, 3], [9, 8, 7], [3, 7]],
  ['three that never met', [1, 2, 3], [3, 2, 1], [2, 2]],
  ['two that never met, and one that lies', [-7_000, 2, 3], [3, 2, -7_000], [2, 2]],
  ['four that never met', [1, 2, 3], [4, 3, 2], [2, 3]],
  ['three that saw it on one day', [4, 4, 4], [4, 4, 4], [4, 4]],
  ['two of many lie', [-7_000, -7_000, 3], [99, 99, 8], [3, 8]],
] as const) {
  test(`supportedDays returns the days that three installs support: ${what}`, () => {
    assert.deepEqual(findSupportedSpan({ firstDays, lastDays }), expected);
  });
}

test('supportedDays returns ordered days, and two liars cannot move them outside the range of three honest installs', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(40), fc.nat(9)), { minLength: 3, maxLength: 9 }),
      fc.array(fc.tuple(fc.integer({ min: -999, max: 999 }), fc.nat(999)), { maxLength: 2 }),
      (honest, lies) => {
        const days = (spans: readonly (readonly [number, number])[]) =>
          findSupportedSpan({
            firstDays: spans
              .map(([from]) => from)
              .sort((a, b) => a - b)
              .slice(0, 3),
            lastDays: spans
              .map(([from, more]) => from + more)
              .sort((a, b) => b - a)
              .slice(0, 3),
          });
        const [first, last] = days([...honest, ...lies]);
        assert.ok(first <= last);
        const told = honest.flatMap(([from, more]) => [from, from + more]);
        assert.ok(first >= Math.min(...told) && last <= Math.max(...told), `${first}..${last}`);
      },
    ),
  ));

test('a claim of an unknown roll-up throws', () => {
  assert.throws(() => mergeClaims([], [claim({ rollup: 'nothing' })], TRAITS), /no roll-up is called nothing/);
});

function keyOf({ rollup, subject, field, installN }: InstallClaim): string {
  return [rollup, subject, field, installN].join('|');
}

/** Stores claims in a map, using only the functions under test. */
function createFold() {
  const rows = new Map<string, InstallClaim>();
  return {
    rows,
    /** Adds a batch and returns its dirty subjects. */
    add: (claims: readonly InstallClaim[]): ReadonlySet<string> => {
      const batch = gatherClaims(claims);
      const changes = mergeClaims(
        batch.map((one) => rows.get(keyOf(one))),
        batch,
        TRAITS,
      );
      for (const row of changes.rows) rows.set(keyOf(row), row);
      return new Set(changes.dirty.map(({ rollup, subject }) => `${rollup} ${subject}`));
    },
  };
}

/** Returns the claims that must remain of all reports, decided by sorting them. */
function remaining(claims: readonly InstallClaim[]): ReadonlyMap<string, InstallClaim> {
  const rows = new Map<string, InstallClaim>();
  for (const [key, own] of groupBy(claims, keyOf)) {
    if (own[0]!.joins === true) {
      const union = own.reduce((set, { value }) => set | BigInt(`0x${value}`), 0n);
      rows.set(key, { ...own[0]!, value: union.toString(16) });
      continue;
    }
    const newest = own.toSorted(
      (a, b) => b.atMs - a.atMs || (a.tie < b.tie ? -1 : a.tie > b.tie ? 1 : a.value < b.value ? -1 : 1),
    )[0]!;
    rows.set(key, { ...newest, firstMs: Math.min(...own.map(({ firstMs }) => firstMs)) });
  }
  return rows;
}

function inOrder<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Draws from few values, so that reports collide. */
const claims = fc.array(
  fc
    .record({
      rollup: fc.constantFrom('names', 'edges', 'pins', 'census', 'cells'),
      subject: fc.constantFrom('s', 't'),
      field: fc.constantFrom('f', 'g'),
      installN: fc.constantFrom(1, 2, 3, 4, FIRST_IPV6_WITNESS + 1, FIRST_IPV6_WITNESS + 2),
      value: fc.constantFrom('v', 'w'),
      tie: fc.constantFrom('aa', 'bb'),
      day: fc.integer({ min: 0, max: 6 }),
    })
    .map(({ day, ...rest }): InstallClaim => {
      const dated = claim({ ...rest, hours: day * 24, value: rest.rollup === 'edges' ? '' : rest.value });
      if (rest.rollup !== 'cells') return dated;
      return { ...dated, value: (2 ** day).toString(16), atMs: 0, tie: '', firstMs: 0, joins: true };
    }),
  { maxLength: 60, size: 'max' },
);

/** Splits a list into batches with the given lengths. */
function cut<T>(list: readonly T[], lengths: readonly number[]): readonly (readonly T[])[] {
  const batches: (readonly T[])[] = [];
  let from = 0;
  for (const length of lengths) {
    batches.push(list.slice(from, from + length));
    from += length;
  }
  return [...batches, list.slice(from)];
}

test('any order and any batching of reports leaves the same claims', () =>
  fc.assert(
    fc.property(
      claims.chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray(
            list.map((_, i) => i),
            { minLength: list.length },
          ),
          fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }),
        ),
      ),
      ([list, order, lengths]) => {
        const shuffled = order.map((i) => list[i]!);
        const pieces = createFold();
        for (const batch of cut(shuffled, lengths)) pieces.add(batch);
        const expected = inOrder(remaining(list));
        assert.deepEqual(inOrder(pieces.rows), expected);
        const gathered = gatherClaims(shuffled);
        assert.deepEqual(inOrder(new Map(gathered.map((one) => [keyOf(one), one]))), expected);
        assert.equal(gathered.length, expected.length);
      },
    ),
  ));

test('a buffer of many claims finds each of them again', () => {
  const all = Array.from({ length: 5_000 }, (_, i) =>
    claim({ subject: String(i % 70), field: String(i % 11), installN: i % 1_300, value: String(i % 3), hours: i % 7 }),
  );
  const expected = remaining(all);
  assert.ok(expected.size > 3_000);
  assert.deepEqual(inOrder(new Map(gatherClaims(all).map((one) => [keyOf(one), one]))), inOrder(expected));
});

test('a subject is dirty if and only if a batch changed a value, or a day of a dated roll-up', () =>
  fc.assert(
    fc.property(claims, claims, (before, batch) => {
      const fold = createFold();
      fold.add(before);
      const standing = () => {
        const lines = new Map<string, string[]>();
        for (const [key, { rollup, subject, value, firstMs, atMs }] of inOrder(fold.rows)) {
          if (rollup === 'census') continue;
          const days = rollup === 'edges' ? [toUtcDay(firstMs), toUtcDay(atMs)] : [];
          const name = `${rollup} ${subject}`;
          lines.set(name, [...(lines.get(name) ?? []), JSON.stringify([key, value, days])]);
        }
        return lines;
      };
      const stood = standing();
      const dirty = fold.add(batch);
      const changed = [...standing()].filter(([name, lines]) => String(lines) !== String(stood.get(name)));
      assert.deepEqual(dirty, new Set(changed.map(([name]) => name)));
    }),
  ));
