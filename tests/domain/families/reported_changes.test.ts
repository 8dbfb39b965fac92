import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnonymousRecord } from '../../../domain/families/counting/family.ts';
import { listReportedChanges } from '../../../domain/families/lookups/reported_changes.ts';

const AT = { capturedAt: '2026-11-20T10:00:00Z' };

/** Returns the names of the facts that a record reports. */
function factsOf(record: object): readonly string[] {
  return listReportedChanges({ ...AT, ...record } as AnonymousRecord).map(
    ({ change, family, subject, field }) =>
      `${change === 'became-public' ? '' : `${change} `}${family} ${subject} ${field}`,
  );
}

test('a record reports the facts that three installs with the same record would publish', () => {
  const sighting = { kind: 'npc_sighting', npcId: 25, name: 'Ann', mapId: 12, x: 40, y: 50 };
  assert.deepEqual(factsOf(sighting), ['npcs 25 name']);
  assert.deepEqual(factsOf({ ...sighting, level: 7, positionKind: 'player' }), [
    'npcs 25 name',
    'npcs 25 levels',
    'pins 12:25 pins',
  ]);
  assert.deepEqual(factsOf({ kind: 'item_seen', itemId: 5, name: 'Axe', quality: 'rare' }), [
    'items 5 name',
    'items 5 quality',
  ]);
});

test('a loot window reports the drop rates of its source', () => {
  const window = { kind: 'loot', sourceNpcId: 7, sourceEvidence: 'loot-api', items: [{ itemId: 5, count: 1 }] };
  assert.deepEqual(factsOf(window), ['drops npc:7 rates']);
  assert.deepEqual(factsOf({ ...window, sourceEvidence: undefined }), []);
});

test('relations, prices, auctions and private kinds are not among the facts', () => {
  const vendor = { kind: 'vendor', vendorNpcId: 9, items: [{ itemId: 5, priceCopper: 12, stackCount: 1 }] };
  assert.ok(factsOf(vendor).every((fact) => fact.startsWith('vendor_goods 9:5 ')));
  assert.ok(factsOf(vendor).length > 0);
  for (const record of [
    { kind: 'auction_scan', realm: 'Whitemane', scanId: 's', items: [] },
    { kind: 'census_self', characterKey: '0a1b2c3d', class: 'MAGE', level: 60 },
    { kind: 'guild_snapshot', guildName: 'Owls', realm: 'Whitemane', members: [] },
  ]) {
    assert.deepEqual(factsOf(record), [], record.kind);
  }
});
