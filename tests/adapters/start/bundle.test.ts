import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { FOLDER_ENV } from '../../../adapters/data_folder/open_folder.ts';
import { filesEndingIn } from '../../house/documents.ts';
import { createTree, type Run, type Tree, wordModule } from './tree.ts';

const skip = 'Deno' in globalThis ? 'Deno runs programs from their source' : false;

async function inTree(work: (tree: Tree) => Promise<void>): Promise<void> {
  const tree = createTree();
  try {
    await work(tree);
  } finally {
    tree.remove();
  }
}

function assertSaid(run: Run, words: string): void {
  assert.deepEqual(run, { code: 0, out: words, err: '' });
}

/** Returns the codes of the log lines which say that the program was not bundled. */
function unbundledCodes({ err }: Run): readonly string[] {
  return err
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly event: string; readonly code: string })
    .flatMap(({ event, code }) => (event === 'program.not_bundled' ? [code] : []));
}

test('the first start bundles the programs and the next ones use the bundle', { skip }, () =>
  inTree(async (tree) => {
    assertSaid(await tree.run(['--some', 'words']), 'bundle one --some words');
    assertSaid(await tree.run(), 'bundle one');
    assert.equal(tree.bundles().length, 1);
  }),
);

test('a start after a change runs the new code, also if size and time of the file are the old ones', { skip }, () =>
  inTree(async (tree) => {
    const file = join(tree.root, 'domain/word.ts');
    const { atime, mtime } = statSync(file);
    await tree.run();
    tree.write('domain/word.ts', wordModule('two'));
    utimesSync(file, atime, mtime);
    assertSaid(await tree.run(), 'bundle two');
    // The second bundle was made from a file that had just changed, so its stamp could not be trusted.
    tree.write('domain/word.ts', wordModule('six'));
    utimesSync(file, atime, mtime);
    assertSaid(await tree.run(), 'bundle six');
    tree.write('domain/word.ts', wordModule('two'));
    tree.write('package.json', '{ "type": "module", "version": "2.0.0" }');
    assertSaid(await tree.run(), 'bundle two');
  }),
);

test('packages are bundled in their installed version, except the one with native code', { skip }, () =>
  inTree(async (tree) => {
    const install = (name: string, version: number): void => {
      tree.write(
        `node_modules/${name}/package.json`,
        `{ "type": "module", "main": "main.js", "version": "${version}.0.0" }`,
      );
      tree.write(`node_modules/${name}/main.js`, `export const version = '${name} ${version}';`);
    };
    for (const name of ['valibot', 'libsql']) install(name, 1);
    const imports = `import { version } from 'valibot';\nimport { version as native } from 'libsql';\n`;
    tree.write('jobs/main.ts', `${imports}console.log(version, native);`);
    assertSaid(await tree.run(), 'valibot 1 libsql 1\n');
    for (const name of ['valibot', 'libsql']) install(name, 2);
    assertSaid(await tree.run(), 'valibot 2 libsql 2\n');
    assert.equal(tree.bundles().length, 2);
    const module = readFileSync(join(tree.cache(), tree.bundles()[0]!, 'jobs/main.mjs'), 'utf8');
    assert.match(module, /valibot \d/);
    assert.doesNotMatch(module, /libsql \d/);
  }),
);

test('files that were copied or touched but not changed keep the bundle', { skip }, () =>
  inTree(async (tree) => {
    await tree.run();
    const stamps = (): unknown => JSON.parse(readFileSync(join(tree.cache(), 'current.json'), 'utf8'));
    const before = stamps();
    utimesSync(join(tree.root, 'domain/word.ts'), 1, 1);
    assertSaid(await tree.run(), 'bundle one');
    assert.equal(tree.bundles().length, 1);
    // Changes of the last two seconds have no stamp yet.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    assertSaid(await tree.run(), 'bundle one');
    assert.notDeepEqual(stamps(), before);
    assert.equal(tree.bundles().length, 1);
  }),
);

test('a damaged bundle is replaced', { skip }, () =>
  inTree(async (tree) => {
    await tree.run();
    const current = join(tree.cache(), 'current.json');
    const main = (): string => {
      const { name } = JSON.parse(readFileSync(current, 'utf8')) as { readonly name: string };
      return join(tree.cache(), name, 'jobs/main.mjs');
    };
    for (const damage of [
      () => truncateSync(main(), 10),
      () => writeFileSync(main(), readFileSync(main(), 'utf8').replace('one', 'bad')),
      () => truncateSync(current, 100),
      () => writeFileSync(current, '{}'),
      () => writeFileSync(current, 'null'),
    ]) {
      damage();
      assertSaid(await tree.run(), 'bundle one');
    }
    assert.equal(tree.bundles().length, 6);
  }),
);

