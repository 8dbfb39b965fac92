import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { circleIn, FLOORS, importsOf, PLAIN_SCHEMA, violations } from './layers.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['schema', 'domain', 'adapters', 'http', 'jobs'];

function sources(): { path: string; source: string }[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs)$/.test(file))
      .map((file) => {
        const full = join(TOP, folder, file);
        return { path: relative(TOP, full).replaceAll('\\', '/'), source: readFileSync(full, 'utf8') };
      }),
  );
}

test('every file imports only what its layer may', () => {
  const files = sources();
  assert.ok(files.length > 50, `only ${files.length} files found`);
  assert.deepEqual(
    files.flatMap(({ path, source }) => violations(path, source)),
    [],
  );
});

test('verify-public shares no code with the rules that it checks', () => {
  const folder = 'jobs/verify_public/';
  const own = sources().filter(({ path }) => path.startsWith(folder));
  assert.ok(own.length > 10);
  for (const { path, source } of own) {
    const others = importsOf(path, source).filter((file) => !file.startsWith(folder));
    assert.deepEqual(
      others.filter((file) => !['domain/ports/public_reader.ts', 'domain/values/phrases.ts'].includes(file)),
      [],
      path,
    );
  }
});

test('the check finds each kind of forbidden import', () => {
  const planted: [path: string, source: string, seen: boolean][] = [
    ['domain/values/a.ts', `import { b } from './b.ts';`, false],
    ['domain/values/a.ts', `import type { Loot } from '../../schema/records/loot.ts';`, false],
    ['domain/values/a.ts', `import { loot } from '../../schema/records/loot.ts';`, true],
    ['domain/values/a.ts', `import { LIMITS } from '../../schema/limits.ts';`, false],
    ['domain/tools/pages/a.ts', `import { HOUSES } from '../../../schema/vocabulary.ts';`, false],
    ['domain/values/a.ts', `import { id } from '../../schema/fields.ts';`, true],
    ['domain/values/a.ts', `import { LIMITS } from '../../schema/tools/limits.ts';`, true],
    ['schema/limits.ts', `import { id } from './fields.ts';`, true],
    ['schema/limits.ts', `import type { Quality } from './vocabulary.ts';`, true],
    ['schema/vocabulary.ts', `import * as v from 'valibot';`, true],
    ['schema/vocabulary.ts', `export { LIMITS } from './limits.ts';`, true],
    ['schema/vocabulary.ts', `export type Side = 'a' | 'b';`, false],
    ['domain/values/a.ts', `import {\n  x,\n} from '../../adapters/x.ts';`, true],
    ['domain/values/a.ts', `import { createHash } from 'node:crypto';`, true],
    ['domain/values/a.ts', `export { x } from '../../http/x.ts';`, true],
    ['domain/values/a.ts', `const x = await import('../../adapters/x.ts');`, true],
    ['domain/values/a.ts', `// import { x } from '../../adapters/x.ts';`, false],
    ['domain/a.ts', '', true],
    ['domain/reads/a.ts', `import { x } from '../values/result.ts';`, false],
    ['domain/reads/a.ts', `import type { x } from '../cards/x.ts';`, true],
    ['domain/reads/a.ts', `import { x } from '../intake/x.ts';`, true],
    ['domain/ports/a.ts', `import type { x } from '../families/x.ts';`, true],
    ['domain/values/a.ts', `import type { x } from '../ports/x.ts';`, true],
    ['domain/tools/pages/a.ts', `import { x } from '../../cards/x.ts';`, false],
    ['domain/tools/pages/a.ts', `import { x } from '../craft/x.ts';`, false],
    ['domain/tools/pages/a.ts', `import { x } from '../../snapshot/x.ts';`, true],
    ['domain/elsewhere/a.ts', '', true],
    ['domain/values/a.ts', 'const now = Date.now();', true],
    ['domain/values/a.ts', 'const at = new Date(ms);', false],
    ['domain/values/a.ts', 'const x = Math.random();', true],
    ['schema/a.ts', `import * as v from 'valibot';`, false],
    ['schema/a.ts', `import { x } from '../domain/x.ts';`, true],
    ['http/endpoints/a/route.ts', `import { Hono } from 'hono';`, false],
    ['http/endpoints/a/route.ts', `import { html } from 'hono/html';`, false],
    ['http/mcp/a.ts', `const sdk = await import('@modelcontextprotocol/sdk/types.js');`, false],
    ['http/mcp/a.ts', `import { z } from 'zod';`, true],
    ['domain/values/a.ts', `import { x } from '@modelcontextprotocol/sdk/types.js';`, true],
    ['http/endpoints/a/route.ts', `import { x } from '../../../adapters/x.ts';`, true],
    ['http/main.ts', `import { x } from '../adapters/x.ts';`, false],
    ['http/intake_thread.ts', `import { x } from '../adapters/x.ts';`, false],
    ['http/intake_thread.ts', `import { x } from '../jobs/x.ts';`, true],
    ['http/endpoints/a/route.ts', `import { createClient } from '@libsql/client';`, true],
    ['jobs/a.ts', `import { x } from '../adapters/x.ts';`, true],
    ['jobs/a.ts', `import { parseArgs } from 'node:util';`, false],
    ['jobs/a.ts', `import { readFileSync } from 'node:fs';`, true],
    ['jobs/main.ts', `import { x } from '../adapters/x.ts';`, false],
    ['adapters/a.ts', `import { readFileSync } from 'node:fs';`, false],
    ['adapters/config/a.ts', `import * as v from 'valibot';`, false],
    ['adapters/a.ts', `import { x } from '../http/x.ts';`, true],
    ['adapters/a.ts', `import express from 'express';`, true],
    ['adapters/a.ts', 'const signal = AbortSignal.any([stop, AbortSignal.timeout(ms)]);', true],
    ['adapters/a.ts', 'const signal = AbortSignal.timeout(ms);', false],
    ['elsewhere/a.ts', '', true],
  ];
  for (const [path, source, seen] of planted) {
    assert.equal(violations(path, source).length > 0, seen, `${path}: ${source}`);
  }
});

