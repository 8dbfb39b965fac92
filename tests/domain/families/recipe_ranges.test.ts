import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recipe_ranges } from '../../../domain/families/recipe_ranges.ts';
import type { RECIPE_DIFFICULTIES } from '../../../schema/vocabulary.ts';
import type { Facts } from '../../realm/count/agreed.ts';
import { countRanges } from '../../realm/count/places.ts';
import type { Kept } from '../../realm/kept.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { recipe, sawDifficulty } from '../../support/world.ts';
import { factsOf, type Report, witnessesOf } from './support.ts';

type Difficulty = (typeof RECIPE_DIFFICULTIES)[number];
type Row = readonly [install: number, difficulty: Difficulty, skill: number];

function rowsOf(rows: readonly Row[]): Report[] {
  return rows.map(([install, difficulty, skill]) => ({
    install,
    ...sawDifficulty(recipe(2538, 'Charred Wolf Meat'), { skill, difficulty }),
  }));
}

/** The same rows by each of these installs. */
function by(installs: readonly number[], ...rows: [difficulty: Difficulty, skill: number][]): Row[] {
  return installs.flatMap((install) => rows.map(([difficulty, skill]): Row => [install, difficulty, skill]));
}

function range(low: number, high: number, installs: number) {
  return { low, high, installs };
}

const table: [what: string, rows: Row[], body: object | null][] = [
  ['two installs are too few', by([1, 2], ['optimal', 44], ['medium', 45]), null],
  ['three that saw the very point', by([1, 2, 3], ['optimal', 44], ['medium', 45]), { yellow: range(45, 45, 3) }],
  ['lower bounds alone give no range', by([1, 2, 3], ['optimal', 44]), null],
  ['upper bounds alone give none', by([1, 2, 3], ['trivial', 44]), null],
  ['two upper bounds are too few', [...by([1, 2, 3], ['optimal', 44]), ...by([4, 5], ['medium', 60])], null],
  [
    'other installs may give the upper bounds',
    [...by([1, 2, 3], ['optimal', 44]), ...by([4, 5, 6], ['medium', 60])],
    { yellow: range(45, 60, 6) },
  ],
  [
    'optimal bounds all three from below, trivial all three from above',
    by([1, 2, 3], ['optimal', 10], ['trivial', 90]),
    { yellow: range(11, 90, 3), green: range(11, 90, 3), grey: range(11, 90, 3) },
  ],
  [
    'medium and easy lie between',
    by([1, 2, 3], ['optimal', 10], ['medium', 20], ['easy', 40], ['trivial', 90]),
    { yellow: range(11, 20, 3), green: range(21, 40, 3), grey: range(41, 90, 3) },
  ],
  [
    'the third highest and the third lowest',
    [
      ...by([1], ['optimal', 10], ['medium', 50]),
      ...by([2], ['optimal', 20], ['medium', 60]),
      ...by([3], ['optimal', 30], ['medium', 70]),
      ...by([4], ['optimal', 40], ['medium', 80]),
    ],
    { yellow: range(21, 70, 4) },
  ],
  [
    'two liars move no bound beyond what an honest one saw',
    [...by([1, 2, 3], ['optimal', 44], ['medium', 50]), ...by([4, 5], ['optimal', 449], ['medium', 450])],
    { yellow: range(45, 50, 5) },
  ],
  [
    'an install that contradicts itself says nothing of that threshold, but of others',
    [...by([1, 2], ['optimal', 44], ['trivial', 50]), ...by([3], ['optimal', 60], ['medium', 45], ['trivial', 70])],
    { green: range(45, 70, 3), grey: range(45, 70, 3) },
  ],
  ['a skill at which it was both contradicts itself', by([1, 2, 3], ['optimal', 44], ['medium', 44]), null],
  ['bounds that cross give none', [...by([1, 2, 3], ['optimal', 60]), ...by([4, 5, 6], ['medium', 60])], null],
  [
    'bounds that touch give one point',
    [...by([1, 2, 3], ['optimal', 59]), ...by([4, 5, 6], ['medium', 60])],
    { yellow: range(60, 60, 6) },
  ],
  ['the ends of the scale', by([1, 2, 3], ['optimal', 0], ['medium', 450]), { yellow: range(1, 450, 3) }],
];

