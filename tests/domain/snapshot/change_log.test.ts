import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logChange, memberChanges } from '../../../domain/families/lookups/change_log.ts';
import type { Change } from '../../../domain/ports/change_log.ts';

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
    const changes = memberChanges('items', '5', text(before), text(after));
    const told = changes.map(({ change, field }) => `${change} ${field}`).join(', ');
    assert.equal(told, expected, `${text(before)} to ${text(after)}`);
    for (const { family, subject } of changes) assert.deepEqual([family, subject], ['items', '5']);
  }
});

test('families of people and of grants are not logged', () => {
  for (const family of ['population', 'talents', 'guild_boards', 'gold_ledgers']) {
    assert.deepEqual(memberChanges(family, 'a', null, '{"n":1}'), []);
    assert.deepEqual(memberChanges(family, 'a', '{"n":1}', null), []);
  }
});

function line(text: string): Change {
  const [change, subject, field] = text.split(' ') as [Change['change'], string, string];
  return { change, family: 'edges', subject, field };
}

test('each change is one line', () => {
  const lines = ['withdrawn item:5 sold_by', 'became-public item:5 sold_by', 'withdrawn item:6 sold_by'];
  const { lines: kept, forgotten } = logChange([...lines, ...lines].map(line), {
    erased: false,
    forgetsWithdrawn: false,
  });
  assert.deepEqual(kept, lines.map(line));
  assert.deepEqual(forgotten, []);
});

test('an erasure removes withdrawn subjects from the log, and keeps what happened to the others', () => {
  const changes = ['withdrawn item:5 sold_by', 'withdrawn item:5 reward_from', 'became-public item:6 sold_by'];
  const { lines, forgotten } = logChange(changes.map(line), { erased: true, forgetsWithdrawn: false });
  assert.deepEqual(lines, [line('became-public item:6 sold_by')]);
  assert.deepEqual(forgotten, [{ family: 'edges', subject: 'item:5' }]);
});
