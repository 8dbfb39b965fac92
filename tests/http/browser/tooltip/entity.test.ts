import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EntityAttributes, findEntityKey } from '../../../../http/browser/tooltip/links.ts';

const BASE = 'https://witness.example/tw';

function read(signs: Partial<EntityAttributes>, compat = true, base = BASE): string | null {
  return findEntityKey({ ours: null, href: null, wowhead: null, off: null, ...signs }, { base, compat });
}

test('a link to a page of the instance identifies the entity of the page', () => {
  const links: [href: string, entity: string | null][] = [
    [`${BASE}/item/5`, 'item/5'],
    [`${BASE}/npc/448/`, 'npc/448'],
    [`${BASE}/quest/783?from=here#top`, 'quest/783'],
    [`${BASE}/object/2843#x`, 'object/2843'],
    ['http://witness.example/tw/item/5', 'item/5'],
    [`${BASE}/item/9007199254740991`, 'item/9007199254740991'],
    [`${BASE}/item/9007199254740992`, null],
    [`${BASE}/item/99999999999999999999`, null],
    [`${BASE}/item/0`, null],
    [`${BASE}/item/05`, null],
    [`${BASE}/item/-5`, null],
    [`${BASE}/item/5e3`, null],
    [`${BASE}/item/5/edit`, null],
    [`${BASE}/items/5`, null],
    [`${BASE}/zone/12`, null],
    [`${BASE}/spell/12`, null],
    [`${BASE}/`, null],
    ['https://witness.example/item/5', null],
    ['https://witness.example/twice/item/5', null],
    ['https://witness.example.evil.example/tw/item/5', null],
    ['https://evil.example/https://witness.example/tw/item/5', null],
    ['https://witness.example:8443/tw/item/5', null],
    ['javascript:alert(1)//witness.example/tw/item/5', null],
    ['data:text/html,https://witness.example/tw/item/5', null],
    ['//witness.example/tw/item/5', 'item/5'],
    ['', null],
  ];
  for (const [href, entity] of links) {
    for (const compat of [true, false]) assert.equal(read({ href }, compat), entity, href);
  }
  assert.equal(read({ href: 'http://localhost:9200/item/5' }, false, 'http://localhost:9200'), 'item/5');
  assert.equal(read({ href: 'http://localhost:92001/item/5' }, false, 'http://localhost:9200'), null);
});

test('our own attribute has one syntax and takes precedence over everything else', () => {
  const values: [value: string, entity: string | null][] = [
    ['item=2589', 'item/2589'],
    [' npc=448 ', 'npc/448'],
    ['quest=783', 'quest/783'],
    ['object=2843', 'object/2843'],
    ['item=2589&x=1', null],
    ['item:2589', null],
    ['ITEM=2589', null],
    ['spell=1', null],
    ['item=', null],
    ['item=1.5', null],
    ['item=9007199254740992', null],
    ['item=5><img src=x onerror=alert(1)>', null],
    ['', null],
  ];
  for (const [ours, entity] of values) {
    assert.equal(read({ ours, href: `${BASE}/item/5`, wowhead: 'item=6', off: 'true' }), entity, ours);
    assert.equal(read({ ours }, false), entity, ours);
  }
});

