import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parquetMetadata } from 'hyparquet';
import type { ExportReader } from '../../../domain/ports/exports.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import { looted, marketDay, named, sells } from '../../domain/exports/addon_world.ts';
import {
  corpusRows,
  edge,
  readExported,
  servedFolder,
  servedIndex,
  withYard,
  type Yard,
} from '../../domain/exports/support.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { createWorld, PUBLIC_URL } from '../support.ts';

const BUILD = '1.15.8.67156';

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly mediatype: string;
  readonly bytes: number;
  readonly hash: string;
  readonly licenses?: readonly { readonly name?: string; readonly title: string; readonly path: string }[];
  readonly schema?: { readonly fields: readonly { readonly name: string; readonly type: string }[] };
}

interface DataPackage {
  readonly version: string;
  readonly created: string;
  readonly dataAsOf: string;
  readonly licenses: Resource['licenses'];
  readonly resources: readonly Resource[];
}

interface Dataset {
  readonly license: string;
  readonly version: string;
  readonly datePublished: string;
  readonly distribution: readonly {
    readonly '@type': string;
    readonly '@id'?: string;
    readonly contentUrl: string;
    readonly contentSize: string;
    readonly encodingFormat: string;
    readonly sha256: string;
    readonly license?: string;
  }[];
}

interface Croissant extends Dataset {
  readonly recordSet: readonly {
    readonly '@id': string;
    readonly field: readonly {
      readonly '@id': string;
      readonly dataType: string;
      readonly source: {
        readonly fileObject: { readonly '@id': string };
        readonly extract: { readonly column: string };
      };
    }[];
  }[];
}

/** Exports something in each file, also rows of the game's files and lists of an earlier day. */
async function exportAll(yard: Yard): Promise<void> {
  await yard.snapshot({
    corpus: [corpusRows('loot', 0, 3)],
    drops: [looted('npc', 6, 10, [[2934, 4]])],
    edges: [edge('dropped_by:item:npc', 2934, 6)],
    facts: [named('npcs', 6, 'Kobold'), sells(54, 159, { prices: [5], stock: 3 })],
    market: [marketDay(2589, 20_000, 119, [''])],
  });
  await importPieces(
    yard.snapshots,
    piecesOf([gameItem(5, { classId: 4, subclassId: 1 })], [['same_icon', 5, 9]]),
    BUILD,
  );
  await yard.snapshot();
  await yard.export();
  yard.clock.ms += 86_400_000;
  await yard.snapshot();
  await yard.export();
}

async function described<T>(exports: ExportReader, path: string): Promise<T> {
  const heard = await createWorld({ exports }).ask(`/export/${path}`);
  assert.equal(heard.status, 200, heard.text);
  return JSON.parse(heard.text) as T;
}

/** Returns the files that descriptions list. */
function listedFiles({
  files,
  more = [],
}: BulkIndex): readonly (BulkIndex['files'] | NonNullable<BulkIndex['more']>)[number][] {
  return [...files, ...more.filter(({ name }) => !name.startsWith('addons/') && !/\d{4}-/.test(name))];
}

test('the Data Package lists each file of the newest snapshot with its size, digest and columns', () =>
  withYard(async (yard) => {
    await exportAll(yard);
    const [index, folder] = [await servedIndex(yard.root), await servedFolder(yard.root)];
    const found = await described<DataPackage>(yard.reader, 'datapackage.json');
    assert.deepEqual(
      [found.version, found.created, found.dataAsOf],
      [index.snapshot, index.generatedAt, index.dataAsOf],
    );
    assert.deepEqual(found.licenses, [{ name: 'CC-BY-SA-4.0', title: index.licence, path: index.licenceUrl }]);
    assert.ok(found.resources.length > 30);
    assert.deepEqual(
      found.resources.map(({ path }) => path).sort(),
      listedFiles(index)
        .map(({ name }) => name)
        .sort(),
    );
    assert.equal(new Set(found.resources.map(({ name }) => name)).size, found.resources.length);
    for (const { path, format, bytes, hash, schema } of found.resources) {
      const content = await readExported(folder, path);
      assert.equal(content.byteLength, bytes, path);
      assert.equal(`sha256:${createHash('sha256').update(content).digest('hex')}`, hash, path);
      const columns = schema?.fields.map(({ name }) => name);
      if (format === 'csv')
        assert.deepEqual(columns, content.toString().replace('\uFEFF', '').split('\r\n')[0]!.split(','));
      if (format !== 'parquet') continue;
      const { children } = await parquetColumns(content);
      assert.deepEqual(columns, children, path);
    }
    const types = (path: string) =>
      Object.fromEntries(
        found.resources.find((one) => one.path === path)!.schema!.fields.map((one) => [one.name, one.type]),
      );
    assert.deepEqual(types('lists/npcs.csv'), {
      npcId: 'integer',
      'name.value': 'string',
      'name.installs': 'integer',
      'name.locale': 'string',
      levels: 'array',
      reactions: 'array',
      pins: 'array',
    });
    assert.equal(types('lists/market.parquet')['day'], 'date');
    assert.equal(types('drops-rates.parquet')['always'], 'boolean');
    assert.equal(types('drops-rates.parquet')['rate'], 'number');
  }));

/** Returns the names of the columns of a Parquet file. */
async function parquetColumns(content: Uint8Array): Promise<{ readonly children: readonly string[] }> {
  const { schema } = parquetMetadata(new Uint8Array(content).buffer);
  const children: string[] = [];
  // An element is followed by its children, and theirs.
  const skip = (at: number): number => {
    let next = at + 1;
    for (let i = 0; i < (schema[at]!.num_children ?? 0); i++) next = skip(next);
    return next;
  };
  for (let at = 1; at < schema.length; at = skip(at)) children.push(schema[at]!.name);
  return { children };
}

