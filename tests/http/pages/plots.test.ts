import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderGrowthPlot, renderLinePlot } from '../../../http/pages/plots/line_plot.ts';
import type { TimePoint } from '../../../http/pages/plots/time_plot.ts';

function copper(value: number): string {
  return `${value}c`;
}

function line(points: readonly TimePoint[]): string {
  return String(
    renderLinePlot({
      title: 'Prices',
      points,
      format: copper,
      names: { value: 'Market', low: 'Lowest', high: 'Highest' },
    }),
  );
}

/** Returns only the SVG picture. */
function picture(text: string): string {
  return /<svg class="plot[\s\S]*<\/svg>/.exec(text)?.[0] ?? '';
}

/** Returns the coordinates of all marks as pairs, without labels. */
function marksIn(text: string): readonly (readonly [x: number, y: number])[] {
  const pairs: [number, number][] = [];
  for (const [, d] of text.matchAll(/class="(?:line|band|span|area)" d="([^"]*)"/g)) {
    // `V` gives only a height.
    let x = 0;
    for (const [, step, one, other] of d!.matchAll(/([MLV])(-?[\d.]+)(?:,(-?[\d.]+))?/g)) {
      if (step === 'V') pairs.push([x, Number(one)]);
      else {
        x = Number(one);
        pairs.push([x, Number(other)]);
      }
    }
  }
  // The area for marks is 1000 units wide, and dots are placed in percent of it.
  for (const [, x, y] of text.matchAll(/cx="([^"]*)%" cy="([^"]*)"/g)) pairs.push([10 * Number(x), Number(y)]);
  for (const [, x, y] of text.matchAll(/translate\(([^,]*),([^)]*)\)/g)) pairs.push([Number(x), Number(y)]);
  return pairs;
}

function assertInside(text: string): void {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(text)!;
  for (const [x, y] of marksIn(text)) {
    assert.ok(x >= 0 && x <= Number(width), `x ${x} of ${width}`);
    assert.ok(y >= 0 && y <= Number(height), `y ${y} of ${height}`);
  }
}

const figure = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.double({ min: 0, max: 1e18, noNaN: true }),
    fc.double(),
    fc.constantFrom(0, 1e-300, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN),
  ),
);
const points = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
    value: figure,
    low: figure,
    high: figure,
  }),
  { maxLength: 40 },
);

test('every mark of a line is inside the picture and has finite coordinates', () => {
  fc.assert(
    fc.property(points, (some) => {
      const text = picture(line(some));
      assert.doesNotMatch(text.replaceAll(/<title>[^<]*<\/title>/g, ''), /NaN|Infinity|undefined|null|style=/);
      if (text !== '') assertInside(text);
    }),
    {
      numRuns: 150,
      // Values that differ by less than the scale can tell apart.
      examples: [
        [
          [999999999999998300, 999999999999998600].map((value) => ({
            day: '1970-01-01',
            value,
            low: null,
            high: null,
          })),
        ],
      ],
    },
  );
});

test('consecutive days are connected, and missing or unknown days leave a gap', () => {
  const strokes = (some: readonly TimePoint[]): number =>
    [...picture(line(some)).matchAll(/class="line" d="([^"]*)"/g)][0]![1]!.split('M').length - 1;
  const day = (n: number, value: number | null): TimePoint => ({ day: `2026-11-0${n}`, value });
  assert.equal(strokes([day(1, 5), day(2, 7), day(3, 6)]), 1);
  assert.equal(strokes([day(3, 6), day(1, 5), day(2, 7)]), 1);
  assert.equal(strokes([day(1, 5), day(2, null), day(3, 6)]), 2);
  assert.equal(strokes([day(1, 5), day(2, 7), day(4, 6)]), 2);
});

test('a higher value is further up, and a later day is further right', () => {
  const [first, second] = [
    ...picture(
      line([
        { day: '2026-11-01', value: 5 },
        { day: '2026-11-02', value: 9 },
      ]),
    ).matchAll(/cx="([^"]*)%" cy="([^"]*)"/g),
  ].map(([, x, y]) => [Number(x), Number(y)] as const);
  assert.ok(second![0] > first![0]);
  assert.ok(second![1] < first![1]);
});

