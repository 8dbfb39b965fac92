import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { goldenFiles } from '../golden/files.ts';
import { changesOf, releaseMessage } from './release.ts';

const folder = fileURLToPath(new URL('../golden/', import.meta.url));

function golden(path: string): string | null {
  return existsSync(folder + path) ? readFileSync(folder + path, 'utf8') : null;
}

test('published documents equal the golden files', () => {
  for (const [path, text] of goldenFiles()) {
    const before = golden(path);
    assert.ok(before !== null, `${path} is published but has no golden file: a minor release; run "npm run golden"`);
    if (before === text) continue;
    if (path.endsWith('.ndjson')) assert.equal(text, before, `${path}: records are parsed to another form or order`);
    const changes = changesOf(path.slice('schema'.length), JSON.parse(before), JSON.parse(text));
    assert.fail(`${path} differs. ${releaseMessage(changes)}`);
  }
});

test('every golden file is still published', () => {
  const files = goldenFiles();
  const held = readdirSync(`${folder}schema`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('//', '/').slice(folder.length));
  assert.ok(held.length > 50);
  for (const path of held) assert.ok(files.has(path), `${path} is no longer published: a major release`);
});

test('a change is classified as a minor or a major release', () => {
  const schema = {
    description: 'a',
    type: 'object',
    properties: { name: { type: 'string', maxLength: 5, minLength: 2 }, word: { enum: ['a', 'b'] } },
    required: ['name'],
  };
  const field = (name: string, value: object) => ({ ...schema, properties: { ...schema.properties, [name]: value } });
  const rows: readonly [string, string, object, 'minor' | 'major' | 'none'][] = [
    ['nothing', '/records/x.json', schema, 'none'],
    ['reworded', '/records/x.json', { ...schema, description: 'b' }, 'minor'],
    ['new optional field', '/records/x.json', field('more', { type: 'string' }), 'minor'],
    ['new required field', '/records/x.json', { ...field('more', {}), required: ['name', 'more'] }, 'major'],
    ['new required field of an answer', '/api/x.json', { ...field('more', {}), required: ['name', 'more'] }, 'minor'],
    ['required now', '/api/x.json', { ...schema, required: ['name', 'word'] }, 'major'],
    ['no longer required', '/records/x.json', { ...schema, required: [] }, 'minor'],
    ['no longer always answered', '/api/x.json', { ...schema, required: [] }, 'major'],
    ['removed', '/records/x.json', { ...schema, properties: { word: schema.properties.word } }, 'major'],
    ['higher maximum', '/records/x.json', field('name', { type: 'string', maxLength: 6, minLength: 2 }), 'minor'],
    ['lower maximum', '/records/x.json', field('name', { type: 'string', maxLength: 4, minLength: 2 }), 'major'],
    ['lower minimum', '/records/x.json', field('name', { type: 'string', maxLength: 5, minLength: 1 }), 'minor'],
    ['higher minimum', '/records/x.json', field('name', { type: 'string', maxLength: 5, minLength: 3 }), 'major'],
    ['no maximum', '/records/x.json', field('name', { type: 'string', minLength: 2 }), 'minor'],
    ['a pattern', '/records/x.json', field('name', { ...schema.properties.name, pattern: 'a' }), 'major'],
    ['another type', '/records/x.json', field('name', { ...schema.properties.name, type: 'number' }), 'major'],
    ['new word', '/records/x.json', field('word', { enum: ['a', 'b', 'c'] }), 'minor'],
    ['word gone', '/records/x.json', field('word', { enum: ['a'] }), 'major'],
  ];
  for (const [what, path, after, release] of rows) {
    const changes = changesOf(path, schema, after as never);
    const found = changes.length === 0 ? 'none' : /major release/.test(releaseMessage(changes)) ? 'major' : 'minor';
    assert.equal(found, release, what);
  }
});
