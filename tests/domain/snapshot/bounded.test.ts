import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openUploadReader } from '../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../adapters/libsql/uploads/writer.ts';
import { ROW_WEIGHT, SUBJECT_WEIGHT_MAX } from '../../../domain/families/counting/bounded.ts';
import { computeMarketFacts, createMarketCounter, PRICE_RUNS_MAX } from '../../../domain/families/market.ts';
import type { EvidenceBatch, EvidenceStore, InstallClaim } from '../../../domain/ports/evidence.ts';
import type { ScanPart } from '../../../domain/ports/market.ts';
import { add, claim, EVIDENCES, pages, scan, T0 } from '../../adapters/libsql/evidence/evidence_support.ts';
import { admitted, upload } from '../../support/sample_records.ts';
import * as seen from '../../support/world.ts';
import { kept, listedUploads, published, type Sketch, smallBounds, snap, withFolder, withStores } from './support.ts';

/**
 * Weight of these values. A builder of 0.4.0 must be able to hold everything that a test here writes, so each test
 * checks how much is read at once.
 */
function weightOf(values: readonly { readonly value: string }[]): number {
  return values.reduce((sum, { value }) => sum + ROW_WEIGHT + value.length, 0);
}

function long(bytes: number, end: string): string {
  return 'x'.repeat(bytes - end.length) + end;
}

for (const stores of EVIDENCES) {
  const on = (name: string, work: (evidence: EvidenceStore) => Promise<void>): void => {
    test(`${name} (${stores.name})`, () => stores.with(work));
  };
  const claims = (evidence: EvidenceStore, list: readonly InstallClaim[]) => add(evidence, { claims: list });

  on('a value of a subject of which too much is said is left out where fewer installs hold it', async (evidence) => {
    const third = Math.floor(SUBJECT_WEIGHT_MAX / 3);
    const told = (installN: number, value: string) =>
      claims(evidence, [claim({ installN, value: long(third, value), hours: installN })]);
    await told(1, 'alone');
    await told(2, 'pair');
    await told(3, 'pair');
    await told(4, 'many');
    await told(5, 'many');
    await told(6, 'many');
    const [subject] = (await evidence.dirtyTallies('names', 0, 10)).rows;
    assert.deepEqual(
      subject?.tallies.map(({ value, installs }) => [value.slice(-4), installs]),
      [
        ['many', 3],
        ['pair', 2],
      ],
    );
  });

  on('fields that are cut first leave the others, however many installs fill them', async (evidence) => {
    const third = Math.floor(SUBJECT_WEIGHT_MAX / 3);
    const field = (name: string, installN: number) =>
      claims(evidence, [claim({ field: name, installN, value: long(third, '.') })]);
    await field('side', 1);
    for (const zone of ['~in:1', '~in:2', '~in:3']) for (const installN of [2, 3, 4]) await field(zone, installN);
    await field('~in:2', 5);
    const [subject] = (await evidence.dirtyTallies('names', 0, 10)).rows;
    assert.deepEqual(
      subject?.tallies.map(({ field: name, installs }) => [name, installs]),
      [
        ['side', 1],
        ['~in:2', 4],
      ],
    );
  });

  on('of too many reports of one subject, each install’s newest come first', async (evidence) => {
    const half = Math.floor(SUBJECT_WEIGHT_MAX / 3);
    const told = (installN: number, field: string, hours: number) =>
      claims(evidence, [claim({ rollup: 'pins', installN, field, hours, value: long(half, field) })]);
    await told(1, 'a', 1);
    await told(1, 'b', 2);
    await told(1, 'c', 3);
    await told(2, 'd', 0);
    const [subject] = (await evidence.dirtyWitnesses('pins', 0, 10)).rows;
    assert.deepEqual(
      subject?.witnesses.map(({ installN, field }) => `${installN} ${field}`),
      ['1 c', '2 d'],
    );
  });
}

test('a page of subjects is no larger than the limit for one subject, however many claims there are', () =>
  EVIDENCES[1]!.with(async (evidence) => {
    const third = Math.floor(SUBJECT_WEIGHT_MAX / 2.5);
    for (let i = 0; i < 5; i++) {
      for (const rollup of ['names', 'pins', 'census']) {
        const subject = `s${i}`;
        await add(evidence, {
          claims: [claim({ rollup, subject, field: '20500:20500', value: long(third, subject) })],
        });
      }
    }
    const asked = [
      async (after: number) => {
        const { rows, next } = await evidence.dirtyTallies('names', after, 100);
        return { rows: rows.map(({ tallies }) => weightOf(tallies)), next };
      },
      async (after: number) => {
        const { rows, next } = await evidence.dirtyWitnesses('pins', after, 100);
        return { rows: rows.map(({ witnesses }) => weightOf(witnesses)), next };
      },
      async (after: number) => {
        const { rows, next } = await evidence.testimonies('census', 20_000, after, 100);
        return { rows: rows.map(({ witnesses }) => weightOf(witnesses)), next };
      },
    ];
    for (const read of asked) {
      const seen: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: { rows: number[]; next: number | null } = await read(after);
        assert.ok(page.rows.reduce((sum, weight) => sum + weight, 0) <= SUBJECT_WEIGHT_MAX);
        seen.push(...page.rows);
        after = page.next;
      }
      assert.equal(seen.length, 5);
    }
  }));

