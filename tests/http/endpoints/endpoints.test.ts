import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OWN_PATH_NAMES } from '../../../adapters/config/parsers.ts';
import type { PictureFolder } from '../../../domain/ports/picture_folder.ts';
import { createRoutes } from '../../../http/endpoints/mod.ts';
import { contextOf } from '../openapi/openapi_context.ts';

const TOP = new URL('../../../', import.meta.url);
const FOLDER = 'http/endpoints/';

function textOf(path: string): string {
  return readFileSync(new URL(path, TOP), 'utf8');
}

const endpoints = readdirSync(new URL(FOLDER, TOP), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name);

/**
 * Returns the files that a file imports statically, and those it imports later, inside a function. Types do not count.
 */
function loadsOf(
  path: string,
  text: string,
): { readonly atOnce: readonly string[]; readonly later: readonly string[] } {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = (pattern: RegExp): readonly string[] =>
    [...code.matchAll(pattern)].map(([, target]) => new URL(target!, `file:///${path}`).pathname.slice(1));
  return {
    atOnce: found(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'(\.[^']+)'/gm),
    later: found(/\bimport\('(\.[^']+)'\)/g),
  };
}

/** Returns every file that is loaded along with the first one. */
function loadedWith(first: string, withLater: boolean): ReadonlySet<string> {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path) || !path.endsWith('.ts')) return;
    loaded.add(path);
    const { atOnce, later } = loadsOf(path, textOf(path));
    for (const other of [...atOnce, ...(withLater ? later : [])]) load(other);
  };
  load(first);
  return loaded;
}

test('every endpoint has a folder with a route and a line in the registry, which names its chapter if it has one', () => {
  const registry = textOf(`${FOLDER}mod.ts`);
  const [imports, list] = registry.split('const ENDPOINT_ROUTES') as [string, string];
  assert.ok(endpoints.length > 20);
  for (const name of endpoints) {
    const routes = new RegExp(`^import \\{ (\\w+) \\} from '\\./${name}/route\\.ts';$`, 'm').exec(imports)?.[1];
    assert.ok(routes !== undefined, `${FOLDER}${name}/route.ts is not imported by the registry`);
    assert.ok(list.includes(`\n  ${routes},\n`), `the registry has no line for ${name}`);
    const hasChapter = existsSync(new URL(`${FOLDER}${name}/docs.ts`, TOP));
    assert.equal(list.includes(`\n    import('./${name}/docs.ts'),\n`), hasChapter, name);
  }
  assert.equal(list.match(/^ {2}\w+,$/gm)?.length, endpoints.length);
});

test('an instance cannot use a path that starts like one of its own addresses', () => {
  const parts = createRoutes({ ...contextOf(), icons: {} as PictureFolder }).map(({ path }) =>
    path.slice(1).split('/'),
  );
  const names = new Set(parts.flatMap(([name, ...more]) => (more.length > 0 && /^[a-z]+$/.test(name!) ? [name!] : [])));
  assert.deepEqual([...names].sort(), [...OWN_PATH_NAMES].sort());
});

test('a start loads neither the documentation of endpoints nor the OpenAPI generator, metrics or the builder', () => {
  const isOfTheDocument = (path: string): boolean =>
    path.startsWith('http/openapi/') || (path.startsWith(FOLDER) && path.endsWith('/docs.ts'));
  const atStart = loadedWith('http/main.ts', false);
  for (const name of endpoints) assert.ok(atStart.has(`${FOLDER}${name}/route.ts`), name);
  assert.deepEqual([...atStart].filter(isOfTheDocument), []);
  for (const later of ['adapters/metrics/prometheus.ts', 'adapters/libsql/evidence/store.ts'])
    assert.ok(!atStart.has(later), later);
  const once = [...loadedWith('http/main.ts', true)].filter(isOfTheDocument);
  assert.ok(once.includes('http/openapi/document.ts') && once.includes(`${FOLDER}tools/docs.ts`));
});

test('the check finds modules that are loaded immediately and later', () => {
  const loads = (code: string) => loadsOf('http/a/b.ts', code);
  assert.deepEqual(loads(`import { x } from '../c.ts';\nimport './d.ts';`).atOnce, ['http/c.ts', 'http/a/d.ts']);
  assert.deepEqual(loads(`import {\n  x,\n  type Y,\n} from '../c.ts';\nexport { z } from './e.ts';`).atOnce, [
    'http/c.ts',
    'http/a/e.ts',
  ]);
  assert.deepEqual(loads(`import type { X } from '../c.ts';\nimport { html } from 'hono/html';`).atOnce, []);
  assert.deepEqual(loads(`const x = () => import('./docs.ts');`), { atOnce: [], later: ['http/a/docs.ts'] });
});
