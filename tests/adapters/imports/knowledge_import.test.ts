import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Instance, inTempDir, startInstance } from '../../support/instance.ts';
import { runJobHere } from '../../support/run_command.ts';
import { item, world } from '../../support/world.ts';

const GOOD = {
  id: 'fishing',
  kind: 'guide',
  name: 'Fishing Guide',
  text: 'First line.\nMurlocs live here.',
  url: 'https://example.org/fishing',
  source: 'A wiki',
  licence: 'CC0-1.0',
  date: '2026-01-02',
};

function lines(...documents: readonly unknown[]): string {
  return documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
}

async function found({ url }: Instance, query: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/tools/search_knowledge?query=${encodeURIComponent(query)}`);
  assert.equal(response.status, 200);
  const { answer } = (await response.json()) as { answer: { hits: { id: string }[] } };
  return answer.hits.map(({ id }) => id);
}

test('documents are imported beside a running instance, replaced, and survive a rebuild', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    const file = (name: string, text: string): string => {
      writeFileSync(join(dir, name), text);
      return join(dir, name);
    };
    const instance = await startInstance({ dataDir });
    try {
      await world()
        .installs(3, (install) => install.saw(item(2589, 'Linen Cloth')))
        .sendTo(instance.url);
      const own = { text: 'A rod with a line.', url: 'https://example.org/pole' };
      const pole = { ...GOOD, ...own, id: 'pole', name: 'Fishing Pole', version: '1.15', extId: '6256' };
      const first = await runJobHere(dataDir, ['import-knowledge', file('a.ndjson', lines(GOOD, '', pole))]);
      assert.deepEqual([first.code, first.stderr.includes('Line')], [0, false], first.stderr);
      assert.match(first.stdout, /^Imported and served: 2 documents, replacing 0; 2 in total\.\n$/);
      assert.deepEqual(await found(instance, 'fishing'), ['doc:fishing', 'doc:pole']);

      const changed = { ...GOOD, name: 'Angling Guide', text: 'Trout.' };
      const more = await runJobHere(dataDir, ['import-knowledge', file('b.ndjson', lines(changed))]);
      assert.match(more.stdout, /^Imported and served: 1 document, replacing 1; 2 in total\.\n$/, more.stderr);
      assert.deepEqual(await found(instance, 'fishing'), ['doc:pole']);
      assert.deepEqual(await found(instance, 'angling'), ['doc:fishing']);
      assert.deepEqual(await found(instance, 'trout'), ['doc:fishing']);

      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      assert.deepEqual(await found(instance, 'linen'), ['item:2589']);
      const rebuilt = await runJobHere(dataDir, ['rebuild']);
      assert.equal(rebuilt.code, 0, rebuilt.stderr);
      assert.deepEqual(await found(instance, 'guide pole'), ['doc:fishing', 'doc:pole']);
      assert.deepEqual(await found(instance, 'linnen'), ['item:2589']);
      assert.equal((await runJobHere(dataDir, ['verify', '--quiet'])).code, 0);

      const bad = await runJobHere(dataDir, [
        'import-knowledge',
        file('bad.ndjson', lines({ ...GOOD, id: 'x y' }, changed, '', changed, '{')),
      ]);
      assert.equal(bad.code, 1);
      assert.match(bad.stderr, /^Line 1: id must be text of 1 to 120 characters: letters.*; got "x y"\.\n/);
      assert.match(
        bad.stderr,
        /\nLine 4: id must be unique in the file; "fishing" is also on an earlier line\.\nLine 5: the line must be/,
      );
      assert.match(bad.stderr, /Nothing was imported from the file\.\n$/);
      assert.deepEqual(await found(instance, 'angling'), ['doc:fishing']);

      const only = await runJobHere(dataDir, ['import-knowledge', '--replace', file('c.ndjson', lines(pole))]);
      assert.match(only.stdout, /; 1 in total\.\n$/, only.stderr);
      assert.deepEqual(await found(instance, 'angling'), []);
      assert.deepEqual(readdirSync(join(dataDir, 'imports', 'knowledge')).length, 2);
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));
