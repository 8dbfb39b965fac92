import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { nodeDigest } from '../../../adapters/digest.ts';
import type { FeedTime } from '../../../domain/ports/exports.ts';
import { buildFeedRow, createFeedRules, planFeed } from '../../../domain/snapshot/feed.ts';
import { FEED_RECORDS } from '../../../schema/feed_records.ts';
import { item, npc, quest, recipe, stack } from '../../support/subjects.ts';
import { hadMoney, looted, saw, sawDifficulty, sawRecipe, scanned, wasOffered } from '../../support/verbs.ts';
import { FEED_KEY, kept, type Sketch } from './support.ts';

function rules(time: FeedTime = 'exact', feedKey = FEED_KEY) {
  return createFeedRules(nodeDigest, feedKey, time);
}

function rowOf(sketch: Sketch, time: FeedTime = 'exact'): Record<string, unknown> {
  return JSON.parse(buildFeedRow(kept([sketch])[0]!, rules(time)).text) as Record<string, unknown>;
}

test('a row is the record with its event id replaced by a digest, in the order of its fields', () => {
  const row = rowOf({ kind: 'quest', event: 'install-0000001:7', fields: { questId: 7, title: 'Ärger "im" Süden' } });
  assert.deepEqual(Object.keys(row), ['kind', 'eventId', 'capturedAt', 'questId', 'title']);
  assert.match(String(row['eventId']), /^[0-9a-f]{24}$/);
  assert.equal(row['title'], 'Ärger "im" Süden');
});

test('a record without an event id gets none', () => {
  assert.deepEqual(Object.keys(rowOf({ event: null, ...looted(npc(5)) })).slice(0, 2), ['kind', 'capturedAt']);
});

test('the digest tells events of an install apart, and installs with the same event id', () => {
  const event = (install: number, id: string): unknown => rowOf({ install, event: id, ...looted(npc(5)) })['eventId'];
  assert.equal(event(1, 'abc'), event(1, 'abc'));
  assert.notEqual(event(1, 'abc'), event(1, 'abd'));
  assert.notEqual(event(1, 'abc'), event(2, 'abc'));
  assert.notEqual(event(1, '1:abc'), event(11, 'abc'));
});

test('every runtime computes the same ids', () => {
  const key = createHmac('sha256', Buffer.from(FEED_KEY, 'hex')).update('feed').digest('hex');
  const expected = createHash('sha256').update(`${key}event:3:é "1"`).digest('hex').slice(0, 24);
  assert.equal(rowOf({ install: 3, event: 'é "1"', ...looted(npc(5)) })['eventId'], expected);
});

test('event ids of two installs, or of two keys, never match', () => {
  const sender = fc.record({ install: fc.integer({ min: 1, max: 12 }), event: fc.stringMatching(/^[12]?:?[ab]?$/) });
  fc.assert(
    fc.property(sender, sender, fc.boolean(), (one, other, isOtherKey) => {
      const idOf = (sent: Partial<Sketch>, key: string): unknown =>
        JSON.parse(buildFeedRow(kept([{ ...looted(npc(5)), ...sent }])[0]!, rules('exact', key)).text).eventId;
      const isSame = !isOtherKey && one.install === other.install && one.event === other.event;
      assert.equal(idOf(one, FEED_KEY) === idOf(other, isOtherKey ? '77'.repeat(32) : FEED_KEY), isSame);
    }),
  );
});

test('a row costs a single digest, and a scan one more', () => {
  let digests = 0;
  const counting = {
    sha256: (text: string) => {
      digests++;
      return nodeDigest.sha256(text);
    },
    keyed: () => assert.fail('an HMAC takes two digests'),
  };
  const costOf = (sketch: Sketch): number => {
    digests = 0;
    buildFeedRow(kept([sketch])[0]!, { ...rules(), digest: counting });
    return digests;
  };
  assert.deepEqual([costOf(looted(npc(5))), costOf({ event: null, ...looted(npc(5)) })], [1, 1]);
  assert.equal(costOf(scanned('Everlook', [])), 2);
});

function scanIdOf(install: number, scanId: string, realm = 'Everlook'): unknown {
  return rowOf({ install, ...scanned(realm, [], { scanId }) })['scanId'];
}

test('a scan id is replaced by a digest that all records of a scan share, and that differs between installs', () => {
  const digest = scanIdOf(1, 'install-0000001:9');
  assert.match(String(digest), /^[0-9a-f]{24}$/);
  assert.equal(scanIdOf(1, 'install-0000001:9', 'Stormrage'), digest);
  assert.notEqual(scanIdOf(1, 'install-0000001:8'), digest);
  assert.notEqual(scanIdOf(2, 'install-0000001:9'), digest);
  assert.notEqual(scanIdOf(1, '1:9'), scanIdOf(11, '9'));
});

test('a row of loot shows its context but not the quests in the log', () => {
  const context = { sourceName: '"questIds":[1]', group: 'solo', questIds: [7, 8], mapId: 12, encounterId: 3 };
  const found = { sourceNpcId: 5, sourceEvidence: 'loot-api', ...context, items: [{ ...stack(item(1)), questId: 7 }] };
  const { questIds: _, ...shown } = found;
  const row = rowOf({ kind: 'loot', fields: found });
  assert.deepEqual(row, { kind: 'loot', eventId: row['eventId'], capturedAt: row['capturedAt'], ...shown });
  assert.equal(rowOf({ kind: 'loot', fields: { ...found, questIds: [] } })['questIds'], undefined);
});

