import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { type ListAnswer, walk } from '../support/client.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';

const BUILD = '1.15.8.67156';
const TABLES = join(process.env['TW_TEST_DATA'] ?? '', `client-${BUILD}`);

/** Counts the lines of a table after its header. No cell of these tables has a line break. */
function rowsOf(table: string): number {
  return (
    readFileSync(join(TABLES, `${table}.csv`), 'utf8')
      .trim()
      .split('\n').length - 1
  );
}

interface Categories {
  readonly classes: readonly {
    readonly slug: string;
    readonly items: number;
    readonly subclasses: readonly { readonly items: number }[];
  }[];
}

interface Layer {
  readonly build: string;
  readonly edges: readonly (readonly [string, number, string, string, number])[];
}

test('the real tables of a build are imported by the command and served completely, page by page', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    const instance = await startInstance({ dataDir });
    try {
      const imported = await runJob(dataDir, ['import-game-files', '--dir', TABLES, '--build', BUILD]);
      assert.equal(imported.code, 0, imported.stderr);

      const pages = await walk<ListAnswer & { readonly items: readonly { itemId: number; setId: number | null }[] }>(
        instance.url,
        '/api/items',
      );
      const items = pages.flatMap((page) => page.items);
      assert.deepEqual([items.length, pages[0]!.total], [8_438, rowsOf('Item')]);
      assert.equal(new Set(items.map(({ itemId }) => itemId)).size, 8_438);

      const categories = (await (await fetch(`${instance.url}/api/items/categories`)).json()) as Categories;
      const classed = categories.classes.reduce((sum, { items }) => sum + items, 0);
      assert.ok(classed > 8_000 && classed <= 8_438, `${classed}`);
      for (const { slug, items: count, subclasses } of categories.classes) {
        assert.equal(
          subclasses.reduce((sum, { items }) => sum + items, 0),
          count,
          slug,
        );
        const listed = (await (await fetch(`${instance.url}/api/items?class=${slug}&limit=1`)).json()) as ListAnswer;
        assert.equal(listed.total, count, slug);
      }

      const layer = (await (await fetch(`${instance.url}/api/edges/client-layer`)).json()) as Layer;
      assert.equal(layer.build, BUILD);
      const edges = await walk<ListAnswer & { readonly edges: readonly Record<string, unknown>[] }>(
        instance.url,
        '/api/edges?evidence=client',
      );
      assert.deepEqual(
        edges.flatMap((page) => page.edges).map((e) => [e['fromKind'], e['fromId'], e['rel'], e['toKind'], e['toId']]),
        layer.edges,
      );
      const sets = new Set(layer.edges.filter(([, , rel]) => rel === 'part_of_set').map(([, , , , setId]) => setId));
      assert.deepEqual([sets.size, rowsOf('ItemSet')], [171, 171]);
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));
