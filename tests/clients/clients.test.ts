import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWorld } from '../http/support.ts';
import { generateClients } from './generate.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

test('the types of the clients are made from the OpenAPI document', async () => {
  for (const [name, text] of await generateClients()) {
    const [before, now] = [readFileSync(`${TOP}docs/clients/${name}`, 'utf8').split('\n'), text.split('\n')];
    const line = now.findIndex((one, n) => one !== before[n]);
    assert.equal(line, -1, `${name}:${line + 1} is now ${now[line]}; if this is meant, run "npm run golden"`);
    assert.equal(now.length, before.length, name);
  }
});

test('the client for TypeScript compiles where there are only the types of a browser, with the strictest options', () => {
  const options = [
    ...['--ignoreConfig', '--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'],
    ...['--noPropertyAccessFromIndexSignature', '--noUnusedLocals', '--noUnusedParameters', '--erasableSyntaxOnly'],
    ...[
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable,dom.asynciterable',
      '--module',
      'esnext',
      '--types',
      '',
    ],
    ...['--moduleResolution', 'bundler', '--verbatimModuleSyntax', '--allowImportingTsExtensions'],
  ];
  const tsc = `${TOP}node_modules/typescript/bin/tsc`;
  execFileSync(process.execPath, [tsc, ...options, 'tests/clients/uses.ts'], { cwd: TOP, stdio: 'inherit' });
});

test('an instance serves the clients with its own address, and a page about them', async () => {
  const { ask } = createWorld({ settings: { publicUrl: 'https://a.example/tw' } });
  for (const [name, type] of [
    ['third_witness.ts', 'text/typescript; charset=utf-8'],
    ['third_witness.js', 'text/javascript; charset=utf-8'],
    ['third_witness.py', 'text/x-python; charset=utf-8'],
  ] as const) {
    const { status, headers, text } = await ask(`/tw/clients/${name}`);
    assert.equal(status, 200, name);
    assert.equal(headers.get('content-type'), type);
    assert.match(text, /^(?:const )?INSTANCE = ['"]https:\/\/a\.example\/tw['"];?$/m);
    assert.doesNotMatch(text, /witness\.example/);
  }
  const page = await ask('/tw/clients');
  assert.equal(page.status, 200);
  for (const name of ['third_witness.ts', 'third_witness.js', 'third_witness.py']) {
    assert.ok(page.text.includes(`<a href="/tw/clients/${name}" download>${name}</a>`), name);
  }
  assert.match(page.text, /curl -O https:\/\/a\.example\/tw\/clients\/third_witness\.py/);
  for (const path of ['/tw/connect', '/tw/docs']) {
    assert.ok((await ask(path)).text.includes('href="/tw/clients"'), `${path} has no link`);
  }
});
