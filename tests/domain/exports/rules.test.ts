import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EXPORT_INTERVAL_MS,
  type ExportReason,
  findHoldReason,
  isExportDue,
  isShrinkChecked,
} from '../../../domain/exports/guard.ts';
import { createColumnSampler } from '../../../domain/exports/write_files.ts';
import type { ExportState } from '../../../domain/ports/export_folder.ts';
import type { ExportNotes, FeedTime, FileNotes, ImportMark } from '../../../domain/ports/exports.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';

const AT_MS = 1.7e12;

function notes(file: Partial<FileNotes> = {}, rest: Partial<ExportNotes> = {}): ExportNotes {
  return {
    epoch: 'abcd',
    n: 1,
    writtenAtMs: AT_MS,
    dataAsOfMs: AT_MS,
    files: [
      { name: 'a.ndjson', rows: 100, withdrawn: 0, columns: { every: ['x', 'y'], any: ['x', 'y', 'z'] }, ...file },
    ],
    ...rest,
  };
}

const IMPORT = { build: '1.15.8.67156', importedAtMs: AT_MS - 5_000 };
const LATER = { ...IMPORT, importedAtMs: AT_MS - 4_000 };
const OTHER_BUILD = { ...IMPORT, build: '1.15.9.1' };

/** Returns the newest snapshot, to be exported. */
function served(dataAsOfMs: number | null, game: ImportMark | null = null, feedTime: FeedTime = 'exact') {
  const places = {
    corpusPlaces: 0,
    importN: game === null ? null : 1,
  };
  return {
    epoch: 'abcd',
    followableFrom: 0,
    feedTime,
    row: { ...snapshotChange(1, { row: { dataAsOfMs } }).row, ...places },
    game: game && {
      ...game,
      n: 1,
      extractedAt: null,
      protocol: '1.2.0',
      items: 1,
      edges: {},
      layerTag: 'x'.repeat(22),
    },
  };
}

const SERVED = notes();
const EMPTY = notes({}, { dataAsOfMs: null });
const HELD = { reason: 'it shrank.', heldAtMs: AT_MS + 1_000, isDamaged: false };

type DueCase = [
  what: string,
  reason: ExportReason,
  state: Partial<ExportState>,
  afterMs: number,
  due: boolean,
  guarded: boolean,
];

const DUE: readonly DueCase[] = [
  ['the first', 'schedule', {}, 0, true, true],
  ['a day less a millisecond later', 'schedule', { served: SERVED }, EXPORT_INTERVAL_MS - 1, false, true],
  ['a day later', 'schedule', { served: SERVED }, EXPORT_INTERVAL_MS, true, true],
  ['by a clock that was set back', 'schedule', { served: SERVED }, -1, true, true],
  ['at the same moment', 'schedule', { served: SERVED }, 0, false, true],
  ['behind an empty one, with data now', 'schedule', { served: EMPTY }, 1, true, true],
  ['held less than a day ago', 'schedule', { served: SERVED, held: HELD }, EXPORT_INTERVAL_MS + 999, false, true],
  ['held a day ago', 'schedule', { served: SERVED, held: HELD }, EXPORT_INTERVAL_MS + 1_000, true, true],
  ['held behind an empty one', 'schedule', { served: EMPTY, held: HELD }, 2_000, false, true],
  ['a damaged one', 'schedule', { served: SERVED, held: { ...HELD, isDamaged: true } }, 1_001, true, true],
  ['by command', 'command', { served: SERVED }, 0, true, true],
  ['by force', 'force', { served: SERVED }, 0, true, false],
  ['after an erasure', 'erasure', { served: SERVED }, 0, true, false],
  ['an erasure waiting', 'schedule', { served: SERVED, demanded: true }, 0, true, false],
  ['an erasure waiting, by command', 'command', { served: SERVED, demanded: true }, 0, true, false],
];

test('an export is due by schedule, and guarded unless it is forced', async (t) => {
  for (const [what, reason, said, afterMs, due, guarded] of DUE) {
    await t.test(what, () => {
      const state: ExportState = { served: null, held: null, demanded: false, ...said };
      assert.equal(isExportDue(reason, state, served(AT_MS), AT_MS + afterMs), due);
      assert.equal(isShrinkChecked(reason, state), guarded);
    });
  }
});

test('an instance without new uploads is exported at most once a day', () => {
  assert.equal(isExportDue('schedule', { served: EMPTY, held: null, demanded: false }, served(null), AT_MS + 1), false);
});

type ImportCase = [what: string, before: ImportMark | null | undefined, now: ImportMark | null, due: boolean];

/** Notes of release 0.2.0 have no import, which means that the export had no build. */
const IMPORTS: readonly ImportCase[] = [
  ['none as before', null, null, false],
  ['none as in older notes', undefined, null, false],
  ['the first', null, IMPORT, true],
  ['the first behind older notes', undefined, IMPORT, true],
  ['the same', IMPORT, { ...IMPORT }, false],
  ['the same build again', IMPORT, LATER, true],
  ['another build', IMPORT, OTHER_BUILD, true],
  ['none any more', IMPORT, null, true],
];