for (const [what, rows, body] of table) {
  test(`recipe_ranges: ${what}`, () => {
    const { bounds: _bounds, seenFrom: _seenFrom, ...ranges } = factsOf(recipe_ranges, rowsOf(rows))['2538'] ?? {};
    assert.deepEqual(ranges, body ?? {});
  });
}

/** Returns the install numbers from `first` to `last`, inclusive. */
function upTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Fifty installs that saw yellow begin at 45. Their skills differ on either side of it. */
const fifty = upTo(1, 50).flatMap((install): Row[] => [
  [install, 'optimal', 44 - (install % 10)],
  [install, 'medium', 45 + (install % 10)],
]);

const crossing: [what: string, rows: Row[], body: object][] = [
  ['three who say it was yellow long before', by([51, 52, 53], ['medium', 10]), { yellow: range(45, 45, 50) }],
  ['three who say it was orange long after', by([51, 52, 53], ['optimal', 300]), { yellow: range(45, 45, 50) }],
  [
    'three on each side',
    [...by([51, 52, 53], ['medium', 10]), ...by([54, 55, 56], ['optimal', 300])],
    { yellow: range(45, 45, 50) },
  ],
  [
    'three of whom each says another skill, one of them nearly right',
    [...by([51], ['medium', 10]), ...by([52], ['medium', 20]), ...by([53], ['medium', 44])],
    { yellow: range(45, 45, 50) },
  ],
  ['as many as there are honest ones', by(upTo(51, 100), ['optimal', 9], ['medium', 10]), {}],
  ['more than half as many', by(upTo(51, 80), ['optimal', 9], ['medium', 10]), {}],
];

for (const [what, liars, body] of crossing) {
  test(`recipe_ranges: fifty against ${what}`, () => {
    const { yellow } = (factsOf(recipe_ranges, rowsOf([...fifty, ...liars]))['2538'] ?? {}) as { yellow?: object };
    assert.deepEqual(yellow === undefined ? {} : { yellow }, body);
  });
}

const oneSided: [what: string, rows: Row[], bounds: object | undefined][] = [
  [
    'learned when it was yellow already',
    by([1, 2, 3], ['medium', 120], ['easy', 140], ['trivial', 160]),
    {
      yellow: { atMost: 120, installs: 3 },
      green: { atLeast: 121, atMost: 140, installs: 3 },
      grey: { atLeast: 141, atMost: 160, installs: 3 },
    },
  ],
  [
    'grey at a skill that nobody can have',
    by([1, 2, 3], ['optimal', 280], ['medium', 290], ['easy', 300]),
    {
      yellow: { atLeast: 281, atMost: 290, installs: 3 },
      green: { atLeast: 291, atMost: 300, installs: 3 },
      grey: { atLeast: 301, installs: 3 },
    },
  ],
  ['two are too few', by([1, 2], ['medium', 120]), undefined],
  [
    'four against three are no camp to follow',
    [...by([1, 2, 3, 4], ['easy', 120]), ...by([5, 6, 7], ['trivial', 90])],
    {
      yellow: { atMost: 90, installs: 7 },
      green: { atMost: 90, installs: 7 },
    },
  ],
  [
    'six against three are',
    [...by([1, 2, 3, 4, 5, 6], ['easy', 120]), ...by([7, 8, 9], ['trivial', 90])],
    {
      yellow: { atMost: 90, installs: 9 },
      green: { atMost: 90, installs: 9 },
      grey: { atLeast: 121, installs: 6 },
    },
  ],
];

