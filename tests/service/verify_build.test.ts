import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter } from '../../adapters/libsql/database.ts';
import { beginFolder } from '../support/folder.ts';
import { inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';

const TABLES: Readonly<Record<string, string>> = {
  'Item.csv': 'ID,ClassID,SubclassID,InventoryType,IconFileDataID\n25,2,7,21,135\n39,4,1,5,0\n2589,7,5,0,136\n',
  'ItemClass.csv': 'ID,ClassName_lang,ClassID\n1,Weapon,2\n2,Armor,4\n3,Trade Goods,7\n',
  'SpellReagents.csv': 'ID,SpellID,Reagent_0,Reagent_1,ReagentCount_0,ReagentCount_1\n1,2963,2589,0,2,0\n',
};

function writeTables(dir: string): string {
  mkdirSync(dir);
  for (const [file, text] of Object.entries(TABLES)) writeFileSync(join(dir, file), text);
  return dir;
}

async function execute(dataDir: string, sql: string): Promise<void> {
  const epoch = readFileSync(join(dataDir, 'current'), 'utf8').trim();
  const client = await openWriter(join(dataDir, `snapshot.${epoch}.db`), { create: false });
  await client.executeMultiple(`pragma foreign_keys=off; ${sql}`);
  client.close();
}

const OUTCOME = 'the published rows do not follow from the kept import.';

/** Changes to the served tables, and what `verify` says about each. */
const TAMPERED: readonly [name: string, sql: string, said: RegExp][] = [
  [
    'an item',
    `update game_items set body = replace(body, '"itemId":39', '"itemId":40') where item_id = 39`,
    /^The item of the build 39 differs: .*"itemId":40.* is served, .*"itemId":39.* follows from the kept import\.\n$/,
  ],
  [
    'what an item is filtered by',
    `update game_items set class = 'armor' where item_id = 25`,
    /^The item .* 25 differs:/,
  ],
  [
    'an item that is gone',
    'delete from game_items where item_id = 25',
    /^The item of the build 25 differs: nothing is served, /,
  ],
  [
    'a fact',
    `update game_facts set body = replace(body, 'Weapon', 'Wand') where family = 'class'`,
    /^The fact of the build class 2 differs: .*Wand.* is served, .*Weapon/,
  ],
  [
    'a relation that was added',
    `insert into client_edges select import_n, grp, place + 10, from_id, to_id + 1, body from client_edges
     where grp like 'reagent_for%'`,
    /^The relation of the build reagent_for:item:spell 2589 2964 differs: .* is served, nothing follows/,
  ],
  [
    'how many items there are',
    'update imports set items = 4',
    /^The imported build 1\.15\.8\.67156 differs: .*"items":4.* is served, .*"items":3/,
  ],
  [
    'the build',
    `update imports set build = '1.15.8.1'`,
    /^The imported build 1\.15\.8\.1 differs: .* is served, nothing follows from the kept import\.\n$/,
  ],
  [
    'the client layer',
    `update client_layer set bytes = cast(replace(cast(bytes as text), '2963', '2964') as blob) where coding = 'identity'`,
    new RegExp(`^The client layer of the build differs \\(identity\\): ${OUTCOME}`),
  ],
  [
    'one packing of it',
    `delete from client_layer where coding = 'br'`,
    new RegExp(`^The client layer of the build differs \\(br\\): ${OUTCOME}`),
  ],
];

test('verify names altered parts of the build, and reports nothing otherwise', (t) =>
  inTempDir(async (dir) => {
    const original = join(dir, 'original');
    const importing = ['import-game-files', '--dir', writeTables(join(dir, 'tables')), '--build', '1.15.8.67156'];
    await beginFolder(original);
    assert.equal((await runJobHere(original, importing)).code, 0);
    const whole = await runJobHere(original, ['verify', '--quiet']);
    assert.deepEqual(
      [whole.code, whole.stdout],
      [
        0,
        '0 uploads with 0 records are whole, and every public figure follows from them; build 1.15.8.67156 is served as it was imported.\n',
      ],
      whole.stderr,
    );
    const spoil = (i: number): string => {
      const dataDir = join(dir, `spoilt-${i}`);
      cpSync(original, dataDir, { recursive: true, filter: (path) => !path.endsWith('.sock') });
      return dataDir;
    };
    for (const [i, [name, sql, said]] of TAMPERED.entries()) {
      await t.test(name, async () => {
        const dataDir = spoil(i);
        await execute(dataDir, sql);
        const spoilt = await runJobHere(dataDir, ['verify', '--quiet'], { TW_LOG: 'off' });
        assert.equal(spoilt.code, 1);
        assert.match(spoilt.stderr, said);
      });
    }
    await t.test('verify reports a missing stored import', async () => {
      const dataDir = spoil(TAMPERED.length);
      rmSync(join(dataDir, 'imports'), { recursive: true });
      const spoilt = await runJobHere(dataDir, ['verify', '--quiet'], { TW_LOG: 'off' });
      assert.match(spoilt.stderr, /^The imported build .* is served, nothing follows from the kept import\.\n$/);
    });
    await t.test(
      'verify accepts a client layer that was written under an earlier version of the contract',
      async () => {
        const dataDir = spoil(TAMPERED.length + 1);
        await execute(dataDir, `update imports set protocol = '0.0.1', layer_tag = 'aaaaaaaaaaaaaaaaaaaaaa'`);
        const verified = await runJobHere(dataDir, ['verify', '--quiet']);
        assert.equal(verified.code, 0, verified.stderr);
      },
    );
  }));
