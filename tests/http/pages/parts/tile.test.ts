import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFirstLetter, renderTile } from '../../../../http/pages/parts/placeholders.ts';

test('the letter of a name is its first letter or digit in upper case, or a question mark', () => {
  for (const [name, letter] of [
    ['linen Cloth', 'L'],
    ['  “éclair”', 'É'],
    ['"><img src=x>', 'I'],
    ['7th Rune', '7'],
    ['шлем', 'Ш'],
    ['亚麻布', '亚'],
    ['𝒜xe', '𝒜'],
    ['\u202eeno', 'E'],
    ['', '?'],
    ['<>&"\'', '?'],
    ['🗡️', '?'],
  ]) {
    assert.equal(readFirstLetter(name!), letter, name);
  }
});

test('a tile is a picture of a fixed size, or a letter that takes its place, and screen readers skip both', () => {
  assert.equal(
    String(renderTile({ picture: '/icons/a.png', name: 'Axe', quality: 'rare' })),
    '<img class="tile q-rare" src="/icons/a.png" alt="" width="24" height="24" loading="lazy">',
  );
  assert.equal(
    String(renderTile({ picture: '/icons/a.png', name: 'Axe', size: 'large' })),
    '<img class="tile q-none large" src="/icons/a.png" alt="" width="56" height="56">',
  );
  assert.equal(
    String(renderTile({ picture: null, name: 'Axe', quality: 'rare', size: 'large' })),
    '<i class="tile q-rare large" data-letter="A" aria-hidden="true"></i>',
  );
});