test('an export is due if another build is served, unless an export is held', async (t) => {
  for (const [what, before, now, due] of IMPORTS) {
    await t.test(what, () => {
      const state = { served: notes({}, before === undefined ? {} : { imported: before }), demanded: false };
      assert.equal(isExportDue('schedule', { ...state, held: null }, served(AT_MS, now), AT_MS + 1), due);
      assert.equal(isExportDue('schedule', { ...state, held: HELD }, served(AT_MS, now), AT_MS + 2_000), false);
    });
  }
});

test('an export is due if its snapshot can no longer be followed', () => {
  const due = (now: { epoch?: string; followableFrom?: number }, held: ExportState['held'] = null): boolean =>
    isExportDue('schedule', { served: SERVED, held, demanded: false }, { ...served(AT_MS), ...now }, AT_MS + 2_000);
  assert.deepEqual(
    [due({ followableFrom: 1 }), due({ followableFrom: 2 }), due({ epoch: 'efgh' })],
    [false, true, true],
  );
  assert.equal(due({ epoch: 'efgh' }, HELD), false);
});

test('an export is due if its format of times differs from the required one', () => {
  const state = (notes: ExportNotes) => ({ served: notes, held: null, demanded: false });
  const due = (before: 'exact' | 'day' | undefined, now: 'exact' | 'day'): boolean =>
    isExportDue('schedule', state(notes({}, before && { feedTime: before })), served(AT_MS, null, now), AT_MS + 1);
  assert.deepEqual([due('exact', 'exact'), due('day', 'day'), due(undefined, 'exact')], [false, false, false]);
  assert.deepEqual([due('exact', 'day'), due('day', 'exact'), due(undefined, 'day')], [true, true, true]);
});

type GuardCase = [what: string, before: ExportNotes, next: ExportNotes, reason: RegExp | null];

function file(name: string): FileNotes {
  return { ...notes().files[0]!, name };
}

const NO_ROW = { rows: 0, columns: { every: [], any: [] } };
const NO_X = { every: ['y'], any: ['y', 'z'] };
const MANY = notes({ rows: 6_000 });
const NOTHING = notes({}, { imported: IMPORT, files: [] });
const GAME = { layer: 'game-files' } as const;

/** Returns the notes of a file with both layers. */
function mixed(imported: ImportMark | null, observed: Partial<FileNotes>, game: Partial<FileNotes>): ExportNotes {
  return notes(
    {},
    {
      imported,
      files: [
        { ...file('a'), ...observed, layer: 'observed' },
        { ...file('a'), ...game, ...GAME },
      ],
    },
  );
}

