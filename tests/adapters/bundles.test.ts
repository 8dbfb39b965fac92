import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { type BundleEntry, createBundleReader } from '../../adapters/bundles.ts';
import type { BundleName } from '../../domain/ports/assets.ts';
import { inTempDir, sleep } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

function forPages(file: string): BundleEntry {
  return {
    file,
    ending: 'js',
    options: { format: 'iife', platform: 'browser', target: 'es2022', minify: true },
  };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Returns the number of running bundlers that this process started, or null if the system does not tell. */
function bundlers(): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const isBundler = (pid: string): boolean => {
    try {
      const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]);
      return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('esbuild');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isBundler(name)).length;
}

/** Uses the same entry for every program. */
function everyBundle(entry: BundleEntry): Readonly<Record<BundleName, BundleEntry>> {
  return {
    site: entry,
    data: entry,
    suggest: entry,
    maps: entry,
    talents: entry,
    upload: entry,
    contribution: entry,
    tooltip: entry,
    uploader: entry,
    verifier: entry,
  };
}

test('a browser program is one file that is built once, and the bundler exits', async () => {
  await inTempDir(async (dir) => {
    const source = join(dir, 'main.ts');
    writeFileSync(
      source,
      `import { formatQuantity } from '${TOP}domain/values/phrases.ts';
       const told: string = formatQuantity(3, 'record');
       (globalThis as { told?: string }).told = told;`,
    );
    const before = bundlers();
    const late = join(dir, 'late.ts');
    const entry = forPages(source);
    const reader = createBundleReader({ ...everyBundle(entry), tooltip: forPages(late) });
    const [site, again, upload] = await Promise.all([reader.read('site'), reader.read('site'), reader.read('upload')]);
    assert.equal(again, site, 'made once');
    assert.match(site.name, /^site\.[0-9a-f]{10}\.js$/);
    assert.match(upload.name, /^upload\.[0-9a-f]{10}\.js$/);
    assert.equal(site.mediaType, 'text/javascript; charset=utf-8');
    const page: { told?: string } = {};
    runInNewContext(text(site.bytes), page);
    assert.equal(page.told, '3 records');
    assert.doesNotMatch(text(site.bytes), /import |sourceMapping|tmp/);

    await assert.rejects(reader.read('tooltip'), /late\.ts/);
    writeFileSync(late, 'document.title = "late";');
    assert.match(text((await reader.read('tooltip')).bytes), /late/, 'what failed is tried again');

    // The loader of the tests has its own bundler, which may exit in the meantime.
    const more = (): boolean => (bundlers() ?? 0) > (before ?? 0);
    for (let i = 0; i < 50 && more(); i++) await sleep(100);
    assert.ok(!more(), `${bundlers()} bundlers stayed; there were ${before} before`);
  });
});

test('a browser program keeps the licence notices of its packages', async () => {
  await inTempDir(async (dir) => {
    const source = join(dir, 'main.ts');
    writeFileSync(source, `import { parseRecord } from '${TOP}schema/parse_record.ts'; console.log(parseRecord({}));`);
    const entry = forPages(source);
    const reader = createBundleReader(everyBundle(entry));
    const program = text((await reader.read('upload')).bytes);
    assert.match(program, /^\/\* Third Witness, AGPL-3\.0-only \*\//);
    assert.match(program, /valibot:\nMIT License\n\nCopyright/);
    const logged: unknown[] = [];
    runInNewContext(program, { console: { log: (value: unknown) => logged.push(value) } });
    assert.equal((logged[0] as { code: string }).code, 'kind-missing');
  });
});