test('claims with long stored values are merged a few at a time', () =>
  EVIDENCES[1]!.with(async (evidence) => {
    const of = (value: (i: number) => string, hours: number) =>
      Array.from({ length: 7 }, (_, i) => claim({ subject: `s${i}`, value: value(i), hours }));
    await add(evidence, { claims: of((i) => long(900_000, `old ${i}`), 0) });
    await add(evidence, { claims: of((i) => `new ${i}`, 1) });
    const subjects = await pages((after, limit) => evidence.dirtyTallies('names', after, limit));
    assert.deepEqual(
      subjects.map(({ tallies }) => tallies.map(({ value, installs }) => [value, installs])),
      Array.from({ length: 7 }, (_, i) => [[`new ${i}`, 1]]),
    );
  }));

test('a market day with very many listings is computed install by install', () =>
  EVIDENCES[1]!.with(async (evidence) => {
    const listed = (installN: number, prices: number, more: Partial<ScanPart> = {}): ScanPart => ({
      ...scan(installN, 7, 1),
      rows: Array.from({ length: prices }, (_, i) => ({ itemId: 7, price: 1 + i * installN, quantity: 1 + (i % 3) })),
      ...more,
    });
    const parts = [
      listed(1, PRICE_RUNS_MAX + 500),
      listed(1, 9_000, { house: 'Horde', scanId: 'scan-h' }),
      listed(2, 400, { scanId: 'scan-old', atMs: T0 - 5 + 10 }),
      listed(2, 20_000, { scanId: 'scan-new', atMs: T0 + 500 }),
      listed(3, 12_000, { house: 'Alliance' }),
      listed(4, 500, { house: 'Alliance', complete: false, scanId: 'cut' }),
      listed(4, 300, { house: 'Alliance', scanId: 'whole' }),
      { ...listed(9, 10), rows: [{ itemId: 8, price: 5, quantity: 1 }] },
      listed(10, 10, { atMs: T0 + 86_400_000 }),
    ];
    for (const part of parts) await add(evidence, { scans: [part] } satisfies Partial<EvidenceBatch>);
    const dirty = await pages((after, limit) => evidence.dirtyMarket(after, limit));
    const day = dirty.find(({ subject }) => subject.itemId === 7 && subject.day === Math.floor(T0 / 86_400_000))!;
    assert.equal(day.scans, null, 'not all of it at once');

    const count = createMarketCounter();
    let seen = 0;
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<EvidenceStore['marketScans']>> = await evidence.marketScans(day.subject, after);
      const { rows, next } = page;
      const runs = rows.reduce((sum, { runs: own }) => sum + own.length, 0);
      assert.ok(runs <= 50_000, `${runs} at once`);
      seen += runs;
      count.add(rows);
      after = next;
    }
    assert.equal(seen, PRICE_RUNS_MAX + 9_000 + PRICE_RUNS_MAX + PRICE_RUNS_MAX + 300);
    await EVIDENCES[0]!.with(async (memory) => {
      for (const part of parts) await add(memory, { scans: [part] });
      const whole = await pages((after, limit) => memory.dirtyMarket(after, limit));
      const same = whole.find(({ subject }) => JSON.stringify(subject) === JSON.stringify(day.subject))!;
      assert.deepEqual(count.facts(day.subject), computeMarketFacts(day.subject, same.scans!));
    });
  }));

test('long records are read a few at a time, and completely', () =>
  withFolder(async (folder) => {
    const path = `${folder}/uploads.db`;
    const writer = await openUploadWriter(path, { random: { bytes: (n) => new Uint8Array(n) }, create: true });
    const body = (i: number) => `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","x":"${long(900_000, `${i}`)}"}`;
    for (let i = 0; i < 6; i++) await writer.take(upload([admitted({ eventId: `event-${i}`, body: body(i) })]));
    await writer.close();
    const store = await openUploadReader(path);
    const sizes: number[] = [];
    for (let seq = 0; ; ) {
      const records = await store.records(seq, 1_000, 2_000);
      if (records.length === 0) break;
      assert.ok(records.reduce((sum, { body: text }) => sum + text.length, 0) <= 2_000_000);
      sizes.push(records.length);
      seq = records.at(-1)!.seq;
      assert.equal((await store.recordsOf(records.map((one) => one.seq))).length, records.length);
    }
    await store.close();
    assert.deepEqual(sizes, [2, 2, 2]);
  }));

