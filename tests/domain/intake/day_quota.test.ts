import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { nodeDigest } from '../../../adapters/digest.ts';
import { openUploadReader } from '../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter, type UploadsOwner } from '../../../adapters/libsql/uploads/writer.ts';
import { canExceedQuota, countRecordElements, type DayTotals, findExcess } from '../../../domain/intake/day_quota.ts';
import { judgeRecords } from '../../../domain/intake/judge.ts';
import { takeUpload } from '../../../domain/intake/take_upload.ts';
import type { AdmittedRecord, UploadReader } from '../../../domain/ports/uploads.ts';
import { parseEnvelope } from '../../../schema/parse_envelope.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import { createMemoryUploads } from '../../doubles/uploads.ts';
import { admitted, INSTALL, loot, NOW_MS, OTHER_INSTALL, SENDER, upload } from '../../support/sample_records.ts';

const QUOTA = 10;
const quotaOfTests = () => QUOTA;
const NO_RANDOM = { bytes: (count: number) => new Uint8Array(count) };

interface Kept {
  readonly writer: UploadsOwner;
  readonly reader: UploadReader;
  readonly path: string | null;
}

async function inLibsql(work: (kept: Kept) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tw-intake-'));
  const path = join(folder, 'uploads.db');
  const writer = await openUploadWriter(path, { random: NO_RANDOM, create: true, dayQuota: quotaOfTests });
  const reader = await openUploadReader(path);
  try {
    await work({ writer, reader, path });
  } finally {
    await reader.close();
    await writer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function inMemory(work: (kept: Kept) => Promise<void>): Promise<void> {
  return work({ ...createMemoryUploads('0'.repeat(64), quotaOfTests), path: null });
}

const DAY = '2026-11-20';
const NEXT_DAY = '2026-11-21';

/** Returns a record with this many listed elements. */
function of(eventId: string, elements: number, more: Partial<AdmittedRecord> & { readonly day?: string } = {}) {
  const { day = DAY, ...rest } = more;
  const capturedAtMs = Date.parse(`${day}T10:00:00Z`);
  const body = `{"kind":"loot","capturedAt":"${day}T10:00:00Z","n":${JSON.stringify(eventId)}}`;
  return admitted({ eventId, body, capturedAtMs, elements, ...rest });
}

const OVER = { overQuota: QUOTA };

function totalsBeginningWith(elements: number): DayTotals {
  let total = elements;
  return {
    add: (record) => {
      total += record.elements ?? 1;
      return total;
    },
    count: () => total,
  };
}

test('records use up the quota in upload order, and stored records and repeats do not count', () => {
  const records = [of('aaa', 6), of('bbb', 5), of('ccc', 3), of('ccc', 3), of('ddd', 2), of('ddd', 2), of('eee', 1)];
  const overOf = (stored: readonly number[], before: number) => {
    const over = findExcess(records, (index) => stored.includes(index), totalsBeginningWith(before), quotaOfTests);
    assert.ok([...over.values()].every((limit) => limit === QUOTA));
    return [...over.keys()].map((record) => records.indexOf(record));
  };
  assert.deepEqual(overOf([], 0), [1, 4, 5]);
  assert.deepEqual(overOf([0], 0), [6]);
  assert.deepEqual(overOf([0, 1, 2, 3, 4, 5], QUOTA), [6]);
});

test('stored records are looked up only if the quota would be exceeded with every record counted as new', () => {
  const records = [of('aaa', 6), of('bbb', 3), of('ccc', 1)];
  assert.ok(!canExceedQuota(records, totalsBeginningWith(0), quotaOfTests));
  assert.ok(canExceedQuota(records, totalsBeginningWith(1), quotaOfTests));
});

for (const [name, within] of Object.entries({ libsql: inLibsql, memory: inMemory })) {
  test(`${name}: the quota applies per install, kind and day, however the records are split into uploads`, () =>
    within(async ({ writer, reader }) => {
      const take = (...records: readonly AdmittedRecord[]) => writer.take(upload(records));
      assert.deepEqual(await take(of('aaa', 6), of('bbb', 5), of('ccc', 4)), ['new', OVER, 'new']);
      assert.deepEqual(await take(of('ddd', 1)), [OVER], 'nothing is left of the day');
      assert.equal((await reader.records(0, 99, 99)).length, 2);
      assert.deepEqual(
        await take(
          of('eee', 10, { day: NEXT_DAY }),
          of('fff', 10, { kind: 'quest' }),
          of('ggg', 10, { installId: OTHER_INSTALL }),
        ),
        ['new', 'new', 'new'],
        'another day, another kind, another install',
      );
    }));

  test(`${name}: a repeat costs nothing, and is answered as a repeat even when the quota is used up`, () =>
    within(async ({ writer }) => {
      const take = (...records: readonly AdmittedRecord[]) => writer.take(upload(records));
      assert.deepEqual(await take(of('aaa', 6), of('aaa', 6)), ['new', 'duplicate']);
      assert.deepEqual(await take(of('aaa', 6), of('bbb', 4), of('aaa', 6)), ['duplicate', 'new', 'duplicate']);
      assert.deepEqual(await take(of('aaa', 6), of('ccc', 1), of('bbb', 4)), ['duplicate', OVER, 'duplicate']);
      const reused = { ...of('aaa', 1), digest: nodeDigest.sha256('other') };
      assert.deepEqual(await take(reused, of('ccc', 1)), ['event-reused', OVER]);
      assert.deepEqual(await take(of('ccc', 1), of('ccc', 1)), [OVER, OVER]);
    }));
}

test('an erasure removes the counts of an install, and counts contain no install id', () =>
  inLibsql(async ({ writer, path }) => {
    await writer.take(upload([of('aaa', 3), of('bbb', 3, { installId: OTHER_INSTALL })]));
    const client = createClient({ url: `file:${path}` });
    const rows = async () => (await client.execute('select * from day_counts')).rows.map((row) => Object.values(row));
    const before = await rows();
    assert.equal(before.length, 2);
    assert.ok(!JSON.stringify(before).includes('install-'));
    await writer.operator.erase(INSTALL);
    assert.equal((await rows()).length, 1);
    client.close();
  }));

test('a record counts as the number of its listed entries, and at least as one', () => {
  assert.equal(countRecordElements({ kind: 'item_seen', name: 'Linen' }), 1);
  assert.equal(countRecordElements({ items: [] }), 1);
  assert.equal(countRecordElements({ items: [1, 2], criteria: [3] }), 3);
  const envelope = {
    addonVersion: '1',
    sharing: {},
    grantTokens: [],
    records: [loot({ items: Array(5).fill({ itemId: 1, count: 1 }) })],
  };
  const { admitted: judged } = judgeRecords({ parseRecord, digest: nodeDigest }, envelope as never, [], NOW_MS);
  assert.deepEqual(
    judged.map(({ elements }) => elements),
    [5],
  );
});

test('the refusal names the kind, limit and day, and the other records are accepted', () =>
  inMemory(async ({ writer }) => {
    const deps = {
      uploads: writer,
      clock: { nowMs: () => NOW_MS },
      random: NO_RANDOM,
      parseRecord,
      digest: nodeDigest,
    };
    const many = (eventId: string) => loot({ eventId, items: Array(6).fill({ itemId: 1, count: 1 }) });
    const envelope = parseEnvelope({ addonVersion: '1', records: [many('event-1'), many('event-2')] });
    assert.ok(envelope.ok);
    const taken = await takeUpload(deps, envelope.envelope, SENDER);
    assert.ok(taken.ok);
    assert.equal(taken.value.accepted.length, 1);
    const [refused] = taken.value.rejected;
    assert.deepEqual([refused?.index, refused?.code, refused?.pointer], [1, 'day-quota', '/capturedAt']);
    for (const word of ['10', 'loot', '2026-11-20']) assert.ok(refused?.reason.includes(word), refused?.reason);
  }));