for (const [what, rows, bounds] of oneSided) {
  test(`recipe_ranges: only one end is known: ${what}`, () => {
    const body = (factsOf(recipe_ranges, rowsOf(rows))['2538'] ?? {}) as { bounds?: object };
    assert.deepEqual(body.bounds, bounds);
  });
}

const difficulty = fc.constantFrom('optimal', 'medium', 'easy', 'trivial');
const skill = fc.integer({ min: 0, max: 12 });

function rowsBy(min: number, max: number, maxLength: number): fc.Arbitrary<Row[]> {
  return fc.array(fc.tuple(fc.integer({ min, max }), difficulty, skill), { maxLength, size: 'max' });
}

/** Twelve honest installs that report one recipe, each at one skill or a few. */
const honest: fc.Arbitrary<Row[]> = fc
  .tuple(
    fc.uniqueArray(skill, { minLength: 3, maxLength: 3 }),
    fc.array(skill, { minLength: 12, maxLength: 30, size: 'max' }),
  )
  .map(([begins, skills]) =>
    skills.map((at, i): Row => {
      const begun = begins.filter((begin) => at >= begin).length;
      return [1 + (i % 12), (['optimal', 'medium', 'easy', 'trivial'] as const)[begun]!, at];
    }),
  );

/** Up to six other installs that agree on a lie. */
const camp: fc.Arbitrary<Row[]> = fc
  .tuple(fc.integer({ min: 3, max: 6 }), difficulty, skill)
  .map(([size, told, at]) => by(upTo(13, 12 + size), [told, at]));

/** Either a few installs that report anything, or many honest ones together with some liars. */
const rows: fc.Arbitrary<Row[]> = fc.oneof(
  rowsBy(1, 6, 30),
  fc.tuple(honest, camp, rowsBy(13, 20, 3)).map((all) => all.flat()),
);

const BEGINS = { yellow: ['optimal'], green: ['optimal', 'medium'], grey: ['optimal', 'medium', 'easy'] } as const;

test('recipe_ranges: three installs support each side of a bound', () =>
  fc.assert(
    fc.property(rows, (list) => {
      const body = factsOf(recipe_ranges, rowsOf(list))['2538'] ?? {};
      for (const [threshold, before] of Object.entries(BEGINS)) {
        const isBefore = (difficulty: string): boolean => (before as readonly string[]).includes(difficulty);
        const installs = [...new Set(list.map(([install]) => install))];
        const bounds = installs.flatMap((install) => {
          const own = list.filter(([n]) => n === install);
          const low = Math.max(-1, ...own.filter(([, d]) => isBefore(d)).map(([, , skill]) => skill + 1));
          const high = Math.min(999, ...own.filter(([, d]) => !isBefore(d)).map(([, , skill]) => skill));
          return low > high ? [] : [{ low, high }];
        });
        const lowOf = (some: Bounds): number =>
          Math.max(-1, ...skills().filter((t) => some.filter((b) => b.low >= t).length >= 3));
        const highOf = (some: Bounds): number =>
          Math.min(999, ...skills().filter((t) => some.filter((b) => b.high <= t).length >= 3));
        const rangeIn = (some: Bounds): object | undefined =>
          lowOf(some) < 0 || highOf(some) > 998 || lowOf(some) > highOf(some)
            ? undefined
            : range(lowOf(some), highOf(some), some.length);
        const shown = body[threshold] as { low: number; high: number; installs: number } | undefined;
        if (lowOf(bounds) <= highOf(bounds)) assert.deepEqual(shown, rangeIn(bounds), threshold);
        // Where bounds cross, the supporters of the public bounds do not contradict them, and are at least twice as
        // many as all others.
        else if (shown !== undefined) {
          const left = bounds.filter((b) => b.low <= shown.high && b.high >= shown.low);
          assert.ok(left.filter(({ low }) => low >= shown.low).length >= 3, threshold);
          assert.ok(left.filter(({ high }) => high <= shown.high).length >= 3, threshold);
          assert.ok(shown.installs <= left.length, threshold);
          assert.ok(shown.installs >= 2 * (bounds.length - shown.installs), threshold);
        }
      }
    }),
    { numRuns: propertyRuns(200) },
  ));

