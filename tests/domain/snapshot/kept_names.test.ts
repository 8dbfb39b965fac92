import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasValidTexts } from '../../../schema/stored_texts.ts';
import { item, saw } from '../../support/world.ts';
import { publish, published, type Sketch, withStores } from './support.ts';

function sketch(install: number, name: string): Sketch {
  const seen = saw(item(5, name));
  return { install, ...seen, fit: hasValidTexts('item_seen', JSON.stringify(seen.fields), null) };
}

/** Returns the item's agreed name, if an earlier release stored these names, each sent by one install. */
function agreed(...names: readonly string[]): Promise<unknown> {
  return withStores(async (stores) => {
    await publish(
      stores,
      names.map((name, i) => sketch(i + 1, name)),
    );
    const { facts } = await published(stores.store);
    return (facts['items 5'] as { name?: unknown } | undefined)?.name;
  });
}

test('names that an earlier release stored with other spaces count as the names they look like', async () => {
  const wolf = { value: 'Ragged Wolf', installs: 3 };
  assert.deepEqual(await agreed('Ragged Wolf', 'Ragged\u00a0Wolf', 'Ragged\u2003 Wolf'), wolf);
  assert.deepEqual(await agreed('Ragged\u3000Wolf', 'Ragged\u3000Wolf', 'Ragged\u3000Wolf'), wolf);
});

test('a stored name with an invalid character does not count', async () => {
  assert.equal(await agreed('Ragged\u0378Wolf', 'Ragged\u0378Wolf', 'Ragged\u0378Wolf'), undefined);
});