/** Wraps the evidence and records the most that any call read or wrote at once. */
function watched(evidence: EvidenceStore) {
  const most = { claimChars: 0, subjects: 0, runs: 0 };
  const note = (what: keyof typeof most, n: number): void => {
    most[what] = Math.max(most[what], n);
  };
  const port: EvidenceStore = {
    ...evidence,
    add: (to, batch) => {
      note(
        'claimChars',
        batch.claims.reduce((sum, { subject, value }) => sum + subject.length + value.length, 0),
      );
      return evidence.add(to, batch);
    },
    testimonies: async (...asked) => {
      const page = await evidence.testimonies(...asked);
      note('subjects', page.rows.length);
      return page;
    },
    dirtyMarket: async (...asked) => {
      const page = await evidence.dirtyMarket(...asked);
      for (const { scans } of page.rows)
        note(
          'runs',
          (scans ?? []).reduce((sum, { runs }) => sum + runs.length, 0),
        );
      return page;
    },
  };
  return { most, port };
}

/**
 * Small examples of the three shapes: many characters met by one install, trainers with long lists of lessons, and one
 * item listed at every price.
 */
const SHAPES: readonly Sketch[] = [
  ...upTo(60, (r) => ({ upload: 1, ...seen.metPlayers('Realm', ...upTo(100, (i) => seen.character(r * 100 + i))) })),
  ...upTo(90, (r) => ({
    upload: 2,
    ...seen.visitedTrainer(seen.npc(1 + r), ...upTo(200, (i) => seen.lesson(`${'é'.repeat(114)}${r * 200 + i}`, 5))),
  })),
  ...upTo(260, (r) => ({
    upload: 3,
    ...seen.scanned(
      'Realm',
      upTo(200, (i) => seen.lot(seen.item(5), 1 + r * 200 + i)),
    ),
  })),
  { upload: 90_000, ...seen.saw(seen.item(5)) },
];

function upTo<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

test('a snapshot never has all characters, all lessons or all prices in memory', () =>
  withStores(async (on) => {
    const { most, port } = watched(on.evidence);
    const run = await snap({ ...on, evidence: port }, listedUploads(kept(SHAPES)));
    assert.ok(run.ok && !run.value.stopped);
    assert.ok(most.subjects <= 5_000, `${most.subjects} of 6,000 characters at once`);
    assert.ok(most.claimChars <= 4_000_000, `${most.claimChars} of 6,500,000 characters of claims at once`);
    assert.ok(most.runs <= 50_000, `${most.runs} of 52,000 prices at once`);
  }));

/** Loot windows of five installs on ten sources. */
const WINDOWS = kept(
  upTo(50, (i) => ({ install: 1 + (i % 5), ...seen.looted(seen.npc(1 + (i % 10)), seen.item(1 + (i % 7))) })),
);

test('a reinstated install returns completely over several snapshots', () =>
  withStores(async (on) => {
    const bounds = { ...smallBounds(4, 3), batchRowsMax: 30 };
    const asked = (n: number, state: 'in' | 'withheld') => ({
      orders: [{ n, kind: 'install' as const, installN: 1, state }],
      withheld: state === 'in' ? [] : [1],
    });
    assert.ok((await snap(on, listedUploads(WINDOWS))).ok);
    const before = await published(on.store);
    assert.ok((await snap(on, listedUploads(WINDOWS, 99, asked(1, 'withheld')), { bounds })).ok);
    assert.equal((await published(on.store)).corpus['loot']?.length, 40);
    const back = await snap(on, listedUploads(WINDOWS, 99, asked(2, 'in')), { bounds });
    assert.ok(back.ok && back.value.written === 3, 'ten records, four a snapshot');
    const after = await published(on.store);
    const sorted = (rows: readonly string[] | undefined) => [...(rows ?? [])].sort();
    assert.deepEqual(sorted(after.corpus['loot']), sorted(before.corpus['loot']));
    assert.deepEqual(sorted(after.rates), sorted(before.rates));
    const again = await snap(on, listedUploads(WINDOWS, 99, asked(2, 'in')), { bounds });
    assert.ok(again.ok && again.value.written === 1);
    assert.equal((await published(on.store)).corpus['loot']?.length, 50, 'once');
  }));
