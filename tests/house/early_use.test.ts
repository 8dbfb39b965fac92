import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesEndingIn } from './documents.ts';
import { earlyUses } from './early_use.ts';

test('code that runs when a module is loaded needs no constant that is declared below it', () => {
  const product = filesEndingIn('.ts', '.mjs').filter(({ path }) =>
    /^(?:schema|domain|adapters|http|jobs)\//.test(path),
  );
  assert.ok(product.length > 800, `${product.length}`);
  for (const { path, source } of product) assert.deepEqual(earlyUses(source), [], path);
});

test('an early use is found through functions, and later uses are not reported', () => {
  const source = `
    start();
    const later = () => LIMIT;
    const LIMIT = 3;
    function start() { return inner(); }
    function inner() { return LIMIT; }
    export const all = [LIMIT].map(start);`;
  assert.deepEqual(earlyUses(source), ['line 2 needs LIMIT, which is declared below']);
});
