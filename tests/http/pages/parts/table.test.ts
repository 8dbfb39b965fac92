import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../../../http/pages/html.ts';
import { table } from '../../../../http/pages/parts/table.ts';

test('the cards of a table with many columns label cells with the words of its headings', () => {
  const heads = ['Item', html`<span class="turn yellow">yellow</span>`, `Zul'jin "<b>"`, 'Day'];
  const text = String(
    table({ caption: 'Prices', columns: heads.map((head) => ({ head })), rows: [['Axe', '1', '2', '3']] }),
  );
  assert.deepEqual(
    [...text.matchAll(/<td data-label="([^"]*)"/g)].map(([, label]) => label),
    ['yellow', 'Zul&#39;jin &quot;&lt;b&gt;&quot;', 'Day'],
  );
});
