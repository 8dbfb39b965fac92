import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { npc, world } from '../support/world.ts';

type Json = Readonly<Record<string, unknown>>;

const TABLES: Readonly<Record<string, string>> = {
  'Item.csv': 'ID,ClassID,SubclassID,InventoryType,IconFileDataID\n25,2,7,21,135\n39,4,1,5,0\n2589,7,5,0,136\n',
  'ItemSparse.csv':
    'ID,OverallQualityID,ItemLevel,RequiredLevel,Stackable,BuyPrice,SellPrice,ItemSet\n25,1,2,1,1,35,7,0\n39,0,1,1,1,4,1,0\n2589,1,5,0,20,0,13,0\n',
  'ItemClass.csv': 'ID,ClassName_lang,ClassID\n1,Weapon,2\n2,Armor,4\n3,Trade Goods,7\n',
  'ItemSubClass.csv':
    'ID,DisplayName_lang,VerboseName_lang,ClassID,SubClassID\n1,Sword,One-Handed Swords,2,7\n2,Cloth,,4,1\n',
  'ManifestInterfaceData.csv': 'ID,FilePath,FileName\n135,Interface\\Icons\\,INV_Sword_04.blp\n',
  'SpellReagents.csv': 'ID,SpellID,Reagent_0,Reagent_1,ReagentCount_0,ReagentCount_1\n1,2963,2589,0,2,0\n',
};

function writeTables(dir: string, tables: Readonly<Record<string, string>>): string {
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of Object.entries(tables)) writeFileSync(join(dir, file), text);
  return dir;
}

async function get(instance: Instance, path: string): Promise<{ status: number; body: Json }> {
  const response = await fetch(instance.url + path);
  return { status: response.status, body: (await response.json()) as Json };
}

test('a build can be imported while an instance runs, survives a rebuild, and is replaced by the next one', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    const tables = writeTables(join(dir, 'tables'), TABLES);
    const instance = await startInstanceHere({ dataDir });
    try {
      assert.equal((await get(instance, '/api/items')).status, 503);
      await world()
        .installs(3, (install) => install.met(npc(6)))
        .sendTo(instance.url);
      const imported = await runJobHere(dataDir, ['import-game-files', '--dir', tables, '--build', '1.15.8.67156']);
      assert.equal(imported.code, 0, imported.stderr);
      assert.match(imported.stdout, /Build 1\.15\.8\.67156 is imported and served\.\n$/);

      const items = await get(instance, '/api/items');
      assert.deepEqual([items.status, items.body['total']], [200, 3]);
      assert.deepEqual((items.body['items'] as Json[])[0], {
        itemId: 25,
        class: 'weapon',
        subclass: 'one-handed-swords',
        slot: 'main-hand',
        quality: 'common',
        itemLevel: 2,
        requiredLevel: 1,
        icon: 'inv_sword_04',
        stack: 1,
        buyPriceCopper: 35,
        sellPriceCopper: 7,
        setId: 0,
      });
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      const edges = await get(instance, '/api/edges');
      assert.deepEqual(
        (edges.body['edges'] as Json[]).map(({ evidence, rel, fromId, toId }) => [evidence, rel, fromId, toId]),
        [
          ['observed', 'located_in', 6, 12],
          ['client', 'reagent_for', 2589, 2963],
          ['client', 'same_icon', 25, 135],
          ['client', 'same_icon', 2589, 136],
        ],
      );
      assert.equal((edges.body['gameData'] as Json)['build'], '1.15.8.67156');

      assert.equal((await runJobHere(dataDir, ['rebuild'])).code, 0);
      assert.deepEqual((await get(instance, '/api/items')).body['items'], items.body['items']);
      assert.equal((await get(instance, '/api/items')).body['generatedAt'], items.body['generatedAt']);

      const refused = [
        await runJobHere(dataDir, ['import-game-files', '--dir', join(dir, 'none'), '--build', '1.15.9.1']),
        await runJobHere(dataDir, ['import-game-files', '--dir', tables, '--build', '../x']),
        await runJobHere(dataDir, [
          ...['import-game-files', '--build', '1.15.9.1', '--dir'],
          writeTables(join(dir, 'keyless'), { 'Item.csv': 'ID,ClassID\n1,2\n' }),
        ]),
        await runJobHere(dataDir, [
          ...['import-game-files', '--build', '1.15.9.1', '--dir'],
          writeTables(join(dir, 'empty'), { 'Item.csv': 'ID,ClassID,SubclassID\n' }),
        ]),
      ];
      assert.deepEqual(
        refused.map(({ code }) => code),
        [1, 1, 1, 1],
      );
      assert.match(refused[2]!.stderr, /Item needs .*SubclassID/);
      assert.match(refused[3]!.stderr, /at least one item/);
      assert.equal((await get(instance, '/api/items')).body['total'], 3);

      const next = writeTables(join(dir, 'next'), { ...TABLES, 'Item.csv': 'ID,ClassID,SubclassID\n25,2,7\n' });
      const replacing = ['import-game-files', '--dir', next, '--build', '1.15.9.69109'];
      const shrunk = await runJobHere(dataDir, replacing);
      assert.equal(shrunk.code, 1);
      assert.match(shrunk.stderr, /Item\.csv, line 2: expected at least 3 rows, .*; found 1 up to/);
      assert.equal((await get(instance, '/api/items')).body['total'], 3);
      assert.equal((await runJobHere(dataDir, [...replacing, '--force'])).code, 0);
      const after = await get(instance, '/api/items');
      assert.equal((after.body['gameData'] as Json)['build'], '1.15.9.69109');
      const old = await get(instance, `/api/items?snapshot=${items.body['snapshot']}`);
      assert.equal(old.status, 400);
      assert.equal((await runJobHere(dataDir, ['verify', '--quiet'])).code, 0);
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));