type Bounds = readonly { readonly low: number; readonly high: number }[];

function skills(): readonly number[] {
  return Array.from({ length: 14 }, (_, skill) => skill);
}

test('recipe_ranges: an independent implementation gives the same ranges', () =>
  fc.assert(
    fc.property(rows, (list) => {
      const kept = rowsOf(list).map(
        ({ install, kind, fields }) => ({ install: String(install), record: { kind, ...fields } }) as unknown as Kept,
      );
      const counted: Facts = new Map();
      countRanges(kept, counted);
      assert.deepEqual(factsOf(recipe_ranges, rowsOf(list))['2538'], counted.get('recipe_ranges 2538'));
    }),
    { numRuns: propertyRuns(100) },
  ));

function against(deniers: number): object | undefined {
  const told = [
    ...by([1, 2, 3], ['optimal', 2], ['medium', 3]),
    ...by(upTo(4, 9), ['optimal', 2], ['medium', 3]),
    ...by(upTo(10, 9 + deniers), ['optimal', 6], ['medium', 7]),
  ];
  return factsOf(recipe_ranges, rowsOf(told))['2538']?.['yellow'] as object | undefined;
}

test('recipe_ranges: where bounds cross, at most half as many installs as support a range may contradict it', () => {
  assert.deepEqual(against(4), range(3, 3, 9));
  assert.equal(against(5), undefined);
});

test('recipe_ranges: an install that contradicts the range supports neither the range nor one of its ends', () => {
  const told = [
    ...by([1, 2], ['optimal', 0]),
    ...by([3, 4], ['optimal', 1]),
    ...by([5], ['optimal', 2]),
    ...by([6], ['medium', 0]),
    ...by([7, 8], ['medium', 1]),
    ...by([9], ['medium', 2]),
  ];
  // The third bounds of all installs except the sixth are 2 and 2, which the fifth, seventh and eighth contradict.
  assert.equal(factsOf(recipe_ranges, rowsOf(told))['2538']?.['yellow'], undefined);
  const many = [...told, ...by(upTo(10, 13), ['optimal', 1], ['medium', 2])];
  assert.deepEqual(factsOf(recipe_ranges, rowsOf(many))['2538']?.['yellow'], range(2, 2, 9));
});

test('recipe_ranges: the order of the witnesses does not matter', () =>
  fc.assert(
    fc.property(rows, (list) => {
      const seen = witnessesOf(recipe_ranges, rowsOf(list)).get('2538') ?? [];
      assert.deepEqual(recipe_ranges.facts('2538', seen.toReversed()), recipe_ranges.facts('2538', seen));
    }),
  ));

test('recipe_ranges: three installs had the recipe at the lowest skill that is public, or below', () => {
  const rows: readonly (readonly [what: string, rows: Parameters<typeof rowsOf>[0], seenFrom: object | undefined])[] = [
    ['two installs', by([1, 2], ['optimal', 40]), undefined],
    [
      'the third lowest of their first skills, whatever the colour',
      [...by([1], ['optimal', 40]), ...by([2], ['optimal', 45], ['medium', 60]), ...by([3], ['trivial', 70])],
      { value: 70, installs: 3 },
    ],
    ['two liars', [...by([1, 2], ['optimal', 1]), ...by([3, 4, 5], ['optimal', 50])], { value: 50, installs: 5 }],
  ];
  for (const [what, list, seenFrom] of rows) {
    assert.deepEqual(factsOf(recipe_ranges, rowsOf(list))['2538']?.['seenFrom'], seenFrom, what);
  }
});
