import assert from 'node:assert/strict';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openWriter } from '../../../../adapters/libsql/database.ts';
import { openEvidenceStore } from '../../../../adapters/libsql/evidence/store.ts';
import { readStorageCode } from '../../../../adapters/libsql/storage_error.ts';
import type { EvidenceBatch, EvidenceStore } from '../../../../domain/ports/evidence.ts';
import type { FeedPosition, RecordToReview } from '../../../../domain/ports/pending_feed.ts';
import { EPOCH, withFolder } from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { gatherClaims } from '../../../support/claims.ts';
import {
  add,
  claim,
  clearMarks,
  EVIDENCES,
  everything,
  looted,
  npc,
  object,
  part,
  pendingIn,
  scan,
  TALLIED,
  TRAITS,
  takeOut,
  tallied,
  testimonies,
  WITNESSED,
  witnessed,
} from './evidence_support.ts';

for (const stores of EVIDENCES) {
  const on = (name: string, work: (evidence: EvidenceStore) => Promise<void>) =>
    test(`${name} (${stores.name})`, () => stores.with(work));

  on('who is taken out stays out until let in, where that was asked for', async (evidence) => {
    await takeOut(evidence, 1);
    await takeOut(evidence, 2, { stays: false, erased: false });
    assert.deepEqual([...(await evidence.excluded())], [1]);
    const cursor = await evidence.cursor();
    await evidence.readmit({ ...cursor, step: cursor.step + 1, orderN: 5 }, 1);
    assert.deepEqual([...(await evidence.excluded())], []);
    assert.deepEqual(await evidence.cursor(), { ...cursor, step: cursor.step + 1, orderN: 5 });
    await takeOut(evidence, 3);
    await takeOut(evidence, 4, { stays: false, erased: true });
    assert.equal((await pendingIn(evidence)).erasedOut, false);
    await takeOut(evidence, 3, { stays: false, erased: true });
    await takeOut(evidence, 5, { stays: false, erased: true });
    assert.equal((await pendingIn(evidence)).erasedOut, true);
    assert.deepEqual([...(await evidence.excluded())], []);
  });

  on('daily roll-ups are computed again after an install went or came back', async (evidence) => {
    const to = {
      step: 1,
      clearedStep: 0,
      seq: 1,
      orderN: 0,
      dataAsOfMs: 1,
      dailyDay: 20_000,
      witnessDay: null,
      witnessToDay: null,
      rateFit: null,
    };
    await evidence.removeInstall(to, 1, { stays: true, erased: false });
    assert.equal((await evidence.cursor()).dailyDay, null);
    await clearMarks(evidence, 20_000);
    await evidence.readmit({ ...to, step: 2 }, 1);
    assert.equal((await evidence.cursor()).dailyDay, null);
  });

  on('a subject nobody speaks of is dirty and empty, then forgotten', async (evidence) => {
    const claims = ['names', 'pins'].map((rollup) => claim({ rollup }));
    await add(evidence, { claims });
    await clearMarks(evidence, null);
    await takeOut(evidence, 1);
    assert.deepEqual(await tallied(evidence, 'names'), [{ subject: 's', tallies: [] }]);
    assert.deepEqual(await witnessed(evidence, 'pins'), [{ subject: 's', witnesses: [] }]);
    await clearMarks(evidence, null);
    assert.deepEqual(await tallied(evidence, 'names'), []);
    await add(evidence, { claims: claims.map((one) => ({ ...one, installN: 2 })) });
    assert.equal((await tallied(evidence, 'names'))[0]?.tallies[0]?.installs, 1);
    assert.equal((await witnessed(evidence, 'pins'))[0]?.witnesses[0]?.installN, 2);
  });

  on('single named records go with their claims, counts and places', async (evidence) => {
    const record = (seq: number): RecordToReview => ({ seq, uploadN: 1, installN: 1 });
    const board = (seq: number, rollup = 'boards', installN = 1) => claim({ rollup, field: String(seq), installN });
    await add(evidence, {
      parts: [part(1, 1, { feedRecords: 2 }), part(2, 2, { feedRecords: 1 }), part(3, 1, { feedRecords: 1 })],
      claims: [board(11), board(12), board(11, 'pins'), board(11, 'boards', 2)],
      feed: [{ seq: 12, installN: 1 }],
    });
    await evidence.notePlaces([
      { seq: 11, installN: 1, kind: 'attendance', place: 4 },
      { seq: 13, installN: 2, kind: 'attendance', place: 5 },
    ]);
    const fields = async (rollup: string) =>
      (await witnessed(evidence, rollup)).flatMap(({ witnesses }) =>
        witnesses.map(({ field, installN }) => `${field} by ${installN}`),
      );
    const takeOutOf = async (...records: RecordToReview[]) =>
      await evidence.removeRecords(await evidence.cursor(), records, ['boards']);

    await takeOutOf(record(11));
    assert.deepEqual(await fields('boards'), ['11 by 2', '12 by 1']);
    assert.deepEqual(await fields('pins'), ['11 by 1']);
    assert.deepEqual(await evidence.feedRecords([11, 12, 13]), [
      { seq: 12, self: null },
      { seq: 13, self: false },
    ]);
    assert.deepEqual((await pendingIn(evidence)).withdrawals, [{ kind: 'attendance', place: 4 }]);
    assert.equal((await evidence.counts()).uploads, 3);

    await takeOutOf(record(11));
    assert.equal((await evidence.counts()).uploads, 3, 'again: nothing more goes');

    await takeOutOf(record(12), { seq: 13, uploadN: 2, installN: 2 });
    assert.deepEqual(await fields('boards'), ['11 by 2']);
    assert.deepEqual(await pendingIn(evidence), {
      withdrawals: [4, 5].map((place) => ({ kind: 'attendance', place })),
      seqs: [],
      erased: false,
      erasedOut: false,
    });
    assert.equal((await evidence.counts()).uploads, 1);
  });
}