test('a single point is a dot with its day and value, and its band is a span', () => {
  const text = line([{ day: '2026-11-02', value: 40, low: 10, high: 90 }]);
  assert.match(text, /<circle class="dot"[^>]*><title>2026-11-02: 40c, lowest 10c, highest 90c<\/title>/);
  assert.match(text, /class="span" d="M[\d.]+,[\d.]+V[\d.]+"/);
  assert.match(text, /2 Nov/);
});

test('the labels of two weeks have room on a phone', () => {
  const points = Array.from({ length: 14 }, (_, at) => ({ day: `2026-11-${16 + at}`, value: at }));
  const text = String(renderLinePlot({ title: 'Prices', points, format: copper, names: { value: 'Market' } }));
  assert.deepEqual(
    Array.from(text.matchAll(/>(\d+ Nov)<\/text>/g), ([, label]) => label),
    ['17 Nov', '21 Nov', '25 Nov', '29 Nov'],
  );
});

test('equal values get an axis with some room, and never one below zero', () => {
  const text = picture(
    line([
      { day: '2026-11-01', value: 0 },
      { day: '2026-11-02', value: 0 },
    ]),
  );
  assert.doesNotMatch(text, />-/);
  assert.ok([...text.matchAll(/class="end"/g)].length >= 2);
});

test('without known values the plot says so, and the table lists the days', () => {
  const text = line([{ day: '2026-11-01', value: null }]);
  assert.equal(picture(text), '');
  assert.match(text, /No values to plot yet/);
  assert.match(text, /2026-11-01[\s\S]*unknown/);
  assert.doesNotMatch(line([]), /<table/);
});

test('the table of a plot has the same values, newest first, with unknown ones marked', () => {
  const text = line([
    { day: '2026-11-01', value: 5, low: 3, high: 9 },
    { day: '2026-11-02', value: 7, low: null, high: 8 },
  ]);
  const body = /<details[\s\S]*<tbody>([\s\S]*)<\/tbody>/.exec(text)![1]!;
  const rows = [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => row!.replaceAll(/<[^>]*>/g, '|').split(/\|+/));
  assert.deepEqual(rows, [
    ['', '2026-11-02', '7c', 'unknown', '8c', ''],
    ['', '2026-11-01', '5c', '3c', '9c', ''],
  ]);
});

test('a caption names the values and their days, and explains the gaps', () => {
  const caption = (days: readonly string[]): string => {
    const points = days.map((day) => ({ day, value: 5 }));
    const about = 'Gaps are days without scans.';
    const text = String(renderLinePlot({ title: 'Prices', points, format: copper, names: { value: 'Market' }, about }));
    return /<figcaption>(.*)<\/figcaption>/.exec(text)![1]!;
  };
  const rows: [days: readonly string[], span: string][] = [
    [['2026-11-25', '2026-11-16'], '16 to 25 November 2026'],
    [['2026-10-28', '2026-11-03'], '28 October to 3 November 2026'],
    [['2025-12-31', '2026-01-01'], '31 December 2025 to 1 January 2026'],
    [['2025-11-05', '2026-11-05'], '5 November 2025 to 5 November 2026'],
    [['2026-11-05'], '5 November 2026'],
  ];
  for (const [days, span] of rows) assert.equal(caption(days), `Prices, ${span}. Gaps are days without scans.`);
});

test('of many points, some have marks for a crosshair, the last one among them', () => {
  const points = Array.from({ length: 500 }, (_, i) => ({
    day: new Date(1.7e12 + i * 86_400_000).toISOString().slice(0, 10),
    value: i,
  }));
  const marks = [...picture(line(points)).matchAll(/<circle class="dot quiet"[^>]*><title>[^:]*: (\d+)c</g)].map(
    ([, value]) => Number(value),
  );
  assert.ok(marks.length > 50 && marks.length <= 121, `${marks.length}`);
  assert.equal(marks.at(-1), 499);
});

test('growth starts at zero, connects distant days, and is left out if nothing is known', () => {
  const growth = (values: readonly (number | null)[]): string =>
    String(
      renderGrowthPlot({
        title: 'Records',
        name: 'Records',
        points: values.map((value, i) => ({ day: `2026-1${i}-01`, value })),
      }),
    );
  const text = growth([100, 2_000_000]);
  assertInside(picture(text));
  assert.match(text, />0<\/text>/);
  assert.match(text, /2 million/);
  assert.equal([.../class="line" d="([^"]*)"/.exec(text)![1]!.matchAll(/M/g)].length, 1);
  assert.equal(growth([null]), '');
});