test('the contract files that the domain may import exist', () => {
  const paths = sources().map(({ path }) => path);
  for (const file of PLAIN_SCHEMA) assert.ok(paths.includes(file), file);
});

test('folders of the domain import only from lower levels', () => {
  assert.ok(FLOORS.length <= 6);
  const below: string[] = [];
  let ties = 0;
  for (const floor of FLOORS) {
    for (const [room, known] of Object.entries(floor)) {
      for (const other of known) assert.ok(below.includes(other), `${room} may not know ${other}`);
      ties += known.length;
    }
    below.push(...Object.keys(floor));
  }
  assert.ok(below.length <= 16, `${below.length} rooms`);
  assert.ok(ties <= 45, `${ties} ties`);
  assert.deepEqual(below.toSorted(), readdirSync(join(TOP, 'domain')).toSorted());
});

test('the table of imports has no unused entry', () => {
  const used = new Set<string>();
  for (const { path, source } of sources().filter((file) => file.path.startsWith('domain/'))) {
    for (const [, target] of source.matchAll(/from '(\.[^']+)'/g)) {
      const other = new URL(target!, `file:///${path}`).pathname.split('/');
      if (other[1] === 'domain') used.add(`${path.split('/')[1]} ${other[2]}`);
    }
  }
  const unused = FLOORS.flatMap((floor) =>
    Object.entries(floor).flatMap(([room, known]) =>
      known.map((other) => `${room} ${other}`).filter((tie) => !used.has(tie)),
    ),
  );
  assert.deepEqual(unused, []);
});

test('no files import each other in a circle', () => {
  const imports = new Map(sources().map(({ path, source }) => [path, importsOf(path, source)] as const));
  assert.equal(circleIn(imports), null);
  imports.set('domain/values/planted.ts', ['domain/values/instant.ts']);
  imports.set('domain/values/instant.ts', ['domain/values/planted.ts']);
  assert.equal(circleIn(imports)?.length, 3);
});
