import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReader, readValue } from '../../../../adapters/libsql/database.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { assignNetworkSlots, createNetworkRule } from '../../../../domain/intake/network_rule.ts';
import type { NewUpload } from '../../../../domain/ports/uploads.ts';
import { admitted, NOW_MS, upload } from '../../../support/sample_records.ts';
import { inFolder, type Store, storeTest } from './uploads_stores.ts';

const DAY_MS = 86_400_000;
const HOME = '192.0.2.0/24';
const ELSEWHERE = '2001:db8:7::/48';
const TWO_OF_THREE = { networkRule: createNetworkRule(2) };

let events = 0;

/** Returns an upload with one record of each of these installs. */
function from(network: string | null, installs: readonly number[], fields: Partial<NewUpload> = {}): NewUpload {
  const records = installs.map((n, index) =>
    admitted({ index, installId: `install-${n}`, eventId: `event-${++events}` }),
  );
  return upload(records, { ...(network === null ? {} : { network }), ...fields });
}

async function waits({ reader }: Store) {
  return (await reader.networkWaits()).map(({ installN, orderN }) => [installN, orderN]);
}

/** Returns the installs whose records say that they count as IPv6. */
async function ipv6({ reader }: Store): Promise<readonly number[]> {
  const records = await reader.records(0, 1_000, 1_000);
  return [...new Set(records.filter((record) => record.ipv6 === true).map(({ installN }) => installN))];
}

function orders({ reader }: Store) {
  return reader.orders(0);
}

test('createNetworkRule limits how many of the required installs may share a network', () => {
  assert.deepEqual([1, 2, 3].map(createNetworkRule), [null, { installsMax: 2 }, { installsMax: 1 }]);
});

test('waiting installs get the free places of a network before new ones', () => {
  const rule = { installsMax: 2 };
  assert.deepEqual(assignNetworkSlots(rule, 0, [7], [8, 9]), { admitted: [7], accepted: [8], refused: [9] });
  assert.deepEqual(assignNetworkSlots(rule, 1, [5, 7], [8]), { admitted: [5], accepted: [], refused: [8] });
  assert.deepEqual(assignNetworkSlots(rule, 0, [], [8, 9]), { admitted: [], accepted: [8, 9], refused: [] });
  assert.deepEqual(assignNetworkSlots(rule, 2, [7], [8]), { admitted: [], accepted: [], refused: [8] });
  // After the rule got stricter, more places may be taken than it allows.
  assert.deepEqual(assignNetworkSlots({ installsMax: 1 }, 2, [7], [8]), { admitted: [], accepted: [], refused: [8] });
});

storeTest(
  'installs beyond the limit of a network wait, whether they arrive in one upload or many',
  async (store) => {
    const take = (one: NewUpload) => store.writer.take(one);
    assert.deepEqual(await take(from(HOME, [1])), ['new']);
    assert.deepEqual(await take(from(HOME, [2, 3])), ['new', 'new'], 'who waits is not told');
    await take(from(ELSEWHERE, [4]));
    await take(from(null, [5]));
    assert.deepEqual(await waits(store), [[3, null]]);
    await take(from(HOME, [1, 2, 3]));
    assert.deepEqual(await waits(store), [[3, null]], 'who has a place takes no second one');
    assert.deepEqual(await orders(store), []);
  },
  TWO_OF_THREE,
);

storeTest(
  'a waiting install counts as soon as it sends from a network with a free place',
  async (store) => {
    for (const n of [1, 2, 3, 4]) await store.writer.take(from(HOME, [n]));
    await store.writer.take(from(ELSEWHERE, [3]));
    assert.deepEqual(await waits(store), [
      [3, 1],
      [4, null],
    ]);
    assert.deepEqual(await orders(store), [{ n: 1, kind: 'install', installN: 3, state: 'in' }]);
    await store.writer.take(from(ELSEWHERE, [3]));
    assert.equal((await orders(store)).length, 1, 'it is let in once');
    await store.writer.operator.clearOrders(1);
    assert.deepEqual(await waits(store), [[4, null]]);
  },
  TWO_OF_THREE,
);