/**
 * Reads a file, or returns '' if it was deleted in the meantime. SQLite deletes logs shortly after the last connection
 * closes.
 */
function bytesOf(path: string): Promise<string> {
  return readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

test('no file contains data of a removed install once the marks are cleared', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'evidence.db');
    const open = () => openEvidenceStore(path, { epoch: EPOCH, create: true, rollups: TRAITS });
    const evidence = await open();
    const rollups = [...TRAITS.keys()];
    const told = (installN: number, word: string) =>
      rollups.map((rollup) =>
        claim({ rollup, installN, subject: `${word}-subject`, field: `20460-${word}-field`, value: `${word}-value` }),
      );
    await add(evidence, { claims: [...told(1, 'erased'), ...told(2, 'other')], scans: [scan(1, 1, 5)] });
    await clearMarks(evidence, null);
    await takeOut(evidence, 1, { stays: false, erased: true });
    await clearMarks(evidence, null);
    await evidence.close();
    const writer = await openWriter(path, { create: false });
    await writer.execute('pragma wal_checkpoint(truncate)');
    writer.close();
    const bytes = (await Promise.all((await readdir(folder)).map((file) => bytesOf(join(folder, file))))).join();
    assert.equal(bytes.includes('erased-'), false);
    assert.equal(bytes.includes('other-'), true);
    const again = await open();
    assert.deepEqual(
      (await testimonies(again, 'census', 0)).map(({ subject }) => subject),
      ['other-subject'],
    );
    await again.close();
  }));

test('a batch that fails halfway changes nothing', () =>
  EVIDENCES[1]!.with(async (evidence) => {
    await add(evidence, { claims: [claim({})], loot: [looted(npc(1), 1, 1, [1, 1])] });
    const before = await everything(evidence);
    const batch = {
      parts: [part(1, 1, { feedRecords: 1 })],
      loot: [looted(npc(1), 2, 1, [1, 1])],
      claims: [claim({ installN: 2 }), claim({ rollup: 'unheard-of' })],
    };
    await assert.rejects(() => add(evidence, batch), /no roll-up is called unheard-of/);
    assert.deepEqual(await everything(evidence), before);
    await add(evidence, { ...batch, claims: batch.claims.slice(0, 1) });
    assert.equal((await tallied(evidence, 'names'))[0]?.tallies[0]?.installs, 2);
  }));

test('tens of thousands of claims are stored and removed correctly', () =>
  EVIDENCES[1]!.with(async (evidence) => {
    const many = Array.from({ length: 25_000 }, (_, i) =>
      claim({ rollup: i % 2 === 0 ? 'edges' : 'pins', subject: String(i), value: '' }),
    );
    await add(evidence, { claims: many });
    await add(evidence, { claims: many.slice(0, 3).map((one) => ({ ...one, installN: 2 })) });
    await takeOut(evidence, 1);
    const page = await evidence.dirtyTallies('edges', 0, 20_000);
    assert.equal(page.rows.length, 12_500);
    assert.deepEqual(
      page.rows.filter(({ tallies }) => tallies.length > 0).map(({ subject }) => subject),
      ['0', '2'],
    );
    await clearMarks(evidence, null);
  }));