test('rows of the game’s files are not under our licence', () =>
  withYard(async (yard) => {
    await exportAll(yard);
    const { resources } = await described<DataPackage>(yard.reader, 'datapackage.json');
    const { distribution } = await described<Dataset>(yard.reader, 'croissant.json');
    for (const file of listedFiles(await servedIndex(yard.root))) {
      const { licenses } = resources.find(({ path }) => path === file.name)!;
      const { license } = distribution.find(({ contentUrl }) => contentUrl.endsWith(`/${file.name}`))!;
      const terms = `${PUBLIC_URL}/terms`;
      const expected = { observed: undefined, mixed: ['CC BY-SA 4.0', 'theirs'], 'game-files': ['theirs'] }[file.data];
      assert.deepEqual(
        licenses?.map(({ path, title }) => (path === terms ? 'theirs' : title)),
        expected,
        file.name,
      );
      assert.equal(license, file.data === 'observed' ? undefined : terms, file.name);
    }
    assert.ok(resources.some(({ path, licenses }) => path === 'items.parquet' && licenses?.length === 1));
    assert.ok(resources.some(({ path, licenses }) => path === 'edges.parquet' && licenses?.length === 2));
  }));

test('Croissant lists the same files, and fields that are columns of its Parquet files', () =>
  withYard(async (yard) => {
    await exportAll(yard);
    const [index, folder] = [await servedIndex(yard.root), await servedFolder(yard.root)];
    const found = await described<Croissant>(yard.reader, 'croissant.json');
    assert.deepEqual(
      [found.license, found.version, found.datePublished],
      [index.licenceUrl, index.snapshot, index.generatedAt],
    );
    assert.deepEqual(
      found.distribution.map((file) => [file['@type'], file['@id'], file.contentSize, file.sha256]),
      listedFiles(index).map(({ name, bytes, sha256 }) => ['cr:FileObject', name, `${bytes} B`, sha256]),
    );
    const ids = [
      ...found.distribution.map((file) => file['@id']),
      ...found.recordSet.flatMap((set) => [set['@id'], ...set.field.map((field) => field['@id'])]),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(found.recordSet.length, 13);
    for (const { field } of found.recordSet) {
      const file = field[0]!.source.fileObject['@id'];
      const { children } = await parquetColumns(await readExported(folder, file));
      assert.ok(field.length > 0 && field.every(({ source }) => children.includes(source.extract.column)), file);
      assert.ok(
        field.every(({ dataType }) => /^sc:(Integer|Float|Text|Boolean|Date)$/.test(dataType)),
        file,
      );
    }
  }));

test('the page of the export describes the dataset to search engines, as data and not as a script', () =>
  withYard(async (yard) => {
    await exportAll(yard);
    const serviceName = '</script><script>alert(1)</script>';
    const world = createWorld({ exports: yard.reader, settings: { serviceName } });
    const { text, headers } = await world.ask('/export');
    const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    const [dataset, ...others] = scripts.filter(([, , content]) => content !== '');
    assert.deepEqual([dataset![1], others], [' type="application/ld+json"', []]);
    const { '@type': type, name, distribution } = JSON.parse(dataset![2]!) as Dataset & Record<string, unknown>;
    assert.deepEqual([type, name], ['Dataset', `Public data of ${serviceName}`]);
    assert.ok(distribution.length > 30 && distribution.every((file) => file['@type'] === 'DataDownload'));
    const npcs = distribution.find(({ contentUrl }) => contentUrl === `${PUBLIC_URL}/export/lists/npcs.parquet`);
    assert.equal(npcs?.encodingFormat, 'application/vnd.apache.parquet');
    assert.match(headers.get('content-security-policy')!, /script-src 'self';/);
    assert.match(text, /href="\/export\/lists\/npcs\.parquet" download>/);
  }));

test('descriptions have their media type and licence, and do not exist before the first export', () =>
  withYard(async (yard) => {
    const world = createWorld({ exports: yard.reader });
    for (const path of ['datapackage.json', 'croissant.json'])
      assert.equal((await world.ask(`/export/${path}`)).status, 404);
    assert.doesNotMatch((await world.ask('/export')).text, /ld\+json/);
    await exportAll(yard);
    for (const [path, type] of [
      ['datapackage.json', 'application/json'],
      ['croissant.json', 'application/ld+json'],
    ] as const) {
      const { headers } = await world.ask(`/export/${path}`);
      assert.equal(headers.get('content-type'), type);
      assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0');
      assert.equal(
        (await world.ask(`/export/${path}`, { headers: { 'if-none-match': headers.get('etag')! } })).status,
        304,
      );
    }
    await writeFile(join(await servedFolder(yard.root), 'index.json'), '{"files":[]}\n');
    for (const path of ['datapackage.json', 'croissant.json'])
      assert.equal((await world.ask(`/export/${path}`)).status, 503, 'a damaged index describes nothing');
  }));

test('an export of a release without Parquet is described without it', () =>
  withYard(async (yard) => {
    await exportAll(yard);
    const { more = [], ...index } = await servedIndex(yard.root);
    const older = { ...index, more: more.filter(({ format }) => format !== 'parquet') };
    const reader = { ...yard.reader, index: async () => new TextEncoder().encode(JSON.stringify(older)) };
    const { resources } = await described<DataPackage>(reader, 'datapackage.json');
    assert.ok(resources.length > 15 && !resources.some(({ format }) => format === 'parquet'));
    const { distribution, recordSet } = await described<Croissant>(reader, 'croissant.json');
    assert.deepEqual([distribution.length, recordSet], [resources.length, []]);
    const { text } = await createWorld({ exports: reader }).ask('/export');
    assert.doesNotMatch(text, /\.parquet/);
  }));
