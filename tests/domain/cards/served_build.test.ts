import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCardLine, hasMissingValue } from '../../../domain/cards/card.ts';
import { createCardReader } from '../../../domain/cards/read_card.ts';
import { createRowBuffer } from '../../../domain/game_files/import/import_build.ts';
import { IMPORT_REPLACED } from '../../../domain/ports/builds.ts';
import { PUBLISHER } from '../../support/publisher.ts';
import { breakable, replaceReads } from '../../support/replace_reads.ts';
import { item, reportedBy, saw } from '../../support/world.ts';
import { publish, type Stores, withStores } from '../snapshot/support.ts';
import { gameItem } from './support.ts';

const SEEN = reportedBy([1, 2, 3], saw(item(25, 'Worn Sword')));

/** Imports a build with one item of this item level. */
async function importBuild({ snapshots, store }: Stores, build: string, itemLevel: number): Promise<void> {
  const head = { build, extractedAt: null, importedAtMs: 1_700_000_000_000, protocol: '1.2.0' };
  const n = await snapshots.beginImport(head);
  const maker = createRowBuffer();
  maker.take({
    piece: 'class',
    itemClass: { classId: 2, name: 'Weapon', subclasses: [{ subclassId: 7, name: 'Sword' }] },
  });
  const item = gameItem(
    {
      classId: 2,
      subclassId: 7,
      inventoryType: 13,
      itemLevel,
      setId: 161,
      icon: 'inv_sword_05',
      sellPriceCopper: null,
    },
    { allowableClass: 1, requiredSkillId: 164, requiredSkill: 5 },
  );
  maker.take({ piece: 'item', item });
  maker.take({ piece: 'set', set: { setId: 161, name: 'Defias Leather', itemIds: [25, 26] } });
  maker.take({ piece: 'name', name: { kind: 'skill', id: 164, name: 'Blacksmithing' } });
  maker.take({ piece: 'name', name: { kind: 'player_class', id: 1, name: 'Fighter' } });
  await snapshots.addToImport(n, maker.drain());
  await snapshots.addToImport(n, maker.last());
  await snapshots.finishImport(n, 1_700_000_000_000, 'write');
  await store.refresh();
}

test('a card shows the values of the served build', () =>
  withStores(async (on) => {
    await publish(on, SEEN);
    await on.store.refresh();
    const cards = createCardReader(on.store, PUBLISHER);
    const before = await cards('item', 25);
    assert.deepEqual([before?.view.game, before?.card.fromFiles], [null, false]);

    await importBuild(on, '1.15.8.1', 28);
    const found = await cards('item', 25);
    assert.ok(found !== null);
    assert.deepEqual(found.card.lines.map(formatCardLine), [
      'Item level 28',
      'One-Hand · Sword',
      'Classes: Fighter',
      'Requires Blacksmithing (5)',
      'Set: Defias Leather (2 items)',
      'Not in the game’s files: sell price [?]',
    ]);
    assert.deepEqual([found.card.icon, hasMissingValue(found.card.lines)], ['inv_sword_05', true]);
    assert.deepEqual([found.view.game?.build, found.view.game?.extractedAt], ['1.15.8.1', null]);

    await importBuild(on, '1.15.8.2', 29);
    const after = await cards('item', 25);
    assert.deepEqual([after?.view.game?.build, after?.card.lines[0]?.parts], ['1.15.8.2', ['Item level 29']]);
    assert.equal(await cards('item', 26), null, 'what only game files know has no card');
  }));

test('a card is read again if the build is replaced during the read', () =>
  withStores(async (on) => {
    await publish(on, SEEN);
    await importBuild(on, '1.15.8.1', 28);
    let failures = 1;
    const store = replaceReads(on.store, ({ game }) => ({
      game: breakable(game, (name) => name === 'fact' && failures-- > 0, IMPORT_REPLACED),
    }));
    const found = await createCardReader(store, PUBLISHER)('item', 25);
    assert.equal(found?.view.game?.build, '1.15.8.1');
  }));
