import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemorySnapshots } from '../../adapters/memory/snapshots.ts';
import { createRateLookup } from '../../domain/reads/card_rates.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { source } from './support.ts';

test('the rates of one item or source are found, where there are not too many', async () => {
  const { writer, reader } = createMemorySnapshots('abcd1234');
  const drops = [source('npc', 6, 24, { 25: 3, 26: 1 }), source('object', 6, 10, { 25: 5 }), source('npc', 7, 9, {})];
  await writer.write(snapshotChange(1, { drops }));
  const view = async () => {
    const read = await reader.view();
    assert.ok(read.ok && read.value !== null);
    return read.value;
  };
  let reads = 0;
  const counting = {
    ...reader,
    drops: ((...args) => {
      reads++;
      return reader.drops(...args);
    }) as typeof reader.drops,
  };
  const lookup = createRateLookup(counting, 4);
  const ofItem = async (itemId: number) => {
    const found = await lookup.ofItem(await view(), itemId);
    assert.ok(found.ok);
    return found.value?.map(({ sourceType, sourceId, drops, kills }) => [sourceType, sourceId, drops, kills]) ?? null;
  };
  const ofSource = async (type: 'npc' | 'object', id: number) => {
    const found = await lookup.ofSource(await view(), { type, id });
    assert.ok(found.ok);
    return found.value === null
      ? null
      : [found.value.rates.map(({ itemId }) => itemId), found.value.zero?.kills ?? null];
  };
  assert.deepEqual(await ofItem(25), [
    ['npc', 6, 3, 24],
    ['object', 6, 5, 10],
  ]);
  assert.deepEqual(await ofItem(27), []);
  assert.deepEqual(await ofSource('npc', 6), [[25, 26], null]);
  assert.deepEqual(await ofSource('object', 6), [[25], null]);
  assert.deepEqual(await ofSource('npc', 7), [[], 9]);
  assert.deepEqual(await ofSource('object', 7), [[], null]);
  assert.equal(reads, 1, 'a snapshot is read once');
  await writer.write(snapshotChange(2, { drops: [source('npc', 8, 24, { 27: 3 })] }));
  assert.equal(await ofItem(25), null, 'five are more than four');
  assert.equal(await ofSource('npc', 6), null);
});
