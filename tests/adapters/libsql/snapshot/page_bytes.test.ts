import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TextPiece } from '../../../../domain/ports/rows.ts';
import type { SnapshotChange } from '../../../../domain/ports/snapshots.ts';
import { readCorpus } from '../../../../domain/reads/corpus.ts';
import { DROP_ROW_BYTES_MAX, formatRateRow, readDrops, toZeroRow } from '../../../../domain/reads/drops.ts';
import { isBytes, parseRows } from '../../../../domain/reads/pieces.ts';
import { LIMITS } from '../../../../schema/limits.ts';
import { EPOCH, type Stores, withStores } from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { itemRate, plainEstimate, rateRow } from '../../../support/item_rate.ts';
import { rowsText } from '../../../support/rows_text.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

async function write(on: Stores, change: Partial<Omit<SnapshotChange, 'row'>>): Promise<void> {
  const n = ((await on.snapshots.newest())?.n ?? 0) + 1;
  await on.snapshots.write(snapshotChange(n, change));
}

function rowOf(kind: string, n: number, bytes: number): string {
  const head = `{"kind":"${kind}","n":${n},"x":"`;
  return `${head}${'x'.repeat(Math.max(0, bytes - head.length - 2))}"}`;
}

function heldBytes(piece: TextPiece): number {
  return (isBytes(piece) ? piece : piece.deflated).buffer.byteLength;
}

interface Walked {
  readonly names: readonly string[];
  readonly pages: readonly { readonly bytes: number; readonly rows: number }[];
}

/** Follows `next` to the end and checks that each page has at most `bytesMax` bytes unless it is a single row. */
async function walkCorpus(
  on: Stores,
  kinds: readonly string[] | null,
  n: number | null,
  limit: number,
  bytesMax: number,
): Promise<Walked> {
  await on.store.refresh();
  const names: string[] = [];
  const pages: { bytes: number; rows: number }[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const pin = n === null ? null : { epoch: EPOCH, n };
    const page = await readCorpus(on.store, { kinds, since: null, pin, offset, limit, bytesMax });
    if (!page.ok) throw new Error(JSON.stringify(page.error));
    const text = rowsText(page.value.pieces);
    const rows = JSON.parse(`[${text}]`) as { kind: string; n: number }[];
    assert.ok(rows.length <= limit);
    assert.ok(rows.length === 1 || text.length <= bytesMax, `${text.length} of ${bytesMax}`);
    const held = page.value.pieces.reduce((sum, piece) => sum + heldBytes(piece), 0);
    assert.ok(held < 3 * (bytesMax + 65_536 * 2), `${held} bytes are held for ${text.length}`);
    names.push(...rows.map(({ kind, n: number }) => `${kind} ${number}`));
    pages.push({ bytes: text.length, rows: rows.length });
    const before: number = offset;
    offset = page.value.nextOffset;
    assert.ok(offset === null || offset > before);
  }
  return { names, pages };
}

