import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnonymousRecord } from '../../../domain/families/counting/family.ts';
import {
  addLooterTally,
  coverage,
  findSubject,
  formatSourceSubject,
  parseSource,
} from '../../../domain/families/coverage.ts';
import type { Source } from '../../../domain/ports/drops.ts';
import type { Tally } from '../../../domain/ports/facts.ts';
import { PUBLIC_KINDS, RECORD_KINDS } from '../../../schema/record_kinds.ts';
import { IPV6 } from '../../doubles/families.ts';
import { good, item, lesson, npc, object, quest, recipe, zone } from '../../support/subjects.ts';
import * as they from '../../support/verbs.ts';
import { reportedAt, reportedBy } from '../../support/world.ts';
import { factsOf, type Report } from './support.ts';

function wolf(id: number, mapId = 12): they.Seen {
  return they.met(npc(id, 'Ragged Wolf'), { mapId, x: 10, y: 20, level: 5 });
}
const sold = they.visitedVendor(npc(25), good(item(5), 10));

function after(...reports: readonly Report[][]): unknown {
  return factsOf(coverage, reports.flat());
}

test('one install leaves two missing, two leave one, three leave nothing to say', () => {
  const told = (installs: readonly number[]): unknown => after(reportedBy(installs, wolf(25)));
  assert.deepEqual(told([1]), { 'npc:25': { missing: { npc: 2 }, zones: [12] } });
  assert.deepEqual(told([1, 2]), { 'npc:25': { missing: { npc: 1 }, zones: [12] } });
  assert.deepEqual(told([1, 1, 1]), { 'npc:25': { missing: { npc: 2 }, zones: [12] } });
  assert.deepEqual(told([1, 2, 3]), {});
  const [third, fourth] = [IPV6 + 3, IPV6 + 4];
  assert.deepEqual(told([1, 2, third, fourth]), { 'npc:25': { missing: { npc: 1 }, zones: [12] } }, 'of two families');
});

test('installs that contradict each other have told of it all the same', () => {
  const as = (installs: readonly number[], name: string): Report[] => reportedBy(installs, they.saw(item(5, name)));
  assert.deepEqual(after(as([1], 'Rock'), as([2], 'Stone')), { 'item:5': { missing: { item: 1 }, zones: [] } });
  assert.deepEqual(after(as([1], 'Rock'), as([2], 'Stone'), as([3], 'Pebble')), {});
});

test('the sides of an NPC wait by themselves, in the zones it was seen in', () => {
  const seen = reportedBy([1, 2, 3], wolf(25));
  const told = after(
    seen,
    reportedAt('2026-01-10T00:00:00Z', [1], wolf(25, 14)),
    reportedBy([1, 2], sold),
    reportedBy([4], they.visitedTrainer(npc(25), lesson('Cooking', 1))),
  );
  assert.deepEqual(told, { 'npc:25': { missing: { vendor: 1, trainer: 2 }, zones: [12, 14] } });
});

test('missing loot reports are counted by looters, for an NPC as one part of it and for an object as a whole', () => {
  const npc = { type: 'npc', id: 25 } as const;
  const goods = { field: 'vendor', value: '', installs: 2, firstDays: [], lastDays: [] };
  const waiting = (source: Source, looters: number, tallies: readonly Tally[] = []): unknown =>
    coverage.facts(formatSourceSubject(source), addLooterTally(tallies, source, looters))?.missing;
  assert.equal(waiting(npc, 0), undefined);
  assert.deepEqual(waiting(npc, 1), { npc_loot: 2 });
  assert.deepEqual(waiting(npc, 2, [goods]), { npc_loot: 1, vendor: 1 });
  assert.deepEqual(waiting(npc, 3, [goods]), { vendor: 1 });
  assert.equal(waiting(npc, 3), undefined);
  assert.deepEqual(waiting({ type: 'object', id: 25 }, 1), { object: 2 });
});

test('a source can be read back from its subject, and other subjects have no source', () => {
  for (const source of [
    { type: 'npc', id: 25 },
    { type: 'object', id: 7 },
  ] as const) {
    assert.deepEqual(parseSource(formatSourceSubject(source)), source);
  }
  for (const subject of ['item:5', 'quest:3', 'recipe:4', 'zone:12']) assert.equal(parseSource(subject), null);
});

test('a window is of an NPC or an object; one without a source, or only guessed, of nothing', () => {
  const of = ({ kind, fields }: they.Seen): unknown => findSubject({ kind, ...fields } as AnonymousRecord);
  assert.deepEqual(of(they.looted(npc(25), item(5))), { kind: 'npc_loot', id: 25 });
  assert.deepEqual(of(they.looted(object(7), item(5))), { kind: 'object', id: 7 });
  assert.equal(of(they.looted(null, item(5))), null);
  assert.equal(of(they.guessedLoot(npc(8), item(5))), null);
});

test('quests, recipes and maps wait, too; map 0 is nothing', () => {
  const told = after(
    reportedBy([1], they.wasOffered(quest(3), { rewardItemIds: [9] })),
    reportedBy([1], they.sawRecipe(recipe(4))),
    reportedBy([2], they.sawDifficulty(recipe(4))),
    reportedBy([1], they.sawMap(zone(12))),
    reportedBy([1], they.sawMap(zone(0))),
    reportedBy([1], wolf(25, 0)),
  );
  assert.deepEqual(told, {
    'quest:3': { missing: { quest: 2 }, zones: [] },
    'recipe:4': { missing: { recipe: 1 }, zones: [] },
    'zone:12': { missing: { zone: 2 }, zones: [12] },
    'npc:25': { missing: { npc: 2 }, zones: [] },
  });
});

test('only the zones that most installs reported are listed', () => {
  const zones = Array.from({ length: 12 }, (_, i) => 100 + i);
  const told = after(...zones.map((zone) => reportedBy([1], wolf(25, zone))), reportedBy([2], wolf(25, 111)));
  assert.deepEqual(told, { 'npc:25': { missing: { npc: 1 }, zones: [...zones.slice(0, 7), 111] } });
});

test('it holds no text that a record holds, and reads only what the feed shows to everyone', () => {
  const text = JSON.stringify(after(reportedBy([1], wolf(25)), reportedBy([1, 2], sold)));
  assert.doesNotMatch(text, /Ragged|hostile|\b5\b|\b10\b/);
  for (const kind of coverage.kinds) {
    assert.ok((PUBLIC_KINDS as readonly string[]).includes(kind), kind);
    assert.equal(RECORD_KINDS.get(kind)?.sharing, null, kind);
  }
});
