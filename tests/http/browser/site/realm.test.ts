import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRealmToLinks } from '../../../../http/browser/site/realm.ts';

/** Fields that were added to the search form of the page that was opened last. */
let sent: object[] = [];

/** Opens a page with a search form and these links. `chosen` is the realm that its form names, if the address names one. */
function openPage(storage: Map<string, string>, chosen: string | undefined, ...paths: readonly string[]) {
  const links = paths.map((path) => new URL(path, 'https://a.example'));
  sent = [];
  Object.assign(globalThis, {
    location: { origin: 'https://a.example' },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    document: {
      links,
      createElement: () => ({}),
      querySelectorAll: () => [{ append: (field: object) => sent.push(field) }],
      querySelector: () => (chosen === undefined ? null : { dataset: { realm: chosen } }),
    },
  });
  addRealmToLinks();
  return links.map(({ href }) => href.replace('https://a.example', ''));
}

const LINKS = ['/item/5#market', '/tw/profession/tailoring', '/market'];
const CARRYING = [
  '/item/5?realm=Long+Meadow#market',
  '/tw/profession/tailoring?realm=Long+Meadow',
  '/market?realm=Long+Meadow',
];
const OTHERS = [
  '/item/5?realm=Alpha',
  '/npc/5',
  '/items',
  '/market/Alpha',
  '/profession/a?from=1',
  'https://b.example/item/5',
];

test('a chosen realm is added to searches and to links to pages with prices, on this page and later ones, until it is taken back', () => {
  const storage = new Map<string, string>();
  assert.deepEqual(openPage(storage, undefined, ...LINKS), LINKS, 'nothing is chosen yet');
  assert.deepEqual(sent, []);
  assert.deepEqual(openPage(storage, 'Long Meadow', ...LINKS), CARRYING);
  assert.deepEqual(sent, [{ type: 'hidden', name: 'realm', value: 'Long Meadow' }], 'a search sends it, too');
  assert.deepEqual(openPage(storage, undefined, ...LINKS), CARRYING);
  assert.deepEqual(openPage(storage, undefined, ...OTHERS), OTHERS);
  assert.deepEqual(openPage(storage, '', ...LINKS), LINKS);
  assert.deepEqual(openPage(storage, undefined, ...LINKS), LINKS);
});
