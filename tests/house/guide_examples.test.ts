import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PLAYERS } from '../demo_world/players.ts';
import { ITEMS } from '../demo_world/world/items.ts';

function textOf(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

/** Guides with examples that readers try on the demo. */
const GUIDES = ['README.md', 'docs/reading.md', 'docs/hover-cards.md', 'tests/demo_world/guides.ts'];

const exampleUrls = GUIDES.flatMap((file) =>
  Array.from(textOf(file).matchAll(/(?:http:\/\/localhost:8787|^ +\[')(\/[^\s'"`)]*)/gm), ([, path]) => ({
    file,
    url: new URL(path!, 'http://localhost:8787'),
  })),
);

/** Returns the values that the guides' examples pass in these query parameters or in the path. */
function named(parameters: readonly string[], inPath: RegExp): readonly (readonly [file: string, value: string])[] {
  return exampleUrls.flatMap(({ file, url }) => {
    const values = [...parameters.map((name) => url.searchParams.get(name)), inPath.exec(url.pathname)?.[1] ?? null];
    return values.flatMap((value) => (value === null ? [] : [[file, decodeURIComponent(value)] as const]));
  });
}

test('examples in guides use realms, houses and items of the demo', () => {
  const realms = named(['realm'], /^\/market\/([^/]+)$/);
  assert.ok(realms.length >= 3, 'the guides ask for markets');
  for (const [file, realm] of realms)
    assert.ok(
      PLAYERS.some((player) => player.realm === realm),
      `${file}: ${realm}`,
    );
  for (const { file, url } of exampleUrls) {
    const [realm, house] = [url.searchParams.get('realm'), url.searchParams.get('house')];
    if (house === null) continue;
    assert.ok(
      PLAYERS.some((player) => player.realm === realm && player.house === house),
      `${file}: ${realm} ${house}`,
    );
  }
  const items = named(['item', 'itemId'], /^(?:\/api\/tooltip)?\/item\/(\d+)$/);
  assert.ok(items.length >= 3, 'the guides ask for items');
  for (const [file, id] of items) assert.ok(ITEMS.has(Number(id)), `${file}: item ${id}`);
});
