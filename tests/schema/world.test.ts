import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecord } from '../../schema/parse_record.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { character, good, item, lesson, lot, npc, object, quest, recipe, stack, zone } from '../support/subjects.ts';
import { type Install, world } from '../support/world.ts';

/** Uses every verb. */
function tellAll(install: Install): void {
  install
    .looted(npc(6), item(2589), stack(item(2592), 2))
    .looted(object(2843))
    .gathered('skinning', npc(6), item(2934))
    .opened(object(2843, 'Battered Chest'))
    .guessedLoot(npc(6))
    .met(npc(6, 'Kobold'))
    .wasOffered(quest(3), { giverNpcId: 8 })
    .completed(quest(3))
    .visitedVendor(npc(8), good(item(25), 105, { limitedStock: 2 }))
    .visitedTrainer(npc(9), lesson('Sewing', 5))
    .saw(item(25, 'Worn Sword'))
    .sawPrice(item(25), 7)
    .sawMap(zone(12, 'Elwynn Forest'))
    .sawRecipe(recipe(700, 'Soup'), { taughtByItemId: 27 })
    .sawDifficulty(recipe(700, 'Soup'))
    .scanned('Everlook', [lot(item(25), 5, 20)], { house: 'Horde' })
    .sawAuctions('Everlook')
    .metPlayers('Everlook', character(1))
    .plays('Everlook', character(1))
    .listedTitle(1, 'Private')
    .listedFaction(72, 'Stormwind')
    .listedQuestChain(5, 'Defias', quest(65), quest(132))
    .listedCollection('mounts', 'Vendor', item(13086))
    .listedAchievement(6, 'Level 10')
    .spentTalents()
    .earnedAchievement(6)
    .earnedTitles(1)
    .hadStanding(72, 5)
    .collected('mounts', item(13086))
    .hadMoney(5)
    .earned(-3, { source: 'repair' })
    .wore(item(5))
    .listedGuild()
    .raided()
    .awarded(item(5))
    .wasLocked()
    .usedAddon('Recorder');
}

test('every record kind has a verb, and every verb makes a valid record', () => {
  const records = world().installs(['a'], tellAll).records();
  for (const record of records) {
    const verdict = parseRecord(record);
    assert.ok(verdict.ok, `${record['kind']}: ${JSON.stringify(verdict)}`);
  }
  assert.deepEqual([...new Set(records.map(({ kind }) => kind))].sort(), [...RECORD_KINDS.keys()]);
});

test('a world lists its reports in order, each with its install, time and event', () => {
  const day = world();
  day.install('a').looted(npc(6), item(2589)).at('2026-01-10T00:00:00Z').event('seen').met(npc(6)).looted(npc(6));
  day.installs(['b', 'c'], (install) => install.event(null).usedAddon('Recorder'));
  assert.deepEqual(
    day.records().map(({ kind, installId, eventId, capturedAt }) => [kind, installId, eventId, capturedAt]),
    [
      ['loot', 'install-of-a', 'event-1', '2026-01-09T18:30:00Z'],
      ['npc_sighting', 'install-of-a', 'seen', '2026-01-10T00:00:00Z'],
      ['loot', 'install-of-a', 'event-3', '2026-01-10T00:00:00Z'],
      ['addon_seen', 'install-of-b', undefined, '2026-01-09T18:30:00Z'],
      ['addon_seen', 'install-of-c', undefined, '2026-01-09T18:30:00Z'],
    ],
  );
  assert.deepEqual(
    [...day].map(({ install }) => install),
    [1, 1, 1, 2, 3],
  );
});