test('a program starts from its source and says so if its bundle cannot be written', { skip }, () =>
  inTree(async (tree) => {
    tree.write('node_modules/.cache', 'a file instead of a folder');
    const first = await tree.run(['word']);
    assert.deepEqual([first.code, first.out], [0, 'source one word']);
    assert.deepEqual(unbundledCodes(first), ['ENOTDIR']);
    assert.equal(first.err.split('\n').length, 2, first.err);
    assert.doesNotMatch(first.err, new RegExp(tree.root));
    // A builder inherits the log of an instance, which said so already.
    assertSaid(await tree.run([], { env: { [FOLDER_ENV]: '1' } }), 'source one');
    assertSaid(await tree.run([], { env: { TW_LOG: 'off' } }), 'source one');
    assert.match(
      (await tree.run([], { env: { TW_LOG: 'pretty' } })).err,
      /^This start takes longer, .*\(ENOTDIR\)\.\n$/,
    );
  }),
);

test('a folder without the packages for developing says what is missing', { skip }, () =>
  inTree(async (tree) => {
    rmSync(join(tree.packages, 'esbuild'));
    const { code, out, err } = await tree.run();
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^The packages .* are missing: run npm install in its folder, without --omit=dev\.\n$/);
  }),
);

test('a built program runs from the place of its source, without the packages and without a mark', { skip }, () =>
  inTree(async (tree) => {
    rmSync(tree.packages, { recursive: true });
    tree.write('jobs/main.mjs', `process.stdout.write(['built', globalThis.thirdWitnessUrl].join(' '));`);
    rmSync(join(tree.root, 'jobs/main.ts'));
    const { code, out, err } = await tree.run();
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^built file:.*\/adapters\/program_files\.ts$/);
    assert.ok(!existsSync(join(tree.root, 'used')));
  }),
);

test('a user who cannot write to the packages uses the bundle of another user', { skip }, () =>
  inTree(async (tree) => {
    await tree.run();
    const asOther = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    for (const folder of [tree.root, tree.packages, tree.cache(), dirname(tree.cache())]) chmodSync(folder, 0o555);
    try {
      assertSaid(await tree.run([], asOther), 'bundle one');
      utimesSync(join(tree.root, 'domain/word.ts'), 1, 1);
      assertSaid(await tree.run([], asOther), 'bundle one');
    } finally {
      for (const folder of [tree.root, tree.packages, tree.cache(), dirname(tree.cache())]) chmodSync(folder, 0o755);
    }
  }),
);

test('programs that start at the same moment all run, and leave one bundle in use', { skip }, () =>
  inTree(async (tree) => {
    for (const run of await Promise.all([1, 2, 3, 4].map(() => tree.run()))) assertSaid(run, 'bundle one');
    const made = tree.bundles().length;
    assertSaid(await tree.run(), 'bundle one');
    assert.equal(tree.bundles().length, made);
  }),
);

test('working trees that share their packages have bundles of their own', { skip }, () =>
  inTree(async (tree) => {
    const other = createTree(tree.packages);
    try {
      other.write('domain/word.ts', wordModule('two'));
      assertSaid(await tree.run(), 'bundle one');
      assertSaid(await other.run(), 'bundle two');
      assertSaid(await tree.run(), 'bundle one');
      assert.equal(tree.bundles().length, 1);
    } finally {
      other.remove();
    }
  }),
);

test('the bundles of a removed working tree are removed with the next bundle', { skip }, () =>
  inTree(async (tree) => {
    const other = createTree(tree.packages);
    await other.run();
    const caches = join(tree.packages, '.cache/third-witness');
    assert.equal(readdirSync(caches).length, 1);
    other.remove();
    await tree.run();
    assert.deepEqual(readdirSync(caches), [basename(tree.cache())]);
  }),
);

test('only the newest bundles are kept', { skip }, () =>
  inTree(async (tree) => {
    await tree.run();
    const cache = tree.cache();
    const bundleMadeAt = (name: string, minutesAgo: number): void => {
      mkdirSync(join(cache, name));
      utimesSync(join(cache, name), Date.now() / 1000, Date.now() / 1000 - 60 * minutesAgo);
    };
    for (const minutes of [20, 30, 40, 50]) bundleMadeAt(`bundle-${minutes}`, minutes);
    tree.write('domain/word.ts', wordModule('two'));
    assertSaid(await tree.run(), 'bundle two');
    assert.deepEqual(
      tree.bundles().filter((name) => /^bundle-\d+$/.test(name)),
      ['bundle-20'],
    );
    assert.equal(tree.bundles().length, 3);
  }),
);

/** A program that loads a module on demand once the file `go` exists, if it is asked to wait. */
const LATE = `import { existsSync } from 'node:fs';
import process from 'node:process';
import { sayWord } from '../domain/word.ts';

while (process.argv.includes('wait') && !existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
const { sayLate } = await import('../domain/late.ts');
process.stdout.write(sayWord() + sayLate());
`;

