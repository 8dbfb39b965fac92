import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildChangeLog } from '../../../domain/families/lookups/change_log.ts';

const TABLE: readonly (readonly [before: object | null, after: object | null, changes: string])[] = [
  [null, null, ''],
  [null, { name: 1 }, 'became-public name'],
  [{ name: 1 }, null, 'withdrawn name'],
  [{ name: 1 }, { name: 1 }, ''],
  [{ name: 1 }, { name: 2 }, 'changed name'],
  [{ name: 1 }, { name: '1' }, 'changed name'],
  [{ name: 1, level: 2 }, { level: 3, quality: 4 }, 'became-public quality, withdrawn name, changed level'],
  [{ name: { value: 'a', installs: 3 } }, { name: { value: 'a', installs: 4 } }, ''],
  [{ name: { value: 'a', installs: 3 } }, { name: { value: 'b', installs: 3 } }, 'changed name'],
  [{ pins: [{ x: 1, installs: 3 }] }, { pins: [{ x: 1, installs: 9 }] }, ''],
  [
    { pins: [{ x: 1, installs: 3 }] },
    {
      pins: [
        { x: 1, installs: 3 },
        { x: 2, installs: 3 },
      ],
    },
    'changed pins',
  ],
  [{ day: { reporters: 3, market: 5 } }, { day: { reporters: 4, market: 5 } }, ''],
  [{ name: 1, installs: 3 }, { name: 1, reporters: 4 }, ''],
];

test('a fact changes member by member, and a new number of installs is no change', () => {
  const text = (body: object | null): string | null => (body === null ? null : JSON.stringify(body));
  for (const [before, after, expected] of TABLE) {
    const changes = buildChangeLog({ list: 'items', key: '5', before: text(before), after: text(after) });
    const told = changes.map(({ change, field }) => `${change} ${field}`).join(', ');
    assert.equal(told, expected, `${text(before)} to ${text(after)}`);
    for (const { family, subject } of changes) assert.deepEqual([family, subject], ['items', '5']);
  }
});

test('families of people and of grants are not logged', () => {
  for (const family of ['population', 'talents', 'guild_boards', 'gold_ledgers']) {
    assert.deepEqual(buildChangeLog({ list: family, key: 'a', after: '{"n":1}' }), []);
    assert.deepEqual(buildChangeLog({ list: family, key: 'a', before: '{"n":1}', after: null }), []);
  }
});

test('sources and edges are logged when they become public and are withdrawn, and rates and zeros never', () => {
  const rows: readonly (readonly [list: string, key: string, line: string])[] = [
    ['sources', 'npc:6', 'drops npc:6 rates'],
    ['sources', 'skinning:npc:6', 'gathering npc:6 skinning'],
    ['edges', 'item:25:dropped_by:npc:6', 'edges item:25 dropped_by'],
    ['drops', 'npc:6:25', ''],
    ['gathering', 'skinning:npc:6:25', ''],
    ['zeros', 'npc:6', ''],
  ];
  for (const [list, key, expected] of rows) {
    const log = (before: string | null, after: string | null) =>
      buildChangeLog({ list, key, before, after }).map(
        (one) => `${one.change} ${one.family} ${one.subject} ${one.field}`,
      );
    assert.deepEqual(log(null, '{}'), expected === '' ? [] : [`became-public ${expected}`]);
    assert.deepEqual(log('{}', null), expected === '' ? [] : [`withdrawn ${expected}`]);
    assert.deepEqual(log('{}', '{"days":2}'), []);
  }
});
