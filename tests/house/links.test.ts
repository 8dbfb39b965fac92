import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesEndingIn, isThere } from './documents.ts';
import { anchorsOf, commentPathFaults, type Linkable, linkFaults, pathFaults } from './links.ts';

const DOCUMENTS = filesEndingIn('.md');
function markdownOf(path: string): string | null {
  return DOCUMENTS.find((file) => file.path === path)?.source ?? null;
}

/** Whether a document describes the past. Files that it names may have moved since. */
function isDated(path: string): boolean {
  return path === 'CHANGELOG.md' || /^docs\/decisions\/(?!README)/.test(path);
}

test('every relative link in the documents leads to a file or heading', () => {
  assert.ok(DOCUMENTS.length > 25, `only ${DOCUMENTS.length} documents found`);
  assert.deepEqual(
    DOCUMENTS.flatMap(({ path, source }) => linkFaults(path, source, { isThere, markdownOf })),
    [],
  );
});

test('every file that a current document names exists', () => {
  const living = DOCUMENTS.filter(({ path }) => !isDated(path));
  assert.deepEqual(
    living.flatMap(({ path, source }) => pathFaults(path, source, { isThere, markdownOf })),
    [],
  );
});

test('every file and folder that a comment names exists', () => {
  const files = filesEndingIn('.ts', '.mjs').filter(({ path }) => !path.startsWith('tests/house/'));
  assert.deepEqual(
    files.flatMap(({ path, source }) => commentPathFaults(path, source, { isThere })),
    [],
  );
});

test('the check finds paths in comments that are gone', () => {
  const planted: [code: string, seen: boolean][] = [
    ['/** See domain/gone.ts. */', true],
    ['/**\n * See\n * domain/gone.ts and more.\n */', true],
    ['const a = 1; // domain/gone.ts says why', true],
    ['// The contract suite is tests/gone.', true],
    ['/** See (domain/here.ts), domain/here and tests. */', false],
    ["const path = 'domain/gone.ts';", false],
    ['/** One file of domain/<name>.ts, schema/records/<kind>.ts or http/endpoints/*. */', false],
    ['/** https://example.org/docs/gone and /schema/api/gone.json */', false],
  ];
  for (const [code, seen] of planted) {
    const isThere = (path: string): boolean => ['domain/here.ts', 'http/endpoints', 'schema/records'].includes(path);
    assert.equal(commentPathFaults('a.ts', code, { isThere }).length, seen ? 1 : 0, code);
  }
});

test('the check finds each kind of broken link', () => {
  const files: Readonly<Record<string, string>> = {
    'README.md': '# Top\n\n## Run it\n',
    'docs/b.md': '',
    'docs/a.md': '# A\n\n## 1. The first, and `last`\n\n## Twice\n\n## Twice\n',
  };
  const linkable: Linkable = { isThere: (path) => path in files, markdownOf: (path) => files[path] ?? null };
  const planted: [markdown: string, seen: boolean][] = [
    ['[a](a.md)', false],
    ['[a](../README.md)', false],
    ['[a](../README.md#run-it)', false],
    ['[a](../README.md#run)', true],
    ['[a](#1-the-first-and-last)', true],
    ['# B\n\n## 1. The first, and `last`\n\n[a](#1-the-first-and-last)', false],
    ['[a](a.md#1-the-first-and-last "the first")', false],
    ['[a](a.md#twice-1)', false],
    ['[a](a.md#twice-2)', true],
    ['[a](c.md)', true],
    ['[a](/docs/a.md)', false],
    ['[a][b]\n\n[b]: nowhere.md', true],
    ['[a](https://example.org/nowhere.md#x), <https://example.org>, [b](mailto:a@b.example)', false],
    ['`[a](nowhere.md)`', false],
    ['```\n[a](nowhere.md)\n```', false],
    ['    [a](nowhere.md)', false],
    ['[`a`](nowhere.md)', true],
    ['![a](nowhere.png)', true],
  ];
  for (const [markdown, seen] of planted) {
    const faults = linkFaults('docs/b.md', markdown, linkable);
    assert.equal(faults.length > 0, seen, `${markdown}\n${faults.join('\n')}`);
  }
  assert.deepEqual(pathFaults('README.md', '`docs/a.md` `docs/c.md` `docs/<b>.md`', linkable), [
    'README.md names docs/c.md, which is not there',
  ]);
  assert.deepEqual([...anchorsOf('# A b\n## A b\n## `c_d`: e/f – g')], ['a-b', 'a-b-1', 'c_d-ef--g']);
});

test('every decision has a date and a reason, and its page is in the list', () => {
  const list = markdownOf('docs/decisions/README.md')!;
  const pages = DOCUMENTS.filter(({ path }) => /^docs\/decisions\/(?!README)/.test(path));
  assert.deepEqual(
    Array.from(list.matchAll(/^\| \[.+\]\((.+)\) \|/gm), ([, file]) => `docs/decisions/${file}`).toSorted(),
    pages.map(({ path }) => path).toSorted(),
  );
  assert.equal(list.match(/^- \[.+\]\(\w+\.md#[\w-]+\)$/gm)?.length, 10);
  const decisions = pages.flatMap(({ path, source }) => {
    const [, ...sections] = source.split(/^## /m);
    return sections.map((section) => ({ path: `${path}: ${section.split('\n', 1)}`, section }));
  });
  assert.ok(decisions.length > 70);
  for (const { path, section } of decisions) {
    assert.match(section, /^.+\n\n\d{4}-\d{2}-\d{2}\n\n\*\*Decision\.\*\* /, path);
    assert.match(section, /^\*\*Why\.\*\* /m, path);
    assert.ok(section.length < 2_000, `${path} is longer than half a page`);
  }
});