test('the digest of a scan id does not reveal an equal event id, or the realm', () => {
  const row = rowOf({ kind: 'auction_scan', event: 'scan-1', fields: { realm: '"scanId":"x"', scanId: 'scan-1' } });
  assert.notEqual(row['eventId'], row['scanId']);
  assert.equal(row['realm'], '"scanId":"x"');
  assert.match(String(row['scanId']), /^[0-9a-f]{24}$/);
  assert.deepEqual(Object.keys(row), ['kind', 'eventId', 'capturedAt', 'realm', 'scanId']);
});

test('the item of a recipe stands under both of its names, and nothing else does', () => {
  const named = recipe(9, '"difficulty":"easy","itemId":7', '"itemId":7}');
  const seen = rowOf(sawRecipe(named, { itemId: 5 }));
  assert.deepEqual([seen['itemId'], seen['taughtByItemId'], seen['name']], [5, 5, named.name]);
  const reagents = [stack(item(3))];
  const observed = rowOf(sawDifficulty(named, { itemId: 5, reagents }));
  assert.deepEqual([observed['itemId'], observed['makesItemId'], observed['reagents']], [5, 5, reagents]);
  assert.ok(!('makesItemId' in rowOf(sawDifficulty(named, { reagents }))));
  assert.ok(!('taughtByItemId' in rowOf(sawRecipe(named))));
  assert.ok(!('taughtByItemId' in rowOf(saw(item(5)))));
});

test('a row says that only its install granted it, and nothing where the operator did, too', () => {
  const gold = (...grants: readonly number[]) => rowOf({ grants, ...hadMoney(5) });
  assert.deepEqual(Object.entries(gold(9)).at(-1), ['grant', 'self']);
  assert.equal(gold(9, 10)['grant'], 'self');
  for (const grants of [[1], [1, 9], [9, 1]]) assert.ok(!('grant' in gold(...grants)), String(grants));
  assert.ok(!('grant' in rowOf(looted(npc(5)))));
});

test('a row that says who granted it matches the published schema', () => {
  for (const grants of [[1], [9]]) {
    const row = rowOf({ grants, ...hadMoney(5) });
    assert.ok(v.safeParse(FEED_RECORDS['gold_snapshot']!, row).success, String(grants));
  }
});

const DAYS: readonly [capturedAt: string, day: string][] = [
  ['2026-01-09T00:00:00Z', '2026-01-09T00:00:00Z'],
  ['2026-01-09T23:59:59.999Z', '2026-01-09T00:00:00Z'],
  ['2026-01-10T00:30:00+01:00', '2026-01-09T00:00:00Z'],
  ['2026-01-09T23:30:00-01:00', '2026-01-10T00:00:00Z'],
];

test('TW_FEED_TIME=day reduces times to the UTC day, and exact keeps them', async (t) => {
  for (const [capturedAt, day] of DAYS) {
    await t.test(capturedAt, () => {
      const sketch = { at: capturedAt, ...looted(npc(5), item(6)) };
      assert.equal(rowOf(sketch)['capturedAt'], capturedAt);
      assert.deepEqual(rowOf(sketch, 'day'), { ...rowOf(sketch), capturedAt: day });
    });
  }
});

test('a stored body of another form is a bug, not a row', () => {
  const [record] = kept([looted(npc(5))]);
  assert.throws(() => buildFeedRow({ ...record!, body: `{"installId":"x",${record!.body.slice(1)}` }, rules()));
});

test('rows of a kind are in the order of their public ids, so the order reveals nothing more, however they arrived', () => {
  const records = kept(Array.from({ length: 40 }, (_, i) => ({ install: 1 + (i % 7), ...looted(npc(i + 1)) })));
  const rows = records.map((record) => buildFeedRow(record, rules()));
  const [loot] = planFeed(rows, {}).additions;
  const ids = loot!.rows.map((row) => String((JSON.parse(row) as { eventId: string }).eventId));
  assert.deepEqual(ids, [...ids].sort());
  assert.deepEqual(planFeed([...rows].reverse(), {}).additions, [loot]);
});

test('kinds are ordered by name, and rows of a kind in an order that reveals nothing of their numbers', () => {
  const records = kept([
    ...Array.from({ length: 40 }, (_, i) => ({ kind: 'vendor', fields: { i } })),
    wasOffered(quest(1)),
  ]);
  const order = (feedKey: string): readonly number[] => {
    const [quest, vendor] = planFeed(
      records.map((record) => buildFeedRow(record, rules('exact', feedKey))),
      {},
    ).additions;
    assert.deepEqual([quest?.kind, quest?.rows.length, vendor?.kind], ['quest', 1, 'vendor']);
    return vendor!.rows.map((row) => (JSON.parse(row) as { i: number }).i);
  };
  const shuffled = order(FEED_KEY);
  assert.deepEqual(
    [...shuffled].sort((a, b) => a - b),
    records.slice(0, 40).map((_, i) => i),
  );
  assert.notDeepEqual(
    shuffled,
    [...shuffled].sort((a, b) => a - b),
  );
  assert.deepEqual(order(FEED_KEY), shuffled);
  assert.notDeepEqual(order('77'.repeat(32)), shuffled);
});
