import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '../../../domain/families/mod.ts';
import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import { prefetchFacts, shareReads } from '../../../domain/reads/entities/read_once.ts';
import { causeOf, storageFails } from '../../support/storage_fails.ts';
import { agreed } from './pages_world.ts';
import { createToolWorld } from './support.ts';

/** Creates a world with facts of three families, and notes which reads of facts it receives. */
async function world(other: Partial<Snapshot> = {}) {
  const { store, facts } = createToolWorld();
  await facts(
    ['items', '5', { name: agreed('Axe') }],
    ['items', '6', { name: agreed('Bar "6"') }],
    ['npcs', '6', { name: agreed('Smith') }],
    ['maps', '12', { name: agreed('Elwynn') }],
  );
  const snapshot = (await store.newest())!;
  const made: string[] = [];
  const noting = <K extends 'fact' | 'factsAmong' | 'factsOfFamilies'>(name: K): Snapshot[K] =>
    ((...args: Parameters<Snapshot[K]>) => {
      made.push(name);
      return ((other[name] ?? snapshot[name]) as (...of: typeof args) => unknown)(...args);
    }) as Snapshot[K];
  const noted = {
    ...snapshot,
    fact: noting('fact'),
    factsAmong: noting('factsAmong'),
    factsOfFamilies: noting('factsOfFamilies'),
  };
  const data = shareReads(noted, { publicUrl: '', serviceName: '' });
  return { data, snapshot, made };
}

test('facts requested at the same moment are read together, across families and without duplicates', async () => {
  const { data, snapshot, made } = await world();
  const asked = [
    ...[families.items, families.npcs, families.maps].flatMap((family) => ['5', '6', '12'].map((id) => [family, id])),
    [families.items, '5'],
  ] as [typeof families.items, string][];
  const found = await Promise.all(asked.map(([family, id]) => data.fact(family, id)));
  assert.deepEqual(made, ['factsOfFamilies']);
  assert.deepEqual(found, await Promise.all(asked.map(([family, id]) => snapshot.fact(family, id))));
  assert.equal(found.filter((one) => one !== null).length, 5);
  await prefetchFacts(data, families.items, [5, 6, 12]);
  assert.equal(made.length, 1, 'they were read before');
});

test('facts of one family are read with its own query, and a single fact without a list', async () => {
  const { data, made } = await world();
  await prefetchFacts(data, families.items, [5, 6]);
  assert.deepEqual((await data.fact(families.npcs, '6'))?.name?.value, 'Smith');
  assert.deepEqual(made, ['factsAmong', 'fact']);
});

test('every waiting caller gets the storage fault or the bug', async () => {
  const gone = async (): Promise<never> => storageFails('snapshot', 'SQLITE_IOERR');
  const out = await world({ factsOfFamilies: gone });
  const both = ({ data }: typeof out) => [data.fact(families.items, '5'), data.fact(families.npcs, '6')];
  for (const reading of both(out)) assert.equal(await causeOf(reading), 'SQLITE_IOERR');
  const bug = new TypeError('a bug');
  const broken = await world({
    factsOfFamilies: async () => {
      throw bug;
    },
  });
  const ends = await Promise.allSettled(both(broken));
  assert.deepEqual(
    ends.map((end) => end.status === 'rejected' && end.reason),
    [bug, bug],
  );
});