const GUARD: readonly GuardCase[] = [
  ['the same', notes(), notes(), null],
  ['5% less', notes(), notes({ rows: 95 }), null],
  ['more than 5% less', notes(), notes({ rows: 94 }), /^a\.ndjson would shrink from 100 rows to 94, with 0 withdrawn/],
  ['of few rows one less', notes({ rows: 20 }), notes({ rows: 19 }), null],
  ['of fewer rows one less', notes({ rows: 19 }), notes({ rows: 18 }), /shrink/],
  ['all withdrawn', notes(), notes({ rows: 0, withdrawn: 100, columns: { every: [], any: [] } }), null],
  ['withdrawn but for 5%', notes({ withdrawn: 7 }), notes({ rows: 85, withdrawn: 17 }), null],
  [
    'withdrawn but for more',
    notes({ withdrawn: 7 }),
    notes({ rows: 84, withdrawn: 17 }),
    /with 10 withdrawn in between/,
  ],
  ['withdrawn in another epoch', notes(), notes({ rows: 50, withdrawn: 50 }, { epoch: 'efgh' }), null],
  [
    'withdrawn but for more, there',
    notes(),
    notes({ rows: 50, withdrawn: 44 }, { epoch: 'efgh' }),
    /with 44 withdrawn/,
  ],
  ['less, and the count lost', notes({ withdrawn: 9 }), notes({ rows: 50 }, { epoch: 'efgh' }), /with 0 withdrawn/],
  ['in another epoch as many', notes({ withdrawn: 9 }), notes({}, { epoch: 'efgh' }), null],
  ['empty before', notes({ rows: 0, columns: { every: [], any: [] } }), notes(), null],
  ['empty before and now', notes({ rows: 0 }), notes({ rows: 0 }), null],
  ['a field lost', notes(), notes({ columns: { every: ['x'], any: ['x', 'z'] } }), /would lose the field y/],
  [
    'a field lost, and almost all rows looked at',
    notes(),
    notes({ rows: 1, withdrawn: 99, columns: NO_X }),
    /lose the/,
  ],
  ['a field lost with all rows looked at', notes(), notes({ rows: 1, withdrawn: 100, columns: NO_X }), null],
  ['a field lost from many rows', MANY, notes({ rows: 4_000, withdrawn: 1_999, columns: NO_X }), /lose the field x/],
  ['a field lost with both ends of many rows', MANY, notes({ rows: 4_000, withdrawn: 2_000, columns: NO_X }), null],
  ['a field that only some have now', notes(), notes({ columns: { every: ['x'], any: ['x', 'y'] } }), null],
  ['a field lost that only some had', notes(), notes({ columns: { every: ['x', 'y'], any: ['x', 'y'] } }), null],
  ['a field more', notes(), notes({ columns: { every: ['w', 'x', 'y'], any: ['w', 'x', 'y', 'z'] } }), null],
  ['a file missing', notes({}, { files: [file('a'), file('b')] }), notes({}, { files: [file('a')] }), /^b is missing/],
  ['a file more', notes({}, { files: [file('a')] }), notes({}, { files: [file('a'), file('b')] }), null],
  ['less of the same build', mixed(IMPORT, {}, {}), mixed({ ...IMPORT }, {}, { rows: 94 }), /^a would shrink from 100/],
  ['less of another build', mixed(IMPORT, {}, {}), mixed(OTHER_BUILD, {}, NO_ROW), null],
  ['less of the same build again', mixed(IMPORT, {}, {}), mixed(LATER, {}, NO_ROW), null],
  ['less observed beside another build', mixed(IMPORT, {}, {}), mixed(LATER, { rows: 94 }, { rows: 200 }), /shrink/],
  ['less observed beside more of a build', mixed(IMPORT, {}, {}), mixed(IMPORT, { rows: 94 }, { rows: 200 }), /shrink/],
  ['a field lost by the same build', mixed(IMPORT, {}, {}), mixed(IMPORT, {}, { columns: NO_X }), /lose the field x/],
  ['a field lost by another build', mixed(IMPORT, {}, {}), mixed(LATER, {}, { columns: NO_X }), null],
  ['the first build, behind older notes', notes(), notes({ layer: 'observed' }, { imported: IMPORT }), null],
  ['less than in older notes', notes(), notes({ layer: 'observed', rows: 94 }), /shrink/],
  ['a file of the same build missing', notes(GAME, { imported: IMPORT }), NOTHING, /^a\.ndjson is missing/],
  ['a file of a build missing that is not served', notes(GAME, { imported: LATER }), NOTHING, null],
];

test('an export is held back if it lost too much', async (t) => {
  for (const [what, before, next, reason] of GUARD) {
    await t.test(what, () => {
      const held = findHoldReason(before, next);
      if (reason === null) assert.equal(held, null);
      else assert.match(held ?? '', reason);
    });
  }
});

test('an export is held back if a list or the evidence lost more than half of its rows', () => {
  const holdReason = (from: number, to: number | null, withdrawn = 0) => {
    const derived = to === null ? [] : [{ name: 'evidence.ndjson', rows: to }];
    const before = notes({}, { derived: [{ name: 'evidence.ndjson', rows: from }] });
    return findHoldReason(before, notes({ withdrawn }, { derived }));
  };
  const reason = 'evidence.ndjson would shrink from 1,000 rows to 499, with 0 withdrawn in between';
  assert.equal(holdReason(1_000, 499), `${reason}, so the previous export is kept.`);
  assert.equal(holdReason(1_000, 500), null, 'half of them');
  assert.equal(holdReason(1_000, 499, 1), null, 'one of them may have been withdrawn');
  assert.equal(holdReason(100, 0), null, 'few rows');
  assert.notEqual(holdReason(101, 0), null);
  assert.equal(holdReason(1_000, null), null, 'left out');
});

function fields(...names: string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
}

type ColumnCase = [what: string, rows: readonly string[], every: string, any: string];

/** The fields of the first two and the last two rows are compared. */
const COLUMNS: readonly ColumnCase[] = [
  ['no row', [], '', ''],
  ['one', [fields('b', 'a')], 'ab', 'ab'],
  ['the second differs', [fields('a', 'b'), fields('a')], 'a', 'ab'],
  ['the third, which is last', [fields('a'), fields('a'), fields('b')], '', 'ab'],
  ['one in the middle is not seen', [fields('a'), fields('a'), fields('b'), fields('a'), fields('a')], 'a', 'a'],
  ['the last but one is', [fields('a'), fields('a'), fields('c'), fields('a', 'b'), fields('a')], 'a', 'ab'],
  ['the last is', [fields('a'), fields('a'), fields('c'), fields('a'), fields('b')], '', 'ab'],
];

test('the fields of the first and last rows are noted', async (t) => {
  for (const [what, rows, every, any] of COLUMNS) {
    await t.test(what, () => {
      const whole = createColumnSampler(2);
      whole.take(rows);
      assert.deepEqual(whole.columns(), { every: [...every], any: [...any] });
      const single = createColumnSampler(2);
      for (const one of rows) single.take([new TextEncoder().encode(one)]);
      assert.deepEqual(single.columns(), whole.columns());
    });
  }
});
