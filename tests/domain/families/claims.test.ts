import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type ClaimTraits,
  mergeClaims,
  mergeTallies,
  removeClaims,
  type StoredTally,
  tallyKey,
} from '../../../domain/families/counting/claims.ts';
import { type DayMove, type DaySpan, supportedDays } from '../../../domain/families/counting/days.ts';
import type { InstallClaim } from '../../../domain/ports/evidence.ts';
import { DAY_MS, dayOf } from '../../../domain/values/instant.ts';
import { claim, gatherClaims, T0 } from '../../support/claims.ts';

const TRAITS = new Map<string, ClaimTraits>([
  ['names', { shape: 'tallied', dated: false }],
  ['edges', { shape: 'tallied', dated: true }],
  ['pins', { shape: 'witnessed', dated: false }],
  ['census', { shape: 'daily', dated: false }],
]);

const DAY_0 = dayOf(T0);

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

test('gatherClaims keeps one claim per roll-up, subject, field and install', () => {
  const claims = [
    claim(),
    claim({ rollup: 'pins' }),
    claim({ subject: 't' }),
    claim({ field: 'g' }),
    claim({ installN: 2 }),
  ];
  assert.deepEqual(gatherClaims([...claims, ...claims]), claims);
});

/** Two installs claim `v` and `w` about `s`. */
const KEPT = [claim(), claim({ installN: 2, value: 'w' })];

for (const [what, rollup, incoming, expected] of [
  ['a new vote', 'names', { installN: 3 }, { rows: 1, tallies: ['v +1'], dirty: [] }],
  ['a vote that moves', 'names', { value: 'w', hours: 1 }, { rows: 1, tallies: ['v -1', 'w +1'], dirty: [] }],
  ['the same vote later', 'names', { hours: 1 }, { rows: 1, tallies: [], dirty: [] }],
  ['the same report again', 'names', {}, { rows: 0, tallies: [], dirty: [] }],
  ['an older report', 'names', { value: 'w', hours: -1 }, { rows: 1, tallies: [], dirty: [] }],
  ['an edge seen later', 'edges', { hours: 25 }, { rows: 1, tallies: ['v +0 0..0>0..1'], dirty: [] }],
  ['an edge seen earlier', 'edges', { hours: -1 }, { rows: 1, tallies: ['v +0 0..0>-1..0'], dirty: [] }],
  ['an edge again', 'edges', {}, { rows: 0, tallies: [], dirty: [] }],
  ['an edge seen by another', 'edges', { installN: 3 }, { rows: 1, tallies: ['v +1 >0..0'], dirty: [] }],
  ['a new witness', 'pins', { installN: 3 }, { rows: 1, tallies: [], dirty: ['s'] }],
  ['a witness that moved', 'pins', { value: 'w', hours: 1 }, { rows: 1, tallies: [], dirty: ['s'] }],
  ['a witness that repeats itself', 'pins', { hours: 1 }, { rows: 1, tallies: [], dirty: [] }],
  ['a character seen', 'census', { installN: 3 }, { rows: 1, tallies: [], dirty: [] }],
] as const) {
  test(`mergeClaims: ${what}`, () => {
    const kept = KEPT.map((one) => ({ ...one, rollup }));
    const changes = mergeClaims(kept, [claim({ rollup, ...incoming })], TRAITS);
    const span = (days: DaySpan | null) => (days === null ? '' : days.map((day) => day - DAY_0).join('..'));
    const days = (moves: readonly DayMove[]) => moves.map(({ from, to }) => ` ${span(from)}>${span(to)}`).join('');
    assert.deepEqual(
      {
        rows: changes.rows.length,
        tallies: changes.tallies.map((t) => `${t.value} ${t.installs < 0 ? '' : '+'}${t.installs}${days(t.days)}`),
        dirty: changes.dirty.map(({ subject }) => subject),
      },
      expected,
    );
  });
}

/** `days` holds the stored first days, then the stored last days. */
function tally(
  installs: number,
  [firstDays, lastDays]: readonly [readonly number[], readonly number[]] = [[], []],
  value = 'v',
): StoredTally {
  return { rollup: 'edges', subject: 's', field: 'f', value, installs, firstDays, lastDays };
}

function came(...to: DaySpan): DayMove {
  return { from: null, to };
}
function went(...from: DaySpan): DayMove {
  return { from, to: null };
}
function widened(from: DaySpan, to: DaySpan): DayMove {
  return { from, to };
}

/**
 * A tally of five installs. Only three first and three last days are stored, so some installs have only one or none
 * here.
 */
const FIVE = [
  [2, 3, 5],
  [9, 8, 7],
] as const;

