import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citable, citationFaults } from './citations.ts';
import { filesEndingIn, isThere } from './documents.ts';

const FILES = filesEndingIn('.ts', '.mjs', '.sql', '.md');
function sourceOf(path: string): string {
  return FILES.find((file) => file.path === path)!.source;
}
const DOCUMENTS = citable(sourceOf('docs/contract.md'), sourceOf('ARCHITECTURE.md'), isThere);

/** Files with faulty citations on purpose, and the changelog, which uses the names of its time. */
const PASSED_OVER = [
  'tests/house/citations.ts',
  'tests/house/citations.test.ts',
  'tests/house/links.test.ts',
  'CHANGELOG.md',
];

test('every citation refers to an existing part of the repository', () => {
  assert.ok(FILES.length > 500, `only ${FILES.length} files found`);
  const faults = FILES.filter(({ path }) => !PASSED_OVER.includes(path)).flatMap(({ path, source }) =>
    citationFaults(path, source, DOCUMENTS),
  );
  assert.deepEqual(faults, []);
});

test('the contract has sections 1 to 10, and names within a section are unique', () => {
  assert.deepEqual([...DOCUMENTS.sections.keys()], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const [number, titles] of DOCUMENTS.sections) {
    assert.ok(titles.length > 0, `section ${number}`);
    assert.equal(new Set(titles).size, titles.length, `section ${number}`);
  }
});

test('the check finds each kind of broken citation', () => {
  const documents = citable(
    '# C\n\n## 1. Requests\n\n### Key\n\n### Rate limits\n\n## 2. Judging\n\n### Grant\n\n### Sharing\n\n## 3. Public\n',
    '# A\n\n## Map\n\n### The data folder\n',
    (path) => ['README.md', 'ARCHITECTURE.md', 'docs/contract.md'].includes(path),
  );
  const planted: [source: string, seen: boolean][] = [
    ['/** Who may (contract, section 1). */', false],
    ['/** Who may (contract, section 1, Key). */', false],
    ['/** Who may (contract, section 1, Rate limits): so often. */', false],
    ['/** Who may (contract, section\n * 1, Rate\n * limits). */', false],
    ['/** Who may (contract,\n * section 9, Key). */', true],
    ['/** Who may (contract, section 1, Keys). */', true],
    ['/** Who may (contract, section 2, Key). */', true],
    ['/** Who may (contract, section 4). */', true],
    ['/** Who may (contract, section 2, Sharing and Grant). */', false],
    ['/** Who may (contract, section 2, Grant, Sharing and giving). */', false],
    ['/** Who may (contract, section 2, Sharing and Giving). */', true],
    ['/** Who may (contract, section 1, and nothing else). */', false],
    ['/** Who may (contract, sections 1 and 2; docs/contract.md, section 1, Key). */', false],
    ['/** Who may (contract, sections 1 to 3). */', false],
    ['/** Who may (contract, sections 1 to 4). */', true],
    ['/** Who may (contract, section 1, Key; contract, section 2, Lock). */', true],
    ['/** Contract, section 1, Key: who may. */', false],
    ['/** Who may (section 1, Key). */', true],
    ['/** base64url (RFC 4648, section 5). */', false],
    ['/** Freed bytes (the file format, section 1.6). */', false],
    ['/** Where files are (ARCHITECTURE.md, The data folder). */', false],
    ['/** Where files are (ARCHITECTURE.md, Map). */', false],
    ['/** Where files are (ARCHITECTURE.md, The folder). */', true],
    ['/** Where files are, as ARCHITECTURE.md, which see, says. */', false],
    ['/** spec, GET /api/edges. */', true],
    ['/** What it is (spec, Limits; contract, section 1). */', true],
    ['/** What it is (spec, edgesResponse). */', true],
    ['/** What it is (design, section 1). */', true],
    ['/** What it is (design, Places are dense). */', true],
    ['// in the order of the spec', true],
    ['/** As the specification has it. */', true],
    ['const spec = 1;', false],
    ['bundle({ spec, domNode });', false],
    ['/** Slow by design, as it must be. */', false],
    ['/** See README.md and docs/contract.md. */', false],
    ['/** See NOTES.md. */', true],
    ['/** See notes/spec.md, where it stands. */', true],
    ["const file = 'docs/nowhere.md';", true],
  ];
  for (const [source, seen] of planted) {
    const faults = citationFaults('domain/a.ts', source, documents);
    assert.equal(faults.length > 0, seen, `${source}\n${faults.join('\n')}`);
  }
});