function writeLate(tree: Tree): void {
  tree.write('jobs/main.ts', LATE);
  tree.write('domain/late.ts', `export function sayLate(): string {\n  return ' late';\n}\n`);
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 3_000; tries++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(holds());
}

/** Makes the present bundles older than any bundle that is kept for its age, and starts the program after a change. */
async function runAfterChange(tree: Tree, word: string): Promise<void> {
  for (const name of tree.bundles()) utimesSync(join(tree.cache(), name), 1, 1);
  for (const i of [1, 2, 3]) mkdirSync(join(tree.cache(), `bundle-newer-${word}-${i}`));
  tree.write('domain/word.ts', wordModule(word));
  assertSaid(await tree.run(), `${word} late`);
}

test('a bundle stays while a program uses it', { skip }, () =>
  inTree(async (tree) => {
    writeLate(tree);
    const waiting = tree.run(['wait']);
    const folder = (): string => join(tree.packages, '.cache/third-witness');
    const marks = (): readonly string[] =>
      existsSync(folder())
        ? (readdirSync(folder(), { recursive: true }) as string[]).filter((path) => /used.\d/.test(path))
        : [];
    await until(() => marks().length > 0);
    const [used] = tree.bundles();
    await runAfterChange(tree, 'two');
    assert.ok(tree.bundles().includes(used!));
    tree.write('go', '');
    assertSaid(await waiting, 'one late');
    await runAfterChange(tree, 'six');
    assert.ok(!tree.bundles().includes(used!));
  }),
);

test('a mark counts while its process lives, and for a day if the process is not seen', { skip }, () =>
  inTree(async (tree) => {
    writeLate(tree);
    await tree.run();
    const MARKS = { alive: [process.pid, 1], elsewhere: [2 ** 30, Date.now() / 1000 - 3_600], dead: [2 ** 30, 1] };
    for (const [name, [pid, at]] of Object.entries(MARKS)) {
      const mark = join(tree.cache(), `bundle-${name}/used/${pid}-0`);
      mkdirSync(dirname(mark), { recursive: true });
      writeFileSync(mark, '');
      utimesSync(mark, at!, at!);
    }
    await runAfterChange(tree, 'two');
    const left = tree.bundles().filter((name) => name.slice('bundle-'.length) in MARKS);
    assert.deepEqual(left.sort(), ['bundle-alive', 'bundle-elsewhere']);
  }),
);

test('a user who cannot write to the packages can mark a bundle', { skip }, () =>
  inTree(async (tree) => {
    writeLate(tree);
    await tree.run();
    const bundle = join(tree.cache(), tree.bundles()[0]!);
    for (const folder of [tree.root, tree.packages, tree.cache(), dirname(tree.cache())]) chmodSync(folder, 0o755);
    const asOther = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const waiting = tree.run(['wait'], asOther);
    await until(() => readdirSync(join(bundle, 'used')).length > 0);
    await runAfterChange(tree, 'two');
    tree.write('go', '');
    assertSaid(await waiting, 'one late');
    assert.deepEqual(readdirSync(join(bundle, 'used')), []);
  }),
);

test('the bundles of a tree that is not seen here stay while a program uses them', { skip }, () =>
  inTree(async (tree) => {
    const other = createTree(tree.packages);
    await other.run();
    const cache = join(tree.packages, '.cache/third-witness', basename(other.cache()));
    writeFileSync(join(cache, other.bundles()[0]!, `used/${process.pid}-0`), '');
    other.remove();
    await tree.run();
    assert.ok(existsSync(join(cache, 'current.json')));
  }),
);

test('stacks name the source files', { skip }, () =>
  inTree(async (tree) => {
    tree.write(
      'domain/word.ts',
      `// A comment.\n\nexport function sayWord(): string {\n  throw new Error('no word');\n}\n`,
    );
    const { code, err } = await tree.run();
    assert.equal(code, 1);
    assert.match(
      err,
      /Error: no word\n {4}at sayWord \(file:\/\/\S+\/domain\/word\.ts:4:9\)\n {4}at file:\S+\/jobs\/main\.ts:5:/,
    );
  }),
);

test('a program with a syntax error says where, as from its source', { skip }, () =>
  inTree(async (tree) => {
    tree.write('domain/word.ts', 'export function sayWord(: string {');
    const run = await tree.run();
    assert.equal(run.code, 1);
    assert.deepEqual(unbundledCodes(run), ['BUNDLE_FAILED']);
    assert.match(run.err, /domain\/word\.ts/);
  }),
);

test('only one file uses import.meta, because the bundle replaces it', () => {
  const asking = filesEndingIn('.ts').filter(
    ({ path, source }) => /^(?:adapters|domain|http|jobs|schema)\//.test(path) && /\bimport\.meta\b/.test(source),
  );
  assert.deepEqual(
    asking.map(({ path }) => path),
    ['adapters/program_files.ts'],
  );
});