for (const [what, kept, change, expected] of [
  ['the first install', null, { installs: 1, days: [came(5, 7)] }, { set: ['1 5..7'], dirty: 1 }],
  ['another', tally(1, [[5], [7]]), { installs: 1, days: [came(6, 6)] }, { set: ['2 5 6..7 6'], dirty: 1 }],
  [
    'a fourth',
    tally(3, [
      [2, 3, 5],
      [9, 8, 7],
    ]),
    { installs: 1, days: [came(4, 8)] },
    { set: ['4 2 3 4..9 8 8'], dirty: 1 },
  ],
  [
    'a lying fourth',
    tally(3, [
      [2, 3, 5],
      [9, 8, 7],
    ]),
    { installs: 1, days: [came(-99, 1)] },
    { set: ['4 -99 2 3..9 8 7'], dirty: 1 },
  ],
  [
    'one more in the middle',
    tally(5, FIVE),
    { installs: 1, days: [came(6, 6)] },
    { set: ['6 2 3 5..9 8 7'], dirty: 1 },
  ],
  [
    'days that widen',
    tally(5, FIVE),
    { installs: 0, days: [widened([3, 7], [1, 10])] },
    { set: ['5 1 2 5..10 9 8'], dirty: 1 },
  ],
  [
    'days that widen from behind the kept',
    tally(5, FIVE),
    { installs: 0, days: [widened([6, 6], [4, 6])] },
    { set: ['5 2 3 4..9 8 7'], dirty: 1 },
  ],
  ['days that widen in the middle', tally(5, FIVE), { installs: 0, days: [widened([6, 6], [5, 7])] }, { dirty: 0 }],
  [
    'two that widen',
    tally(5, FIVE),
    { installs: 0, days: [widened([5, 7], [1, 7]), widened([6, 6], [4, 8])] },
    { set: ['5 1 2 3..9 8 8'], dirty: 1 },
  ],
  [
    'one in the middle goes',
    tally(5, FIVE),
    { installs: -1, days: [went(6, 6)] },
    { set: ['4 2 3 5..9 8 7'], dirty: 1 },
  ],
  [
    'one of the first goes',
    tally(5, FIVE),
    { installs: -1, days: [went(5, 6)] },
    { set: ['4 2 3 5..9 8 7'], respan: 1, dirty: 1 },
  ],
  [
    'one of the last goes',
    tally(5, FIVE),
    { installs: -1, days: [went(6, 7)] },
    { set: ['4 2 3 5..9 8 7'], respan: 1, dirty: 1 },
  ],
  ['the only one goes', tally(1, [[5], [7]]), { installs: -1, days: [went(5, 7)] }, { gone: 1, dirty: 1 }],
  ['undated: another', tally(1), { installs: 1, days: [] }, { set: ['2 ..'], dirty: 1 }],
  ['undated: one of two goes', tally(2), { installs: -1, days: [] }, { set: ['1 ..'], dirty: 1 }],
] as const) {
  test(`mergeTallies: ${what}`, () => {
    const { rollup, subject, field, value } = tally(1);
    const merged = mergeTallies(kept === null ? [] : [kept], [{ rollup, subject, field, value, ...change }]);
    assert.deepEqual(
      {
        set: merged.set.map(
          ({ installs, firstDays, lastDays }) => `${installs} ${firstDays.join(' ')}..${lastDays.join(' ')}`,
        ),
        respan: merged.respan.length,
        gone: merged.gone.length,
        dirty: merged.dirty.length,
      },
      { set: [], respan: 0, gone: 0, ...expected },
    );
  });
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
    assert.deepEqual(supportedDays({ firstDays, lastDays }), expected);
  });
}