test('evidence with the tables of release 0.6.0 is not opened', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'evidence.db');
    await copyFile(new URL('../../../fixtures/releases/0.6.0/evidence.09f94c6cc3a2.db', import.meta.url), path);
    for (const create of [false, true]) {
      await assert.rejects(
        openEvidenceStore(path, { epoch: '09f94c6cc3a2', create, rollups: TRAITS }),
        (error) => readStorageCode(error) === 'EVIDENCE_OF_OTHER_RELEASE',
      );
    }
  }));

/** What one install reports in one batch. There are few subjects, so that installs agree on some. */
const batches: fc.Arbitrary<readonly EvidenceBatch[]> = fc.array(
  fc
    .record({
      claims: fc.array(
        fc.record({
          rollup: fc.constantFrom('names', 'edges', 'pins', 'boards', 'census'),
          subject: fc.constantFrom('s', 't', 'u'),
          field: fc.integer({ min: 1, max: 3 }),
          installN: fc.integer({ min: 1, max: 3 }),
          value: fc.constantFrom('v', 'w'),
          tie: fc.constantFrom('aa', 'bb'),
          days: fc.integer({ min: 0, max: 3 }),
        }),
        { maxLength: 12 },
      ),
      loot: fc.uniqueArray(
        fc.record({
          source: fc.constantFrom(npc(1), npc(2), object(1)),
          installN: fc.integer({ min: 1, max: 3 }),
          windows: fc.integer({ min: 1, max: 3 }),
          items: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
          day: fc.integer({ min: 20_460, max: 20_463 }),
        }),
        { maxLength: 6, selector: ({ source, installN }) => `${source.type}${source.id}:${installN}` },
      ),
      parts: fc.uniqueArray(
        fc.record({
          uploadN: fc.integer({ min: 1, max: 3 }),
          installN: fc.integer({ min: 1, max: 3 }),
          feedRecords: fc.integer({ min: 0, max: 2 }),
          legacyRecords: fc.integer({ min: 0, max: 1 }),
        }),
        { maxLength: 4, selector: ({ uploadN, installN }) => `${uploadN}:${installN}` },
      ),
      scans: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })), { maxLength: 3 }),
    })
    .map(
      ({ claims, loot, parts, scans }): EvidenceBatch => ({
        claims: gatherClaims(
          claims.map(({ days, field, value, ...rest }) =>
            claim({
              ...rest,
              field: rest.rollup === 'census' ? `${20_460 + field}:20465` : String(field),
              value: rest.rollup === 'edges' ? '' : value,
              hours: days * 24,
            }),
          ),
        ),
        loot: loot.flatMap(({ source, installN, windows, items, day }) =>
          looted(source, installN, windows, ...items.map((itemId) => [itemId, windows, day] as const)),
        ),
        parts: parts.map(({ uploadN, installN, feedRecords, legacyRecords }) =>
          part(uploadN, installN, {
            feedRecords,
            legacyRecords,
            lootRecords: legacyRecords + (feedRecords > 1 ? 1 : 0),
          }),
        ),
        scans: scans.map(([installN, itemId]) => scan(installN, itemId, 5)),
        feed: [],
      }),
    ),
  { minLength: 1, maxLength: 4 },
);

function without(installN: number, batch: EvidenceBatch): EvidenceBatch {
  const other = (one: { readonly installN: number }) => one.installN !== installN;
  return {
    parts: batch.parts.filter(other),
    loot: batch.loot.filter(other),
    claims: batch.claims.filter(other),
    scans: batch.scans.filter(other),
    feed: batch.feed.filter(other),
  };
}

/** Returns everything in the store except subjects that are dirty because their last claim was removed. */
async function standing(store: EvidenceStore) {
  const { cursor: _cursor, excluded: _outs, sources: _dirty, ...rest } = await everything(store);
  return {
    ...rest,
    tallies: rest.tallies.map((subjects) => subjects.filter(({ tallies }) => tallies.length > 0)),
    witnesses: rest.witnesses.map((subjects) => subjects.filter(({ witnesses }) => witnesses.length > 0)),
    market: rest.market.filter((one) => !one.endsWith(',[]]')),
  };
}

/** Feed places of two records per install. */
const PLACES: readonly FeedPosition[] = [1, 2, 3].flatMap((installN) =>
  [0, 1].map((i) => ({
    seq: installN * 10 + i,
    installN,
    kind: 'loot',
    place: installN * 10 + i,
    ...(i === 1 ? { self: true } : {}),
  })),
);

