import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceStore } from '../../../../domain/ports/evidence.ts';
import {
  add,
  claim,
  clearMarks,
  dirtySources,
  EMPTY_BATCH,
  EVIDENCES,
  everything,
  looted,
  npc,
  object,
  pages,
  part,
  pendingIn,
  sourceItems,
  T0,
  takeOut,
  tallied,
  testimonies,
  witnessed,
} from './evidence_support.ts';

const DAY_0 = T0 / 86_400_000;

/** Renders a tallied subject as one line. */
function line({ subject, tallies }: Awaited<ReturnType<typeof tallied>>[number]): string {
  return `${subject}: ${tallies.map((t) => `${t.field}=${t.value} by ${t.installs}`).join(', ')}`;
}

for (const stores of EVIDENCES) {
  const on = (name: string, work: (evidence: EvidenceStore) => Promise<void>) =>
    test(`${name} (${stores.name})`, () => stores.with(work));

  on('empty evidence', async (evidence) => {
    const { cursor, counts, pending, ...lists } = await everything(evidence);
    assert.deepEqual(new Set(Object.values(cursor)), new Set([0, null]));
    assert.deepEqual(new Set(Object.values(counts)), new Set([0]));
    assert.deepEqual(pending, { withdrawals: [], seqs: [], erased: false, erasedOut: false });
    assert.deepEqual(Object.values(lists).flat(2), []);
  });

  on('the cursor stands where the last change put it, and clearing leaves its step', async (evidence) => {
    const to = {
      step: 1,
      clearedStep: 0,
      seq: 2 ** 40,
      orderN: 7,
      dataAsOfMs: 1.7e12,
      dailyDay: null,
      witnessDay: 19_999,
      witnessToDay: 20_001,
      rateFit: null,
    };
    await evidence.add(to, EMPTY_BATCH);
    assert.deepEqual(await evidence.cursor(), to);
    await clearMarks(evidence, 20_000);
    assert.deepEqual(await evidence.cursor(), { ...to, clearedStep: 1, dailyDay: 20_000 });
    await evidence.add({ ...to, step: 2, dailyDay: 20_000 }, EMPTY_BATCH);
    assert.deepEqual(await evidence.cursor(), { ...to, step: 2, clearedStep: 1, dailyDay: 20_000 });
    await evidence.removeRecords({ ...to, step: 3, orderN: 8, dailyDay: 20_000 }, [], []);
    assert.deepEqual(await evidence.cursor(), {
      ...to,
      step: 3,
      orderN: 8,
      clearedStep: 1,
      dailyDay: 20_000,
    });
  });

  on('windows, installs and items add up', async (evidence) => {
    const first = [looted(npc(1), 1, 2, [7, 2], [8, 1]), looted(npc(1), 2, 1, [7, 1]), looted(object(1), 2, 1)];
    await add(evidence, { loot: first });
    assert.deepEqual(await dirtySources(evidence), [
      'npc 1: 0>2 installs, 0>2 items, changed 7 8',
      'object 1: 0>1 installs, 0>0 items, changed ',
    ]);
    await add(evidence, { loot: [looted(npc(1), 2, 4, [7, 3], [9, 1]), looted(object(1), 3, 1, [4, 1])] });
    assert.deepEqual(await dirtySources(evidence), [
      'npc 1: 0>2 installs, 0>3 items, changed 7 8 9',
      'object 1: 0>2 installs, 0>1 items, changed 4',
    ]);
    assert.deepEqual(await sourceItems(evidence, npc(1), object(1)), [
      'npc 1 item 7: 6',
      'npc 1 item 8: 1',
      'npc 1 item 9: 1',
      'object 1 item 4: 1',
    ]);
  });

  on(
    'installs are counted up to three, and items only below, because public sources have no queue',
    async (evidence) => {
      const loot = [1, 2, 3, 4].map((installN) => looted(npc(1), installN, 1, [installN, 1]));
      await add(evidence, { loot: loot.slice(0, 3) });
      assert.deepEqual(await dirtySources(evidence), ['npc 1: 0>3 installs, 0>0 items, changed 1 2 3']);
      await clearMarks(evidence, null);
      await add(evidence, { loot: loot.slice(3) });
      assert.deepEqual(await dirtySources(evidence), ['npc 1: 3>3 installs, 0>0 items, changed 4']);
      for (const installN of [1, 2]) await takeOut(evidence, installN);
      assert.deepEqual(await dirtySources(evidence), ['npc 1: 3>2 installs, 0>2 items, changed 1 2 4']);
    },
  );

  on('marks tell which sources changed since they were cleared, and how they stood then', async (evidence) => {
    await add(evidence, { loot: [looted(npc(1), 1, 1, [7, 1], [8, 1]), looted(npc(2), 1, 1, [7, 1])] });
    await clearMarks(evidence, null);
    assert.deepEqual(await dirtySources(evidence), []);
    await add(evidence, { loot: [looted(npc(1), 1, 1, [8, 1])] });
    await add(evidence, { loot: [looted(npc(1), 2, 1, [9, 1]), looted(npc(3), 1, 1, [7, 1])] });
    assert.deepEqual(await dirtySources(evidence), [
      'npc 1: 1>2 installs, 2>3 items, changed 8 9',
      'npc 3: 0>1 installs, 0>1 items, changed 7',
    ]);
    assert.deepEqual(await sourceItems(evidence, npc(1), npc(2)), [
      'npc 1 item 7: 1',
      'npc 1 item 8: 2',
      'npc 1 item 9: 1',
      'npc 2 item 7: 1',
    ]);
  });

  on('an item is gone where no window that held it is left, and a source with its last window', async (evidence) => {
    await add(evidence, { loot: [looted(npc(1), 1, 2, [7, 1], [8, 2]), looted(npc(1), 2, 3, [8, 1])] });
    await add(evidence, { loot: [looted(npc(2), 1, 1, [7, 1])] });
    await clearMarks(evidence, null);
    await add(evidence, { loot: [looted(npc(1), 1, 1, [9, 1])] });
    await takeOut(evidence, 1);
    assert.deepEqual(await dirtySources(evidence), [
      'npc 1: 2>1 installs, 2>1 items, changed 7 8 9',
      'npc 2: 1>0 installs, 1>0 items, changed 7',
    ]);
    assert.deepEqual(await sourceItems(evidence, npc(1), npc(2)), ['npc 1 item 8: 1']);
    await clearMarks(evidence, null);
    assert.deepEqual(await dirtySources(evidence), []);
    await add(evidence, { loot: [looted(npc(2), 2, 1, [7, 1])] });
    assert.deepEqual(await dirtySources(evidence), ['npc 2: 0>1 installs, 0>1 items, changed 7']);
  });

  on('an item that comes back before the marks are cleared is not gone', async (evidence) => {
    await add(evidence, { loot: [looted(npc(1), 1, 1, [7, 1]), looted(npc(1), 2, 1)] });
    await clearMarks(evidence, null);
    await takeOut(evidence, 1);
    await add(evidence, { loot: [looted(npc(1), 3, 1, [7, 1])] });
    assert.deepEqual(await dirtySources(evidence), ['npc 1: 2>2 installs, 1>1 items, changed 7']);
    assert.deepEqual(await sourceItems(evidence, npc(1)), ['npc 1 item 7: 1']);
  });

  on('a vote moves with the newest report', async (evidence) => {
    await add(evidence, { claims: [1, 2].map((installN) => claim({ installN })) });
    await add(evidence, { claims: [claim({ installN: 2, value: 'w', hours: 1 }), claim({ installN: 3 })] });
    assert.deepEqual((await tallied(evidence, 'names')).map(line), ['s: f=v by 2, f=w by 1']);
    await add(evidence, { claims: [claim({ installN: 2, value: 'u', hours: -1 })] });
    assert.deepEqual((await tallied(evidence, 'names')).map(line), ['s: f=v by 2, f=w by 1']);
    await add(evidence, { claims: [claim({ installN: 2, hours: 2 })] });
    assert.deepEqual((await tallied(evidence, 'names')).map(line), ['s: f=v by 3']);
  });

  on('a repeat dirties nothing, a change does', async (evidence) => {
    const claims = ['names', 'edges', 'pins', 'census'].map((rollup) => claim({ rollup, field: '20450:20450' }));
    await add(evidence, { claims });
    await clearMarks(evidence, null);
    await add(evidence, { claims });
    await add(evidence, { claims: claims.map((one) => ({ ...one, atMs: one.atMs + 1 })) });
    const dirty = async () => ({
      names: (await tallied(evidence, 'names')).length,
      edges: (await tallied(evidence, 'edges')).length,
      pins: (await witnessed(evidence, 'pins')).length,
    });
    assert.deepEqual(await dirty(), { names: 0, edges: 0, pins: 0 });
    await add(evidence, { claims: claims.map((one) => ({ ...one, atMs: one.atMs + 86_400_000 })) });
    assert.deepEqual(await dirty(), { names: 0, edges: 1, pins: 0 });
    await add(evidence, { claims: claims.map((one) => ({ ...one, value: 'w', atMs: one.atMs + 90_000_000 })) });
    assert.deepEqual(await dirty(), { names: 1, edges: 1, pins: 1 });
  });

  on('edges keep the first and last days of what installs still say', async (evidence) => {
    const seen = (installN: number, ...days: number[]) =>
      days.map((day) => claim({ rollup: 'edges', field: '', value: '', installN, hours: day * 24 }));
    for (const one of [...seen(1, 3, 0), ...seen(2, 1, 2), ...seen(3, 5)]) await add(evidence, { claims: [one] });
    const days = async () =>
      (await tallied(evidence, 'edges')).flatMap(({ tallies }) =>
        tallies.map(({ installs, firstDays, lastDays }) => [
          installs,
          ...[firstDays, lastDays].map((some) => some.map((day) => day - DAY_0)),
        ]),
      );
    assert.deepEqual(await days(), [[3, [0, 1, 5], [5, 3, 2]]]);
    await add(evidence, { claims: [...seen(4, 4), ...seen(5, -9)] });
    assert.deepEqual(await days(), [[5, [-9, 0, 1], [5, 4, 3]]]);
    await add(evidence, { claims: [...seen(3, 2), ...seen(2, 4)] });
    assert.deepEqual(await days(), [[5, [-9, 0, 1], [5, 4, 4]]]);
    await takeOut(evidence, 5);
    assert.deepEqual(await days(), [[4, [0, 1, 2], [5, 4, 4]]]);
    await takeOut(evidence, 3);
    assert.deepEqual(await days(), [[3, [0, 1, 4], [4, 4, 3]]]);
    await takeOut(evidence, 1);
    assert.deepEqual(await days(), [[2, [1, 4], [4, 4]]]);
  });

  on('texts of any script and numbers in text stay what they are', async (evidence) => {
    const values = ['"Ærwyn"', '"\u{1f600} ～"', '12', '1e3', 'null', '', '{"a":[1,"\\n"]}'];
    await add(evidence, { claims: values.map((value, i) => claim({ subject: '007', value, installN: i + 1 })) });
    const [subject] = await tallied(evidence, 'names');
    assert.equal(subject?.subject, '007');
    assert.deepEqual(
      subject.tallies.map(({ value }) => value),
      [...values].sort(),
    );
  });

  on('subjects come page by page', async (evidence) => {
    const subjects = Array.from({ length: 5 }, (_, i) => `s${i}`);
    await add(evidence, {
      claims: subjects.flatMap((subject) => [claim({ subject }), claim({ subject, rollup: 'pins' })]),
    });
    const readers = [
      (after: number) => evidence.dirtyTallies('names', after, 3),
      (after: number) => evidence.dirtyWitnesses('pins', after, 3),
    ];
    for (const read of readers) {
      const first = await read(0);
      const second = await read(first.next!);
      assert.equal(second.next, null);
      assert.deepEqual([...first.rows, ...second.rows].map(({ subject }) => subject).sort(), subjects);
    }
  });

  on('subjects are read by name, too, dirty or not; of those nobody spoke of there is nothing', async (evidence) => {
    const subjects = Array.from({ length: 5 }, (_, i) => `s${i}`);
    await add(evidence, { claims: subjects.map((subject) => claim({ subject })) });
    await clearMarks(evidence, null);
    await add(evidence, { claims: [claim({ subject: 's4', installN: 2 }), claim({ subject: 's1', rollup: 'edges' })] });
    const asked = ['s4', 'x', 's1', 's3'];
    const told = await pages((after) => evidence.tallies('names', asked, after));
    const installs = told.map(({ subject, tallies }) => [subject, tallies.map((one) => one.installs)]);
    assert.deepEqual(installs.sort(), [
      ['s1', [1]],
      ['s3', [1]],
      ['s4', [2]],
    ]);
    assert.deepEqual(await evidence.tallies('names', [], 0), { rows: [], next: null });
  });

  on('how many installs looted a source is told of any', async (evidence) => {
    await add(evidence, {
      loot: [looted(npc(5), 1, 1), looted(npc(5), 2, 3, [7, 1]), looted(object(5), 1, 1, [7, 1])],
    });
    assert.deepEqual(await evidence.looters([object(5), npc(4), npc(5)]), [1, 0, 2]);
    await takeOut(evidence, 1);
    assert.deepEqual(await evidence.looters([object(5), npc(5)]), [0, 1]);
  });

  on('witnesses come in the order of field and install', async (evidence) => {
    const told = [
      ['b', 1],
      ['a', 10],
      ['a', 2],
    ] as const;
    await add(evidence, { claims: told.map(([field, installN]) => claim({ rollup: 'pins', field, installN })) });
    assert.deepEqual(await witnessed(evidence, 'pins'), [
      {
        subject: 's',
        witnesses: [
          { installN: 2, field: 'a', value: 'v', atMs: T0 },
          { installN: 10, field: 'a', value: 'v', atMs: T0 },
          { installN: 1, field: 'b', value: 'v', atMs: T0 },
        ],
      },
    ]);
  });

  on('testimonies are those from a day on, whether dirty or not', async (evidence) => {
    const days = ['19999:20001', '20000:20002', '20001:20001'];
    await add(evidence, {
      claims: ['kb', 'ka'].flatMap((subject) => days.map((field) => claim({ rollup: 'census', subject, field }))),
    });
    await clearMarks(evidence, null);
    const told = async (fromDay: number) =>
      (await testimonies(evidence, 'census', fromDay)).map(({ subject, field }) => `${subject} ${field}`);
    assert.deepEqual(await told(20_000), ['ka 20000:20002', 'ka 20001:20001', 'kb 20000:20002', 'kb 20001:20001']);
    assert.deepEqual(await told(20_001), ['ka 20001:20001', 'kb 20001:20001']);
    assert.deepEqual(await told(20_002), []);
  });

  on('uploads count where any part of theirs does', async (evidence) => {
    await add(evidence, {
      parts: [
        part(1, 1, { feedRecords: 2, lootRecords: 2, lootWindows: 1 }),
        part(1, 2, { feedRecords: 1 }),
        part(2, 1, { legacyRecords: 3, lootRecords: 3 }),
        part(3, 1, { lootRecords: 1 }),
      ],
    });
    assert.deepEqual(await evidence.counts(), {
      uploads: 2,
      legacyRecords: 3,
      lootUploads: 3,
      lootRecords: 6,
      lootWindows: 1,
    });
    await add(evidence, { parts: [part(1, 1, { feedRecords: 1, lootRecords: 1, lootWindows: 1 })] });
    assert.deepEqual(await evidence.counts(), {
      uploads: 2,
      legacyRecords: 3,
      lootUploads: 3,
      lootRecords: 7,
      lootWindows: 2,
    });
    await takeOut(evidence, 1);
    assert.deepEqual(await evidence.counts(), {
      uploads: 1,
      legacyRecords: 0,
      lootUploads: 0,
      lootRecords: 0,
      lootWindows: 0,
    });
  });

  on('a place noted again is the one that is withdrawn', async (evidence) => {
    const note = (place: number) => evidence.notePlaces([{ seq: 4, installN: 1, kind: 'loot', place }]);
    await note(0);
    await note(3);
    assert.deepEqual(await evidence.feedRecords([3, 4, 5]), [{ seq: 4, self: false }]);
    await takeOut(evidence, 1);
    assert.deepEqual((await pendingIn(evidence)).withdrawals, [{ kind: 'loot', place: 3 }]);
    assert.deepEqual(await evidence.feedRecords([4]), []);
  });

  on('what its row says of its grants is known of a record that stands, and of none that waits', async (evidence) => {
    const place = (seq: number) => ({ seq, installN: 1, kind: 'gold_snapshot', place: seq });
    await evidence.notePlaces([{ ...place(1), self: true }, place(2), { ...place(3), self: true }]);
    await evidence.notePlaces([{ ...place(2), self: true }, place(3)]);
    await add(evidence, { feed: [{ seq: 1, installN: 1 }] });
    assert.deepEqual(await evidence.feedRecords([1, 2, 3, 4]), [
      { seq: 1, self: null },
      { seq: 2, self: true },
      { seq: 3, self: false },
    ]);
  });

  on('what is pending is forgotten when the marks are cleared', async (evidence) => {
    await evidence.notePlaces([{ seq: 4, installN: 1, kind: 'loot', place: 0 }]);
    await add(evidence, { feed: [9, 5].map((seq) => ({ seq, installN: 2 })) });
    await takeOut(evidence, 1, { stays: false, erased: true });
    assert.deepEqual(await pendingIn(evidence), {
      withdrawals: [{ kind: 'loot', place: 0 }],
      seqs: [5, 9],
      erased: true,
      erasedOut: false,
    });
    assert.deepEqual(await evidence.feedRecords([4, 9, 5]), [
      { seq: 9, self: null },
      { seq: 5, self: null },
    ]);
    await clearMarks(evidence, null);
    assert.deepEqual(await pendingIn(evidence), { withdrawals: [], seqs: [], erased: false, erasedOut: false });
    assert.deepEqual(await evidence.feedRecords([4, 5, 9]), []);
  });
}