test('supportedDays returns ordered days, and two liars cannot move them outside the range of three honest installs', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(40), fc.nat(9)), { minLength: 3, maxLength: 9 }),
      fc.array(fc.tuple(fc.integer({ min: -999, max: 999 }), fc.nat(999)), { maxLength: 2 }),
      (honest, lies) => {
        const days = (spans: readonly (readonly [number, number])[]) =>
          supportedDays({
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

test('two votes that swap values within a batch change no tally', () => {
  const changes = mergeClaims(KEPT, [claim({ value: 'w', hours: 1 }), claim({ installN: 2, hours: 1 })], TRAITS);
  const kept = ['v', 'w'].map((value) => ({ ...tally(1, [[], []], value), rollup: 'names' }));
  assert.equal(changes.rows.length, 2);
  assert.deepEqual(mergeTallies(kept, changes.tallies), { set: [], respan: [], gone: [], dirty: [] });
});

test('a claim of an unknown roll-up throws', () => {
  assert.throws(() => mergeClaims([], [claim({ rollup: 'nothing' })], TRAITS), /no roll-up is called nothing/);
});

/** Stores evidence in two maps, using only the functions under test. */
function createFold() {
  const rows = new Map<string, InstallClaim>();
  const tallies = new Map<string, StoredTally>();
  const keyOf = ({ rollup, subject, field, installN }: InstallClaim) => [rollup, subject, field, installN].join('|');
  const change = (changes: ReturnType<typeof removeClaims>): ReadonlySet<string> => {
    const { set, respan, gone, dirty } = mergeTallies([...tallies.values()], changes.tallies);
    for (const one of gone) tallies.delete(tallyKey(one));
    for (const one of set) tallies.set(tallyKey(one), one);
    for (const one of respan) tallies.set(tallyKey(one), tallied(rows.values()).get(tallyKey(one))!);
    return new Set([...changes.dirty, ...dirty].map(({ rollup, subject }) => `${rollup} ${subject}`));
  };
  return {
    rows,
    tallies,
    add: (claims: readonly InstallClaim[]) => {
      const changes = mergeClaims([...rows.values()], gatherClaims(claims), TRAITS);
      for (const row of changes.rows) rows.set(keyOf(row), row);
      return change(changes);
    },
    takeOut: (installN: number) => {
      const goes = [...rows.values()].filter((row) => row.installN === installN);
      for (const row of goes) rows.delete(keyOf(row));
      return change(removeClaims(goes, TRAITS));
    },
  };
}

/** Tallies counted plainly from the claims that stand. */
function tallied(rows: Iterable<InstallClaim>): ReadonlyMap<string, StoredTally> {
  const tallies = new Map<string, StoredTally>();
  for (const { rollup, subject, field, value, firstMs, atMs } of rows) {
    if (TRAITS.get(rollup)?.shape !== 'tallied') continue;
    const dated = rollup === 'edges';
    const own = { rollup, subject, field, value };
    const before = tallies.get(tallyKey(own));
    tallies.set(tallyKey(own), {
      ...own,
      installs: (before?.installs ?? 0) + 1,
      firstDays: dated ? [...(before?.firstDays ?? []), dayOf(firstMs)].sort((a, b) => a - b).slice(0, 3) : [],
      lastDays: dated ? [...(before?.lastDays ?? []), dayOf(atMs)].sort((a, b) => b - a).slice(0, 3) : [],
    });
  }
  return tallies;
}

function inOrder<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Draws from few values, so that reports collide. */
const claims = fc.array(
  fc
    .record({
      rollup: fc.constantFrom('names', 'edges', 'pins', 'census'),
      subject: fc.constantFrom('s', 't'),
      field: fc.constantFrom('f', 'g'),
      installN: fc.integer({ min: 1, max: 6 }),
      value: fc.constantFrom('v', 'w'),
      tie: fc.constantFrom('aa', 'bb'),
      day: fc.integer({ min: 0, max: 6 }),
    })
    .map(({ day, ...rest }) => claim({ ...rest, hours: day * 24, value: rest.rollup === 'edges' ? '' : rest.value })),
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

test('any order and any batching of reports leaves the same claims and tallies', () =>
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
        const whole = createFold();
        whole.add(list);
        const pieces = createFold();
        for (const batch of cut(
          order.map((i) => list[i]!),
          lengths,
        ))
          pieces.add(batch);
        assert.deepEqual(inOrder(pieces.rows), inOrder(whole.rows));
        assert.deepEqual(inOrder(pieces.tallies), inOrder(whole.tallies));
        assert.deepEqual(inOrder(whole.tallies), inOrder(tallied(whole.rows.values())));
      },
    ),
  ));

test("removing an install keeps the other installs' claims and marks its subjects as dirty", () =>
  fc.assert(
    fc.property(claims, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }), (list, lengths) => {
      const all = createFold();
      for (const batch of cut(list, lengths)) all.add(batch);
      const dirty = all.takeOut(1);
      const others = createFold();
      others.add(list.filter(({ installN }) => installN !== 1));
      assert.deepEqual(inOrder(all.rows), inOrder(others.rows));
      assert.deepEqual(inOrder(all.tallies), inOrder(others.tallies));
      const spokenOf = list.filter(({ installN, rollup }) => installN === 1 && rollup !== 'census');
      assert.deepEqual(dirty, new Set(spokenOf.map(({ rollup, subject }) => `${rollup} ${subject}`)));
    }),
  ));

test('a subject is dirty if and only if a batch changed its tallies or its witnesses', () =>
  fc.assert(
    fc.property(claims, claims, (before, batch) => {
      const fold = createFold();
      fold.add(before);
      const standing = () => {
        const lines = new Map<string, string[]>();
        const say = (name: string, line: unknown) =>
          lines.set(name, [...(lines.get(name) ?? []), JSON.stringify(line)]);
        for (const [key, one] of inOrder(fold.tallies)) say(`${one.rollup} ${one.subject}`, [key, one]);
        for (const [key, one] of inOrder(fold.rows)) {
          if (one.rollup === 'pins') say(`pins ${one.subject}`, [key, one.value]);
        }
        return lines;
      };
      const stood = standing();
      const dirty = fold.add(batch);
      const stands = standing();
      const changed = [...stands].filter(([name, lines]) => String(lines) !== String(stood.get(name)));
      assert.deepEqual(dirty, new Set(changed.map(([name]) => name)));
    }),
  ));

test('the days of a claim span its first to its newest report', () => {
  const fold = createFold();
  fold.add([claim({ rollup: 'edges', value: '', atMs: T0 + 2 * DAY_MS, firstMs: T0 + DAY_MS - 1 })]);
  assert.deepEqual(
    [...fold.tallies.values()].map(({ firstDays, lastDays }) => [firstDays, lastDays]),
    [[[DAY_0], [DAY_0 + 2]]],
  );
});
