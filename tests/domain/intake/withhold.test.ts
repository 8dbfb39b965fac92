import assert from 'node:assert/strict';
import { allRecords, type Store, storeTest } from '../../adapters/libsql/uploads/uploads_stores.ts';
import { admitted, INSTALL, NOW_MS, OTHER_INSTALL, upload } from '../../support/sample_records.ts';

async function fill({ writer }: Store): Promise<void> {
  const mine = ['aaa', 'bbb'].map((eventId) => admitted({ eventId }));
  await writer.take(upload([...mine, admitted({ installId: OTHER_INSTALL })]));
}

function orders({ reader }: Store, after = 0) {
  return reader.orders(after);
}

storeTest('withholding and reinstating an install keeps its records and leaves an order each', async (store) => {
  await fill(store);
  const { writer, reader } = store;
  const before = await allRecords(reader);
  const installN = before[0]!.installN;
  assert.deepEqual(await writer.operator.withhold(INSTALL, 'made up', NOW_MS), { records: 2 });
  assert.deepEqual(await orders(store), [{ n: 1, kind: 'install', installN, state: 'withheld' }]);
  assert.deepEqual(await reader.withheld(), [installN]);
  assert.deepEqual(await allRecords(reader), before);

  assert.deepEqual(await writer.operator.lift(INSTALL), { records: 2 });
  const state = 'in';
  assert.deepEqual(
    await orders(store),
    [1, 2].map((n) => ({ n, kind: 'install', installN, state })),
    'every order tells how the install stands now',
  );
  assert.deepEqual(await reader.withheld(), []);
});

storeTest('a withheld install can still send uploads', async (store) => {
  await fill(store);
  await store.writer.operator.withhold(INSTALL, 'made up', NOW_MS);
  const more = [admitted({ eventId: 'aaa' }), admitted({ eventId: 'later' })];
  assert.deepEqual(await store.writer.take(upload(more)), ['duplicate', 'new']);
  assert.deepEqual(await store.writer.operator.lift(INSTALL), { records: 3 });
});

storeTest('unknown installs and installs that are not withheld are reported', async (store) => {
  await fill(store);
  const { operator } = store.writer;
  assert.equal(await operator.withhold('nobody-aaaaaaaa', 'made up', NOW_MS), null);
  assert.equal(await operator.lift('nobody-aaaaaaaa'), null);
  const known = await Promise.all([INSTALL, ` ${INSTALL}`, 'nobody-aaaaaaaa'].map((id) => operator.knowsInstall(id)));
  assert.deepEqual(known, [true, false, false]);
  assert.equal(await operator.lift(INSTALL), null);
  await operator.withhold(INSTALL, 'made up', NOW_MS);
  await operator.withhold(INSTALL, 'another reason', NOW_MS + 1);
  assert.equal((await store.reader.withheld()).length, 1);
  assert.notEqual(await operator.lift(INSTALL), null);
  assert.equal(await operator.lift(INSTALL), null);
  assert.equal((await orders(store)).length, 3);
});

storeTest('orders after a number are listed', async (store) => {
  await fill(store);
  for (const id of [INSTALL, OTHER_INSTALL]) await store.writer.operator.withhold(id, 'made up', NOW_MS);
  assert.equal((await orders(store, 0)).length, 2);
  assert.equal((await orders(store, 1)).length, 1);
  assert.deepEqual(await orders(store, 2), []);
});

storeTest('installs are found by the time at which their first upload was received', async ({ writer, reader }) => {
  const first = { ...upload([admitted({})]), receivedAtMs: NOW_MS };
  const other = { ...upload([admitted({ installId: OTHER_INSTALL })]), receivedAtMs: NOW_MS + 1 };
  const again = { ...upload([admitted({ eventId: 'later' })]), receivedAtMs: NOW_MS + 2 };
  for (const one of [first, other, again]) await writer.take(one);
  const numbers = (await allRecords(reader)).map(({ installN }) => installN);
  const since = async (atMs: number) => [...(await reader.installsSince(atMs))].sort((a, b) => a - b);
  assert.deepEqual(await since(NOW_MS), [numbers[0], numbers[1]]);
  assert.deepEqual(await since(NOW_MS + 1), [numbers[1]]);
  assert.deepEqual(await since(NOW_MS + 2), [], 'what it sends later makes it no younger');
});
