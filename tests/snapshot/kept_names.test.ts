import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areTextsFit } from '../../schema/stored_texts.ts';
import { kept, listedUploads, published, type Sketch, snap, withStores } from './support.ts';

function item(install: number, name: string): Sketch {
  const fields = { itemId: 5, name, quality: 'rare' };
  const fit = areTextsFit('item_seen', JSON.stringify(fields), null);
  return { kind: 'item_seen', install, fields, fit };
}

/** Returns the item's agreed name, if an earlier release stored these names, each sent by one install. */
function agreed(...names: readonly string[]): Promise<unknown> {
  return withStores(async (stores) => {
    const records = kept(names.map((name, i) => item(i + 1, name)));
    assert.ok((await snap(stores, listedUploads(records))).ok);
    const { facts } = await published(stores.store);
    return (facts['items 5'] as { name?: unknown } | undefined)?.name;
  });
}

test('names that an earlier release kept with other spaces count as the names they look like', async () => {
  const wolf = { value: 'Ragged Wolf', installs: 3 };
  assert.deepEqual(await agreed('Ragged Wolf', 'Ragged\u00a0Wolf', 'Ragged\u2003 Wolf'), wolf);
  assert.deepEqual(await agreed('Ragged\u3000Wolf', 'Ragged\u3000Wolf', 'Ragged\u3000Wolf'), wolf);
});

test('a name that was kept with a character that is none counts for nothing', async () => {
  assert.equal(await agreed('Ragged\u0378Wolf', 'Ragged\u0378Wolf', 'Ragged\u0378Wolf'), undefined);
});
