import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverage } from '../../../domain/families/coverage.ts';
import { countQueue, isPublicSource } from '../../../domain/families/drops.ts';
import { buildDropEdge } from '../../../domain/families/edges.ts';
import { computeMarketFacts } from '../../../domain/families/market.ts';
import type { Tally } from '../../../domain/ports/facts.ts';
import type { MarketScan } from '../../../domain/ports/market.ts';
import { countMissingInstalls, findSupportedBound, isCorroborated } from '../../../domain/values/corroboration.ts';

/** laws.test.ts covers families that are computed from claims. This file covers the others. */

const source = { type: 'npc', id: 6 } as const;

test('a fact needs three installs, no more and no fewer', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((installs) => [isCorroborated(installs), countMissingInstalls(installs)]),
    [
      [false, 3],
      [false, 2],
      [false, 1],
      [true, 0],
      [true, 0],
    ],
  );
  assert.deepEqual(
    [findSupportedBound([70, 50]), findSupportedBound([70, 50, 40]), findSupportedBound([9, 8, 7, 6])],
    [null, 40, 7],
  );
});

test('drops and gathering: a source is public once three installs opened windows on it', () => {
  assert.deepEqual(
    [2, 3].map((reporters) => isPublicSource({ reporters })),
    [false, true],
  );
});

test('drops: a rate is hidden until three installs support it', () => {
  const queued = (reporters: number) => countQueue({ source, reporters, items: 2 });
  assert.deepEqual([0, 1, 2, 3].map(queued), [0, 2, 2, 0]);
});

test('edges: a drop is public once three installs looted the item from the source', () => {
  const edgeBy = (installs: number) =>
    buildDropEdge(source, 25, installs, {
      firstDays: [1, 2, 3].slice(0, installs),
      lastDays: [9, 8, 7].slice(0, installs),
    }).edge;
  assert.equal(edgeBy(2), null);
  assert.equal(edgeBy(3)?.installs, 3);
});

test('market: a day is public once three reporters scanned it', () => {
  const scanBy = (installN: number): MarketScan => ({
    installN,
    house: '',
    scanId: `scan-${installN}`,
    firstMs: 0,
    receivedMs: 0,
    complete: true,
    runs: [[100, 5]],
  });
  const valueBy = (installs: number) =>
    computeMarketFacts(
      { realmKey: 'everlook', day: 1, itemId: 25 },
      Array.from({ length: installs }, (_, at) => scanBy(at + 1)),
    ).houses.find(({ house }) => house === '')?.value;
  assert.equal(valueBy(2), null);
  assert.equal(valueBy(3)?.reporters, 3);
});

test('coverage: a subject that three installs reported is no longer listed', () => {
  const tallyBy = (installs: number): Tally => ({ field: 'item', value: '', installs, firstDays: [], lastDays: [] });
  const missingWith = (installs: number) => coverage.facts('item:25', [tallyBy(installs)])?.missing;
  assert.deepEqual([missingWith(1), missingWith(2), missingWith(3)], [{ item: 2 }, { item: 1 }, undefined]);
});