storeTest(
  'an install counts under the address family by which it got its place',
  async (store) => {
    const take = (...upload: Parameters<typeof from>) => store.writer.take(from(...upload));
    await take(HOME, [1, 2, 3]);
    await take(ELSEWHERE, [4]);
    await take(null, [5]);
    assert.deepEqual(await ipv6(store), [4]);
    await take(ELSEWHERE, [1, 3]);
    assert.deepEqual(await ipv6(store), [3, 4], 'who waited is of the family of its place, who counts stays as it was');
    await take('203.0.113.0/24', [4]);
    assert.deepEqual(await ipv6(store), [3, 4]);
  },
  TWO_OF_THREE,
);

storeTest(
  'places are free again after exactly 30 days, and waiting installs get them first',
  async (store) => {
    const on = (day: number) => ({ receivedAtMs: NOW_MS + day * DAY_MS });
    for (const n of [1, 2]) await store.writer.take(from(HOME, [n], on(0)));
    await store.writer.take(from(HOME, [3], on(29)));
    assert.deepEqual(await waits(store), [[3, null]]);
    await store.writer.take(from(HOME, [3, 4, 5], on(30)));
    assert.deepEqual(await waits(store), [
      [3, 1],
      [5, null],
    ]);
  },
  TWO_OF_THREE,
);

storeTest(
  'an upload without new records takes no place and makes no install wait',
  async (store) => {
    const first = from(HOME, [1]);
    await store.writer.take(first);
    await store.writer.take({ ...first, network: ELSEWHERE });
    await store.writer.take(from(HOME, [2, 3]));
    const third = from(HOME, [3]);
    await store.writer.take(third);
    await store.writer.take({ ...third, network: ELSEWHERE });
    assert.deepEqual(await waits(store), [[3, null]]);
    await store.writer.take(from(ELSEWHERE, [4, 5, 6]));
    assert.deepEqual(await waits(store), [
      [3, null],
      [6, null],
    ]);
  },
  TWO_OF_THREE,
);

storeTest(
  'an erased install frees its place and waits no longer',
  async (store) => {
    for (const n of [1, 2, 3]) await store.writer.take(from(HOME, [n]));
    for (const n of [1, 3]) await store.writer.operator.erase(`install-${n}`);
    assert.deepEqual(await waits(store), []);
    await store.writer.take(from(HOME, [4]));
    await store.writer.take(from(HOME, [5]));
    assert.deepEqual(await waits(store), [[5, null]]);
  },
  TWO_OF_THREE,
);

storeTest(
  'each install needs its own network if three networks are required',
  async (store) => {
    for (const n of [1, 2]) await store.writer.take(from(HOME, [n]));
    assert.deepEqual(await waits(store), [[2, null]]);
  },
  { networkRule: createNetworkRule(3) },
);

storeTest('no networks are stored if one network is enough', async (store) => {
  await store.writer.take(from(HOME, [1, 2, 3, 4]));
  await store.writer.take(from(ELSEWHERE, [5]));
  assert.deepEqual(await waits(store), []);
  assert.deepEqual(await ipv6(store), [], 'nor its family');
});

test('networks are stored only as keyed digests and for 30 days, even after the rule is switched off', () =>
  inFolder(async (folder) => {
    const path = `${folder}/uploads.db`;
    const options = { random: systemRandom, create: true };
    const writer = await openUploadWriter(path, { ...options, ...TWO_OF_THREE });
    await writer.take(from(HOME, [1]));
    await writer.close();
    const later = await openUploadWriter(path, options);
    const read = await openReader(path);
    const kept = async () => [
      await readValue(read, 'select count(*) from network_places'),
      await readValue(read, "select group_concat(hex(network) || '.' || install_n || '.' || day) from network_places"),
    ];
    const [count, row] = await kept();
    assert.equal(count, 1);
    assert.match(String(row), new RegExp(`^[0-9A-F]{64}\\.1\\.${Math.floor(NOW_MS / DAY_MS)}$`));
    await later.forgetNetworks(NOW_MS + 29 * DAY_MS);
    assert.equal((await kept())[0], 1);
    await later.forgetNetworks(NOW_MS + 30 * DAY_MS);
    assert.equal((await kept())[0], 0);
    read.close();
    await later.close();
  }));