test("links written for Wowhead's script are read only if the site asks for it", () => {
  const links: [signs: Partial<EntityAttributes>, entity: string | null][] = [
    [{ href: 'https://www.wowhead.com/classic/item=2589/linen-cloth' }, 'item/2589'],
    [{ href: 'https://www.wowhead.com/classic/de/npc=448/hogger#drops' }, 'npc/448'],
    [{ href: 'https://classic.wowhead.com/quest=783' }, 'quest/783'],
    [{ href: 'http://de.classic.wowhead.com/object=2843' }, 'object/2843'],
    [{ href: 'https://wowhead.com/item=19019&ench=2564' }, 'item/19019'],
    [{ href: 'https://www.wowhead.com/?item=2589' }, 'item/2589'],
    [{ href: 'https://www.wowhead.com/classic?item=2589&lvl=60' }, 'item/2589'],
    [{ href: 'https://www.wowhead.com/?lvl=60&item=2589' }, 'item/2589'],
    [{ href: 'https://www.wowhead.com/classic/item=2589:0:0' }, 'item/2589'],
    [{ wowhead: 'item=2589' }, 'item/2589'],
    [{ wowhead: 'item=2589&ench=2564&gems=1:2', href: 'https://shop.example/2589' }, 'item/2589'],
    [{ wowhead: 'item=18490?domain=classic' }, 'item/18490'],
    [{ wowhead: 'domain=classic&npc=448' }, 'npc/448'],
    [{ wowhead: 'lvl=60', href: 'https://www.wowhead.com/item=2589' }, 'item/2589'],
    [{ wowhead: 'nofollow item=2589' }, 'item/2589'],
    [{ wowhead: 'nofollow noopener', href: 'https://www.wowhead.com/item=2589' }, 'item/2589'],
    [{ wowhead: 'np', href: 'https://www.wowhead.com/item=2589' }, null],
    [{ off: 'true', href: 'https://www.wowhead.com/item=2589' }, null],
    [{ off: 'true', wowhead: 'item=2589' }, null],
    [{ off: 'false', wowhead: 'item=2589' }, 'item/2589'],
    [{ href: 'https://www.wowhead.com/classic/spell=2018' }, null],
    [{ href: 'https://www.wowhead.com/classic/items/armor' }, null],
    [{ href: 'https://www.wowhead.com/classic/item-set=161' }, null],
    [{ href: 'https://www.wowhead.com/classic/item=0' }, null],
    [{ href: 'https://www.wowhead.com/classic/item=2589abc' }, null],
    [{ href: 'https://www.wowhead.com/classic/guide#item=2589' }, null],
    [{ href: 'https://notwowhead.com/item=2589' }, null],
    [{ href: 'https://wowhead.com.evil.example/item=2589' }, null],
    [{ href: 'https://wowhead.com@evil.example/item=2589' }, null],
    [{ href: 'javascript:location="https://www.wowhead.com/item=2589"' }, null],
    [{ wowhead: 'spell=2018' }, null],
    [{ wowhead: 'item=99999999999999999' }, null],
    [{ wowhead: 'reagent-item=2589' }, null],
  ];
  for (const [signs, entity] of links) {
    assert.equal(read(signs), entity, JSON.stringify(signs));
    assert.equal(read(signs, false), null, `${JSON.stringify(signs)} outside of that mode`);
  }
});

test("options for Wowhead's script do not disable cards of our own links", () => {
  assert.equal(read({ href: `${BASE}/item/5`, off: 'true' }), 'item/5');
  assert.equal(read({ ours: 'item=5', wowhead: 'np' }), 'item/5');
});

test('any attribute value gives only a type and a safe integer, and is read quickly', () => {
  const piece = fc.constantFrom(
    'item=',
    'https://',
    'www.',
    'wowhead.com',
    '/',
    '?',
    '&',
    '#',
    'a-',
    '9',
    '0',
    ' ',
    BASE,
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(fc.option(text), fc.option(text), fc.option(text), (ours, href, wowhead) => {
      const key = findEntityKey({ ours, href, wowhead, off: null }, { base: BASE, compat: true });
      assert.ok(key === null || /^(?:item|npc|quest|object)\/[1-9]\d{0,15}$/.test(key));
    }),
  );
  const hostile = [
    `https://${'a.'.repeat(50_000)}x`,
    `https://wowhead.com/${'a/'.repeat(50_000)}`,
    `?${'&'.repeat(50_000)}`,
  ];
  for (const href of hostile) assert.equal(read({ href, wowhead: href }), null);
});