for (const { stores, tries } of EVIDENCES.map((one) => ({
  stores: one,
  tries: one.name === 'memory' ? 100 : 25,
}))) {
  test(`removing an install equals never having added it (${stores.name})`, () =>
    fc.assert(
      fc.asyncProperty(batches, fc.boolean(), (list, cleared) =>
        stores.with((all) =>
          stores.with(async (others) => {
            for (const batch of list) {
              await add(all, batch);
              await add(others, without(1, batch));
            }
            await all.notePlaces(PLACES);
            await others.notePlaces(PLACES.filter(({ installN }) => installN !== 1));
            if (cleared) await clearMarks(all, null);
            await takeOut(all, 1);

            const stands = await standing(others);
            if (!cleared) {
              const { pending, ...rest } = await standing(all);
              assert.deepEqual({ ...rest, pending: stands.pending }, stands);
              assert.deepEqual(
                pending.withdrawals.map(({ place }) => place),
                [10, 11],
              );
              return;
            }
            // Exactly the subjects of the install are dirty, and their data is that of the other installs.
            const spokenOf = (rollup: string) =>
              new Set(
                list.flatMap(({ claims }) =>
                  claims.filter((one) => one.rollup === rollup && one.installN === 1).map(({ subject }) => subject),
                ),
              );
            for (const [i, rollup] of TALLIED.entries()) {
              const dirty = await tallied(all, rollup);
              assert.deepEqual(new Set(dirty.map(({ subject }) => subject)), spokenOf(rollup));
              const known = new Map(stands.tallies[i]?.map(({ subject, tallies }) => [subject, tallies]));
              for (const { subject, tallies } of dirty) assert.deepEqual(tallies, known.get(subject) ?? []);
            }
            for (const [i, rollup] of WITNESSED.entries()) {
              const dirty = await witnessed(all, rollup);
              assert.deepEqual(new Set(dirty.map(({ subject }) => subject)), spokenOf(rollup));
              const known = new Map(stands.witnesses[i]?.map(({ subject, witnesses }) => [subject, witnesses]));
              for (const { subject, witnesses } of dirty) assert.deepEqual(witnesses, known.get(subject) ?? []);
            }
            assert.deepEqual((await standing(all)).loot, stands.loot);
            assert.deepEqual(await all.counts(), stands.counts);
          }),
        ),
      ),
      { numRuns: propertyRuns(tries) },
    ));
}

/** Records that wait for a place. Those of the second install also have places in PLACES. */
const PENDING = [21, 22, 31, 32].map((seq) => ({ seq, installN: Math.floor(seq / 10) }));

type Step =
  | { readonly do: 'add'; readonly batch: EvidenceBatch }
  | { readonly do: 'take-out'; readonly installN: number }
  | { readonly do: 'take-out-records'; readonly records: readonly RecordToReview[] }
  | { readonly do: 'note' }
  | { readonly do: 'clear' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: batches.map((list): Step => ({ do: 'add', batch: { ...list[0]!, feed: PENDING } })) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }).map((installN): Step => ({ do: 'take-out', installN })) },
    {
      weight: 2,
      arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 33 }), { maxLength: 5 }).map(
        (seqs): Step => ({
          do: 'take-out-records',
          records: seqs.map((seq) => ({
            seq,
            uploadN: (seq % 3) + 1,
            installN: seq < 10 ? 1 : Math.floor(seq / 10),
            ...(seq % 4 === 0 ? { stays: true } : {}),
          })),
        }),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'note' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'clear' }) },
  ),
  { maxLength: 8 },
);

async function take(store: EvidenceStore, step: Step): Promise<void> {
  switch (step.do) {
    case 'add':
      return add(store, step.batch);
    case 'take-out':
      return takeOut(store, step.installN);
    case 'take-out-records':
      return await store.removeRecords(await store.cursor(), step.records, ['boards']);
    case 'note':
      return await store.notePlaces(PLACES);
    case 'clear':
      return await clearMarks(store, 20_465);
  }
}

for (const kind of EVIDENCES.slice(1)) {
  test(`${kind.name} and memory store the same data after any sequence of steps`, () =>
    fc.assert(
      // A look makes an unfinished epoch write what it buffers.
      fc.asyncProperty(steps, fc.boolean(), (list, looksEachTime) =>
        EVIDENCES[0]!.with((memory) =>
          kind.with(async (libsql) => {
            for (const [i, step] of list.entries()) {
              await take(memory, step);
              await take(libsql, step);
              if (!looksEachTime && i < list.length - 1) continue;
              assert.deepEqual(await everything(libsql), await everything(memory));
            }
          }),
        ),
      ),
      { numRuns: propertyRuns(30) },
    ));
}