const step = fc.record({
  kinds: fc.array(
    fc.record({
      kind: fc.constantFrom('a', 'b', 'c'),
      sizes: fc.array(fc.constantFrom(40, 60, 300, 900), { minLength: 1, maxLength: 40 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  gone: fc.array(fc.record({ kind: fc.constantFrom('a', 'b', 'c'), place: fc.nat(60) }), { maxLength: 12 }),
});

test('a walk in pages limited by bytes returns each public row once', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 100, 301, 1000, 5_000, 4_000_000),
      fc.constantFrom(1, 7, 500),
      fc.nat(5),
      (steps, bytesMax, limit, pinned) =>
        withStores(async (on) => {
          const all: { kind: string; n: number; since: number; gone: number }[] = [];
          for (const [i, { kinds, gone }] of steps.entries()) {
            const corpus = [...new Map(kinds.map((one) => [one.kind, one])).values()]
              .sort((a, b) => (a.kind < b.kind ? -1 : 1))
              .map(({ kind, sizes }) => {
                const before = all.filter((row) => row.kind === kind).length;
                for (const at of sizes.keys())
                  all.push({ kind, n: before + at, since: i + 1, gone: Number.POSITIVE_INFINITY });
                return { kind, rows: sizes.map((bytes, at) => rowOf(kind, before + at, bytes)) };
              });
            const corpusWithdrawals = gone.filter(({ kind, place }) =>
              all.some((row) => row.kind === kind && row.n === place && row.since <= i),
            );
            for (const { kind, place } of corpusWithdrawals) {
              const row = all.find((one) => one.kind === kind && one.n === place)!;
              row.gone = Math.min(row.gone, i + 1);
            }
            await write(on, { corpus, corpusWithdrawals });
          }
          const n = Math.min(pinned + 1, steps.length);
          for (const [kinds, at] of [
            [null, null],
            [null, n],
            [['b', 'c'], n],
          ] as const) {
            const upTo = at ?? steps.length;
            const expected = all.filter(
              ({ kind, since, gone }) =>
                (kinds?.includes(kind as 'b') ?? true) && since <= upTo && gone === Number.POSITIVE_INFINITY,
            );
            const { names } = await walkCorpus(on, kinds, at, limit, bytesMax);
            assert.deepEqual(
              names,
              expected.map(({ kind, n: number }) => `${kind} ${number}`),
            );
          }
        }),
    ),
    { numRuns: propertyRuns(40) },
  ));

test('a page of drops ends before its rows can exceed the limit, across rates and zeros', () =>
  withStores(async (on) => {
    const drops = [1, 2, 3, 4].map((id) => ({
      source: { type: 'npc' as const, id },
      public: true,
      kills: 9,
      reporters: 3,
      topWindows: 4,
      measuredZero: id > 2,
      items: id > 2 ? [] : [itemRate(1, 1, 9), itemRate(2, 2, 9)],
    }));
    await write(on, { drops });
    await on.store.refresh();
    const met: string[] = [];
    const sizes: number[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await readDrops(on.store, {
        offset,
        limit: 500,
        pin: null,
        source: null,
        itemId: null,
        bytesMax: 4 * DROP_ROW_BYTES_MAX - 1,
      });
      if (!page.ok) throw new Error(JSON.stringify(page.error));
      const rates = parseRows<{ sourceNpcId: number; itemId: number }>({ pieces: page.value.rates });
      const zeros = parseRows<{ sourceNpcId: number }>({ pieces: page.value.zeros });
      met.push(
        ...rates.map((rate) => `${rate.sourceNpcId} ${rate.itemId}`),
        ...zeros.map((zero) => `${zero.sourceNpcId}`),
      );
      sizes.push(rates.length + zeros.length);
      offset = page.value.nextOffset;
    }
    assert.deepEqual([met.length, new Set(met).size, sizes], [6, 6, [3, 3]]);
  }));

test('a page of large rows reads little more than it sends, and an ordinary page is unchanged', () =>
  withStores(async (on) => {
    const sizes = [...Array(230).fill(100_000), 300, 5_000_000, 300] as number[];
    await write(on, {
      corpus: [{ kind: 'small', rows: Array.from({ length: 600 }, (_, n) => rowOf('small', n, 260)) }],
    });
    await write(on, { corpus: [{ kind: 'large', rows: sizes.map((bytes, n) => rowOf('large', n, bytes)) }] });
    const { value: bytesMax } = LIMITS.pageBytesMax;
    const large = await walkCorpus(on, ['large'], null, 500, bytesMax);
    assert.deepEqual(
      large.names,
      sizes.map((_, n) => `large ${n}`),
    );
    const full = Math.floor(bytesMax / 100_001);
    const whole = Array<number>(Math.floor(230 / full)).fill(full);
    assert.deepEqual(
      large.pages.map(({ rows }) => rows),
      [...whole, 230 - whole.length * full + 1, 1, 1],
    );
    const small = await walkCorpus(on, ['small'], null, 5_000, bytesMax);
    assert.deepEqual(
      small.pages.map(({ rows }) => rows),
      [600],
    );
  }));

const whole = fc.integer({ min: 1, max: 2 ** 40 });

test('a rendered rate equals the JSON of its row', () =>
  fc.assert(
    fc.property(
      fc.record({
        sourceType: fc.constantFrom('npc' as const, 'object' as const),
        sourceId: fc.integer({ min: 1 }),
        itemId: fc.integer({ min: 1 }),
        kills: fc.integer({ min: 1 }),
        reporters: fc.nat(),
        installs: fc.nat(),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        traits: fc.record(
          {
            always: fc.constant(true as const),
            obtainable: fc.constantFrom('some' as const, 'once' as const),
            changed: fc.record({
              since: fc.constant('2026-06-03'),
              before: fc.constant(0.5),
              after: fc.constant(1e-6),
            }),
            disagrees: fc.constant(true as const),
            quest: fc.record({
              questId: whole,
              kills: whole,
              drops: whole,
              rate: fc.constant(0.5),
              installs: whole,
              reporters: whole,
            }),
          },
          { requiredKeys: [] },
        ),
      }),
      ({ share, traits, ...rate }) => {
        const drops = Math.ceil(share * rate.kills);
        const topWindows = Math.floor(share * rate.kills);
        const stored = { ...plainEstimate(drops, rate.kills), ...traits, ...rate, drops, topWindows };
        assert.equal(formatRateRow(stored), JSON.stringify(rateRow(stored)));
      },
    ),
  ));

test('no row of drops is longer than estimated', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const source = { sourceType: 'object', sourceId: most } as const;
  const windows = { kills: most, reporters: most, topWindows: most - 2 };
  const estimate = { estimate: 0.123456, estimateLow: 0.123455, estimateHigh: 0.123457, effectiveWindows: 999999999.9 };
  const quest = {
    questId: most,
    kills: most,
    drops: most - 2,
    rate: (most - 2) / most,
    installs: most,
    reporters: most,
  };
  const traits = { basis: 'quest', quest, always: true, obtainable: 'some', disagrees: true } as const;
  const changed = { since: '2024-10-04', before: 0.123456, after: 0.123455 };
  const rate = {
    ...source,
    itemId: most,
    drops: most - 2,
    installs: most,
    ...windows,
    ...estimate,
    ...traits,
    changed,
  };
  for (const row of [rateRow(rate), toZeroRow({ ...source, ...windows })]) {
    assert.ok(JSON.stringify(row).length + 1 < DROP_ROW_BYTES_MAX, JSON.stringify(row));
  }
});
