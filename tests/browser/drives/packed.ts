import assert from 'node:assert/strict';
import { request } from 'node:http';
import process from 'node:process';
import { launch, url } from './pages.ts';

/**
 * Checks that list pages, which are assembled from compressed blocks, have the same text in a browser as for a program
 * that accepts no compression. `run.ts` starts this with the browser's path and the demo's address.
 */

/** Pages that are long enough to contain whole compressed blocks. */
const PAGES = [
  '/api/corpus/public?limit=500',
  '/api/corpus/public?offset=137&limit=333',
  '/api/edges?offset=3&limit=500',
];

/** Returns the uncompressed text. */
function plainText(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { headers: { 'Accept-Encoding': 'identity' } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

const browser = await launch();
const page = await browser.newPage();
await page.goto(`${url}/terms`);
for (const path of PAGES) {
  const read = await page.evaluate(async (path) => {
    const answer = await fetch(path);
    return { status: answer.status, coding: answer.headers.get('content-encoding'), text: await answer.text() };
  }, path);
  assert.equal(read.status, 200, path);
  assert.equal(read.coding, 'gzip', path);
  assert.equal(read.text, await plainText(path), path);
  assert.ok(read.text.length > 10_000, `${path} is a page of some length`);
}
await page.close();
process.stdout.write(`${PAGES.length} packed pages have the same text as uncompressed ones.\n`);
