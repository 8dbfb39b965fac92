import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CARRIES_PARTS,
  carriesMarkdown,
  edgesPayFrom,
  firstToGiveWay,
  HABITS,
  loadOf,
  type Measured,
  measuredOf,
  PARTS,
} from '../bench/carries.ts';
import { keepFigures, readFigures } from '../bench/figures_file.ts';
import { type Figure, figure } from '../bench/pairs.ts';

/** A machine whose figures allow mental arithmetic. */
const MEASURED: Measured = {
  uploadMs: 20,
  stepS: 2,
  rebuildUsPerRecord: 100,
  listPagesPerS: 2_500,
  pageMs: 5,
  pageBytes: 10_000,
  uploadsBytesPerRecord: 250,
  derivedBytesPerRecord: 400,
  exportBytesPerRecord: 100,
  serverMiB: 200,
  builderMiB: 180,
};

function near(seen: number, due: number): void {
  assert.ok(Math.abs(seen - due) <= due * 1e-9, `${seen}, not ${due}`);
}

test('the load of players follows from the assumptions', () => {
  const { recordsPerEvening, eveningsPerWeek, pagesPerEvening, busiestHour } = HABITS;
  const load = loadOf(MEASURED, 7_000);
  near(load.recordsPerDay, 1_000 * eveningsPerWeek * recordsPerEvening);
  near(load.recordsPerS, (load.recordsPerDay * busiestHour) / 3_600);
  near(load.pagesPerS, (1_000 * eveningsPerWeek * pagesPerEvening * busiestHour) / 3_600);
  // 20 ms for 2,000 records are 10 µs each. 2 s for 10,000 records are 200 µs each. A page takes 5 ms.
  near(load.shares['taking in'], load.recordsPerS * 10e-6);
  near(load.shares.building, load.recordsPerS * 200e-6);
  near(load.shares.reading, load.pagesPerS * 5e-3);
  near(load.rebuildS, load.recordsPerDay * 365 * 100e-6);
  near(load.bytesPerYear, load.recordsPerDay * 365 * (250 + 2 * 400 + 100));
});

test('every share except memory grows in proportion to the number of players', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 50 }), (players, times) => {
      const [few, many] = [loadOf(MEASURED, players), loadOf(MEASURED, players * times)];
      for (const part of PARTS) near(many.shares[part], few.shares[part] * (part === 'memory' ? 1 : times));
    }),
  );
});

test('the first bottleneck is the part with the highest share, which is one half at that number of players', () => {
  const slow = { ...MEASURED, stepS: 2_000 };
  const { part, players } = firstToGiveWay(slow);
  assert.equal(part, 'building');
  assert.ok(loadOf(slow, players).shares.building <= 0.5);
  assert.ok(loadOf(slow, players + 1).shares.building > 0.5);
  assert.equal(firstToGiveWay({ ...MEASURED, pageMs: 5_000 }).part, 'reading');
  assert.equal(firstToGiveWay({ ...MEASURED, pageBytes: 1e9 }).part, 'network');
});

test('edges are worthwhile once reading uses half the machine', () => {
  const players = edgesPayFrom(MEASURED);
  const share = (of: number): number => {
    const { reading, network } = loadOf(MEASURED, of).shares;
    return Math.max(reading, network);
  };
  assert.ok(share(players) <= 0.5);
  assert.ok(share(players + 1) > 0.5);
});

test('the section has its assumptions, one row per figure and three sizes', () => {
  const text = carriesMarkdown(MEASURED, '2 cores');
  assert.match(text, /Assumed, not measured/);
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  for (const row of rows) assert.equal(row.split('|').length, 6, row);
  assert.doesNotMatch(text, /NaN|undefined|Infinity/);
  assert.match(text, /\n\| players \| 50 \| 5,000 \| 250,000 \|\n/);
});

test('the estimate uses the newest stored figures and names missing ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-'));
  const file = join(folder, 'figures.json');
  const keep = (...figures: Figure[]): void => keepFigures('2 cores', 1_000, figures, file);
  const seen = (name: string, of: Record<string, number>): Figure => figure(name, [1], null, '', '', of);
  try {
    assert.equal(readFigures(file), null);
    keep(seen('full uploads of 2,000 new records', { uploadMs: 90 }));
    keep(seen('full uploads of 2,000 new records', { uploadMs: 20 }));
    assert.deepEqual(measuredOf(readFigures(file)!), { missing: ['rebuild', 'corpus', 'tools'] });
    assert.deepEqual([...CARRIES_PARTS].sort(), ['corpus', 'rebuild', 'tools']);
    keep(
      seen('a snapshot of 10,000 new records against SQL that counts them', { commandS: 2 }),
      seen('rebuild against SQL that counts', { usPerRecord: 100 }),
      seen('following next, 500 a page', { requestsPerS: 2_500 }),
      seen('processor time of a page: item', { p50Ms: 5, packedBytes: 10_000 }),
      seen('size of snapshot.db against its exports gzipped', {
        uploadsPerRecord: 250,
        derivedPerRecord: 400,
        exportsPerRecord: 100,
      }),
      figure('memory of the server', [200], null, ' MiB', ''),
      figure('memory of the builder, rebuild', [180], null, ' MiB', ''),
    );
    assert.deepEqual(measuredOf(readFigures(file)!), MEASURED);
    keepFigures('4 cores', 1_000, [], file);
    assert.deepEqual(readFigures(file)!.figures, [], 'figures of another machine are not mixed in');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
