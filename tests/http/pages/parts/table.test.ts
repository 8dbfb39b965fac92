import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../../../http/pages/html.ts';
import { renderTable } from '../../../../http/pages/parts/table.ts';

test('the cards of a table with many columns label cells with the words of its headings', () => {
  const heads = ['Item', html`<span class="turn yellow">yellow</span>`, `Zul'jin "<b>"`, 'Day'];
  const text = String(
    renderTable({ caption: 'Prices', columns: heads.map((head) => ({ head })), rows: [['Axe', '1', '2', '3']] }),
  );
  assert.deepEqual(
    [...text.matchAll(/<td data-label="([^"]*)"/g)].map(([, label]) => label),
    ['yellow', 'Zul&#39;jin &quot;&lt;b&gt;&quot;', 'Day'],
  );
});

test('rows that read alike have their numbers beside the name, and others do not', () => {
  const row = (name: string, level: number, path: string) => [
    html`<a href="${path}">${name}</a>`,
    { shown: level, value: level },
  ];
  const rows = [row('Axe', 20, '/item/5'), row('Axe', 21, '/item/6'), row('Axe', 20, '/item/7')];
  const columns = [{ head: 'Name' }, { head: 'Level' }];
  const cells = (shown: object) =>
    [...String(renderTable({ caption: 'Items', columns, rows, ...shown })).matchAll(/<tr><td>(.*?)<\/td>/g)].map(
      ([, cell]) => cell!.replaceAll(/<[^>]*>/g, ''),
    );
  assert.deepEqual(cells({ ids: [5, 6, 7] }), ['Axe number 5', 'Axe', 'Axe number 7']);
  assert.deepEqual(cells({}), ['Axe', 'Axe', 'Axe']);
});
