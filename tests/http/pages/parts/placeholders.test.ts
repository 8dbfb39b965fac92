import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../../../http/pages/html.ts';
import { linkEntity, renderName } from '../../../../http/pages/parts/entity_link.ts';
import {
  fillPlaceholders,
  listMentionedIcons,
  listMentionedItems,
  renderIcon,
} from '../../../../http/pages/parts/placeholders.ts';

const LOOKS = {
  looks: new Map([
    [5, { quality: 'rare', icon: 'inv_axe_01', fromFiles: true }],
    [6, { quality: 'common', icon: 'inv_none', fromFiles: true }],
  ] as const),
  pictureOf: (icon: string | null) => (icon === 'inv_axe_01' ? '/tw/icons/inv_axe_01.png' : null),
};

function link(id: number, name: string | null, url: string | null = 'https://a.example'): unknown {
  return linkEntity({ kind: 'item', id, name, url }, '/tw');
}

function filled(content: unknown): string {
  return fillPlaceholders(String(content), LOOKS);
}

test('an item gets its picture or a letter, and the colour of its quality, with or without a page', () => {
  assert.equal(
    filled(link(5, 'Axe')),
    '<a href="/tw/item/5" class="item q-rare"><img class="tile q-rare" src="/tw/icons/inv_axe_01.png" alt="" width="24" height="24" loading="lazy"><bdi>Axe</bdi></a>',
  );
  assert.equal(
    filled(link(6, 'bar')),
    '<a href="/tw/item/6" class="item q-common"><i class="tile q-common" data-letter="B" aria-hidden="true"></i><bdi>bar</bdi></a>',
  );
  assert.equal(
    filled(link(7, null, null)),
    '<span class="item q-none"><i class="tile q-none" data-letter="?" aria-hidden="true"></i>Item 7</span>',
  );
});

test('a page has each item that it mentions once', () => {
  const page = String(html`<p>${link(5, 'Axe')}, ${link(7, null, null)}, ${link(5, 'Axe')}</p>`);
  assert.deepEqual(listMentionedItems(page), [5, 7]);
  assert.deepEqual(listMentionedItems('<p>item:5</p>'), []);
  assert.doesNotMatch(filled(page), /<\/?item:/);
});

test('an icon by name gets its picture, or the letter of what it shows', () => {
  const page = String(
    html`<p>${renderIcon('inv_axe_01', 'Axes')}${renderIcon('inv_none', 'bars')}${renderIcon(null, 'none')}</p>`,
  );
  assert.deepEqual(listMentionedIcons(page), ['inv_axe_01', 'inv_none']);
  assert.equal(
    filled(page),
    '<p><img class="tile q-none large" src="/tw/icons/inv_axe_01.png" alt="" width="56" height="56">' +
      '<i class="tile q-none large" data-letter="B" aria-hidden="true"></i>' +
      '<i class="tile q-none large" data-letter="N" aria-hidden="true"></i></p>',
  );
  const hostile = filled(html`${renderIcon('"><img src=x>', '"><img src=x>')}`);
  assert.equal(hostile, '<i class="tile q-none large" data-letter="I" aria-hidden="true"></i>');
});

test('names and other texts cannot imitate a placeholder or leave their link', () => {
  const hostile = [
    '<item:6:X href="https://evil.example">y</item:a>',
    '</item:a></item:span>',
    '"><img src=x onerror=alert(1)>',
    '$& $1 $`',
    ...['ß', 'ŉ', '\u0000', '\u202e', '> x', ''],
  ];
  for (const name of hostile) {
    const page = String(html`<p title="${name}">${renderName(name)} ${link(5, name)}</p>`);
    assert.deepEqual(listMentionedItems(page), [5], name);
    const shown = filled(page);
    assert.equal(shown.match(/<a /g)?.length, 1, name);
    assert.equal(shown.match(/<\/a>/g)?.length, 1, name);
    assert.equal(shown.match(/<img /g)?.length, 1, name);
    assert.ok(shown.includes(`${renderName(name)}</a>`), name);
  }
});
