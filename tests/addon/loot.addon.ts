import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENTS, fieldsOf, notes, play, refusalsOf } from './support.ts';

interface Loot {
  readonly method?: string;
  readonly sourceNpcId?: number;
  readonly sourceObjectId?: number;
  readonly sourceName?: string;
  readonly group: string;
  readonly lootMethod?: string;
  readonly questIds?: readonly number[];
  readonly mapId?: number;
  readonly difficultyId?: number;
  readonly encounterId?: number;
  readonly items: readonly { readonly itemId: number }[];
}

for (const client of CLIENTS) {
  const played = play('loot', { client });
  const loot = async (): Promise<readonly Loot[]> =>
    (fieldsOf((await played).saved, 'loot') as readonly Loot[]).filter(({ method }) => method !== 'container');

  test(`${client}: each window is one record, in whatever order events arrive and whenever it is opened again`, async () => {
    const { saved, chat } = await played;
    assert.deepEqual(refusalsOf(saved), []);
    assert.deepEqual(notes(chat), [
      'ready, opened, ready: 1',
      'opened, ready: 1',
      'ready twice and never opened: 1',
      'empty: 0',
      '2 items, one of them late: 1',
      'emptied before it could be read: 0',
      'half emptied before it could be read, and opened again: 0',
      'open during a reload: 1',
      'the same corpse after a reload: 0',
      'the same corpse a day later: 1',
      `from items: ${client === 'era' ? 0 : 1}`,
      'two sources: 2',
      'two sources in one slot, and one of them again: 1',
      'two sources, after the client merged slots: 1',
      'the same after a reload: 1',
      'kept 2000, the first false, the last true',
    ]);
  });

  test(`${client}: windows with several sources have none once the client has merged slots`, async () => {
    const several = (await loot()).slice(6, 11);
    assert.deepEqual(
      several.map(({ sourceNpcId, items }) => [sourceNpcId, items]),
      [
        [6, [{ itemId: 2589, count: 3 }]],
        [40, [{ itemId: 750, count: 1 }]],
        ...Array.from({ length: 3 }, () => [
          undefined,
          [
            { itemId: 750, count: 1 },
            { itemId: 2589, count: 3 },
          ],
        ]),
      ],
    );
  });

  test(`${client}: a record says the group, loot method and quests`, async () => {
    const groups = (await loot()).slice(11, 20);
    assert.deepEqual(
      groups.map(({ group, lootMethod, questIds }) => [group, lootMethod, questIds]),
      [
        ['party', 'freeforall', []],
        ['party', 'roundrobin', []],
        ['raid', 'master', []],
        ['party', 'group', []],
        ['party', 'needbeforegreed', []],
        ['party', 'personal', []],
        ['solo', undefined, [7, 33]],
        // The client hid some quests, and the log had more quests than a record may have.
        ['solo', undefined, undefined],
        ['solo', undefined, undefined],
      ],
    );
    assert.deepEqual(groups[6]!.items, [
      { itemId: 750, count: 1, questItem: true },
      { itemId: 752, count: 2, questItem: true, questId: 7 },
    ]);
  });

  test(`${client}: a source has the name that the client showed, and never a player's`, async () => {
    const named = (await loot()).slice(20, 25);
    assert.deepEqual(
      named.map(({ sourceNpcId, sourceObjectId, sourceName }) => [sourceNpcId ?? sourceObjectId, sourceName]),
      [
        [6, 'Kobold Vermin'],
        [2843, 'Battered Chest'],
        [2843, undefined],
        [2843, undefined],
        // Only Forever tells addons the title of an object's tooltip.
        [2843, client === 'era' ? undefined : 'Battered Chest'],
      ],
    );
    assert.ok(!(await played).text.includes('Stranger'));
  });

  test(`${client}: a record of an instance has its difficulty and boss fight, if the client names the source`, async () => {
    const last = (await loot()).slice(25);
    assert.deepEqual(
      last.map(({ sourceNpcId, difficultyId, encounterId, mapId }) => [sourceNpcId, difficultyId, encounterId, mapId]),
      client === 'era'
        ? [
            [639, 1, 2743, undefined],
            [6, 1, undefined, undefined],
            [6, undefined, undefined, 1429],
          ]
        : [],
    );
    const method = client === 'era' ? 'group' : undefined;
    assert.equal(last[2]?.lootMethod, method, 'Classic Era before 1.15.9 has only the older function');
  });

  test(`${client}: what a cast brings is kept apart from a corpse's loot, and containers are counted by window`, async () => {
    const { saved } = await play('gathering', { client });
    assert.deepEqual(refusalsOf(saved), []);
    const windows = fieldsOf(saved, 'loot') as readonly (Loot & { sourceItemId?: number })[];
    assert.deepEqual(
      windows.map(({ method, sourceNpcId, sourceObjectId, sourceItemId, items }) => {
        return [method, sourceNpcId ?? sourceObjectId ?? sourceItemId, items.map(({ itemId }) => itemId).join(' ')];
      }),
      [
        // The skin has the corpse's GUID. Opened again, neither counts again.
        ['corpse', 299, '750'],
        ['skinning', 299, '40001'],
        ['skinning', 299, '40001'],
        ['corpse', 299, '750'],
        // The cast was six seconds ago, or somebody else's.
        ['corpse', 299, '750'],
        ['corpse', 299, '750'],
        ['herbalism', 1617, '765'],
        ['mining', 1731, '2770'],
        ['herbalism', 300, '765'],
        ['pickpocketing', 6, '2589'],
        ['corpse', 6, '2589'],
        ['object', 2843, '2589'],
        ['object', 2843, '2589'],
        ['fishing', undefined, '40002'],
        // The rest of the second clam, whose window was closed, is no window of its own.
        ['container', 5523, '40003 40004'],
        ['container', 5523, '40003 40004'],
        ['container', 5523, '40004'],
        ['disenchanting', 25, '10940'],
        ['prospecting', 2770, '10940'],
        ['milling', 765, '10940'],
      ],
    );
    assert.deepEqual(
      windows
        .filter(({ sourceName }) => sourceName !== undefined)
        .map(({ method, sourceName }) => [method, sourceName]),
      [
        ['herbalism', 'Silverleaf'],
        ['object', 'Battered Chest'],
      ],
    );
    assert.deepEqual(
      windows.filter(({ mapId }) => mapId !== 1429),
      [],
      'fish of an unknown zone are not recorded',
    );
  });
}
