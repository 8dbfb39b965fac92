import assert from 'node:assert/strict';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDocumentFolder } from '../../../adapters/imports/folder.ts';
import { openDocumentLines } from '../../../adapters/imports/knowledge_lines.ts';
import { loadDocuments } from '../../../domain/operator/stored_documents.ts';
import type { StoredDocuments } from '../../../domain/ports/imports.ts';
import { type DocumentMeta, NO_FILTER } from '../../../domain/ports/knowledge.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { parseKnowledgeDocument } from '../../../schema/knowledge_document.ts';
import { document } from '../../domain/knowledge/support.ts';
import { withFolder, withStores } from '../../domain/snapshot/support.ts';
import { causeOf } from '../../support/storage_fails.ts';
import { snapshotOf } from '../libsql/snapshot/game_support.ts';

const GOOD = {
  id: 'fishing',
  kind: 'guide',
  name: 'Fishing Guide',
  text: 'Tab\t, line\nend.',
  url: 'https://example.org/fishing',
  source: 'A wiki',
  licence: 'CC0-1.0',
  date: '2026-01-02',
};

test('a document is accepted if it is complete and within the limits', () => {
  const without = (field: string): object => Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== field));
  const rows: readonly (readonly [line: unknown, refusal: RegExp | null])[] = [
    [GOOD, null],
    [{ ...GOOD, version: '1.15', extId: 'x1', date: '2026-01-02T03:04:05Z' }, null],
    [{ ...GOOD, id: 'A:b_c.d-9'.padEnd(120, 'x'), text: 'x'.repeat(200_000), name: 'n'.repeat(200) }, null],
    [{ ...GOOD, text: '🗡'.repeat(200_000) }, null],
    [{ ...GOOD, id: 'x'.repeat(121) }, /^id must be text of 1 to 120 characters/],
    [{ ...GOOD, id: '' }, /^id must be/],
    [{ ...GOOD, id: 'a/b' }, /^id must be/],
    [{ ...GOOD, kind: 'Guide' }, /^kind must be/],
    [{ ...GOOD, kind: 'k'.repeat(41) }, /^kind must be/],
    [{ ...GOOD, name: ' ' }, /^name must be/],
    [{ ...GOOD, name: 'n'.repeat(201) }, /^name must be/],
    [{ ...GOOD, name: 'a\u202eb' }, /^name must be text without bidi/],
    [{ ...GOOD, text: '' }, /^text must be text of 1 to 200000 characters/],
    [{ ...GOOD, text: 'x'.repeat(200_001) }, /^text must be/],
    [{ ...GOOD, text: 'a\u0000b' }, /^text must be text without/],
    [{ ...GOOD, text: 'a\ud800b' }, /^text must be text without/],
    [{ ...GOOD, text: 'by Player-1234-0ABCDEF0' }, /^text must be text that holds no player GUID/],
    [{ ...GOOD, text: 'by player-1234-0abcdef0' }, /^text must be text that holds no player GUID/],
    [{ ...GOOD, text: '⚔️ 👩‍👧 می\u200cخواهم soft\u00adly' }, null],
    [{ ...GOOD, text: 'read\u{e0041}\u{e0042}' }, /^text must be text without bidi controls, tag characters/],
    [{ ...GOOD, text: 'a\u202eb' }, /^text must be text without bidi/],
    [{ ...GOOD, text: 'a\u2067b' }, /^text must be text without bidi/],
    [{ ...GOOD, text: 'a\ufffeb' }, /^text must be text without bidi/],
    [{ ...GOOD, text: 'a\u{1fffe}b' }, /^text must be text without bidi/],
    [{ ...GOOD, name: 'a\u{e0041}' }, /^name must be text without bidi/],
    [{ ...GOOD, source: 'a\u2028b' }, /^source must be text without bidi/],
    [{ ...GOOD, licence: 'a\u3164b' }, /^licence must be text without bidi/],
    [{ ...GOOD, url: 'https://example.org/\u{e0041}' }, /^url must be/],
    [{ ...GOOD, url: 'ftp://example.org' }, /^url must be an absolute address/],
    [{ ...GOOD, url: '/fishing' }, /^url must be/],
    [{ ...GOOD, url: 'https://a b' }, /^url must be/],
    [{ ...GOOD, url: `https://example.org/${'x'.repeat(2_000)}` }, /^url must be/],
    [{ ...GOOD, url: 'javascript:alert(1)' }, /^url must be/],
    [{ ...GOOD, source: 's'.repeat(201) }, /^source must be/],
    [{ ...GOOD, licence: 'l'.repeat(101) }, /^licence must be/],
    [{ ...GOOD, date: '2026-02-30' }, /^date must be a day such as/],
    [{ ...GOOD, date: 'yesterday' }, /^date must be .*; got "yesterday"\.$/],
    [{ ...GOOD, version: 'v'.repeat(41) }, /^version must be/],
    [{ ...GOOD, extId: 7 }, /^extId must be .*; got 7\.$/],
    [{ ...GOOD, other: 1 }, /^the line takes only id, kind, .*; got "other"\.$/],
    [without('licence'), /^licence is required: text/],
    [without('date'), /^date is required/],
    [[GOOD], /^the line must be an object/],
    ['null', /^the line must be an object/],
    ['{', /^the line must be one JSON object, but it is not JSON\.$/],
  ];
  for (const [line, refusal] of rows) {
    const parsed = parseKnowledgeDocument(typeof line === 'string' ? line : JSON.stringify(line));
    if (refusal === null) assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
    else {
      assert.ok(!parsed.ok, JSON.stringify(line).slice(0, 80));
      assert.match(parsed.error, refusal);
    }
  }
});

async function readAll(path: string, bytesMax: number) {
  const lines = await openDocumentLines(path, bytesMax);
  assert.ok(lines.ok);
  const read: (readonly [number, string | null])[] = [];
  for await (const { number, text, fault } of lines.value) read.push([number, text ?? `! ${fault}`]);
  return read;
}

test('lines are numbered, empty ones are skipped, and lines that are too long or not UTF-8 are reported', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'a.ndjson');
    const bytes = (...parts: readonly (string | Uint8Array)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
    const rows: readonly (readonly [Uint8Array, readonly (readonly [number, string])[]])[] = [
      [bytes(''), []],
      [bytes('\n\n'), []],
      [bytes('a'), [[1, 'a']]],
      [
        bytes('\ufeffa\r\n\r\nb\n'),
        [
          [1, 'a'],
          [3, 'b'],
        ],
      ],
      [
        bytes('1234567890\r\n12345678901\nx'),
        [
          [1, '1234567890'],
          [2, '! the line must have at most 10 bytes, but it has more.'],
          [3, 'x'],
        ],
      ],
      [bytes('12345678901'), [[1, '! the line must have at most 10 bytes, but it has more.']]],
      [
        bytes('x'.repeat(3_000_000), '\né'),
        [
          [1, '! the line must have at most 10 bytes, but it has more.'],
          [2, 'é'],
        ],
      ],
      [
        bytes(Uint8Array.of(0xff, 0x0a), 'y'),
        [
          [1, '! the line must be text in UTF-8, but it holds other bytes.'],
          [2, 'y'],
        ],
      ],
    ];
    for (const [content, expected] of rows) {
      writeFileSync(path, content);
      assert.deepEqual(await readAll(path, 10), expected);
    }
    const long = 'é'.repeat(200_000);
    writeFileSync(path, `${long}\n${long}`);
    assert.deepEqual(await readAll(path, 1_000_000), [
      [1, long],
      [2, long],
    ]);
    for (const wrong of [folder, join(folder, 'none')]) assert.ok(!(await openDocumentLines(wrong, 10)).ok);
  }));

const listed = async function* (count: number): AsyncGenerator<DocumentMeta> {
  for (let i = 1; i <= count; i++) yield document(`d${i}`, `Name ${i}`, 'x'.repeat(2_000));
};

async function idsOf(kept: StoredDocuments): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of kept.documents()) ids.push(id);
  return ids;
}

test('stored documents can be read repeatedly until others are stored', () =>
  withFolder(async (folder) => {
    const root = join(folder, 'imports', 'knowledge');
    const documents = createDocumentFolder(root);
    assert.equal(await documents.current(), null);
    const draft = await documents.write(listed(1_000));
    assert.equal(await documents.current(), null);
    await draft.keep();
    assert.equal((await idsOf((await documents.current())!)).length, 1_000);
    await (await documents.write(listed(1))).discard();
    await documents.write(listed(5));
    const dropped = await documents.write(listed(3));
    await dropped.keep();
    await dropped.discard();
    assert.equal((await idsOf((await documents.current())!)).length, 1_000);
    const next = await documents.write(listed(2));
    await next.keep();
    assert.deepEqual(readdirSync(root).sort(), ['1.ndjson', '2.ndjson', 'current']);
    await next.settle();
    assert.deepEqual(await idsOf((await documents.current())!), ['doc:d1', 'doc:d2']);
    assert.deepEqual(readdirSync(root).sort(), ['2.ndjson', 'current']);
    const path = join(root, '2.ndjson');
    truncateSync(path, readFileSync(path).byteLength - 6);
    await assert.rejects(idsOf((await documents.current())!), /DOCUMENTS_CUT_OFF/);
    writeFileSync(join(root, 'current'), '../x');
    assert.equal(await causeOf(documents.current()), 'DOCUMENTS_POINTER_DAMAGED');
  }));

test('documents are imported in steps, and a stopped import leaves the previous ones in place', () =>
  withStores(async (on) => {
    const steps: number[] = [];
    const load = (documents: number, goesOn = true) =>
      loadDocuments(
        { clock: { nowMs: () => 7 }, onTable: ({ rows }) => steps.push(rows), pause: async () => goesOn },
        on,
        { documents: () => listed(documents) },
      );
    assert.deepEqual(await load(600), ok(undefined));
    assert.equal((await snapshotOf(on)).view.row.writtenAtMs, 7);
    assert.deepEqual(steps, [250, 500, 600]);
    assert.deepEqual(await load(300, false), err('stopped'));
    const kinds = async () => (await snapshotOf(on)).knowledge.kinds();
    assert.deepEqual(await kinds(), { guide: 600 });
    assert.deepEqual(await load(3), ok(undefined));
    assert.equal((await snapshotOf(on)).view.row.n, 2);
    assert.deepEqual(await kinds(), { guide: 3 });
    const snapshot = await snapshotOf(on);
    const words = { among: 'names', groups: [[{ word: 'name', prefix: false }]], match: 'all' } as const;
    assert.equal((await snapshot.knowledge.matching(words, NO_FILTER)).length, 3);
  }));

test('documents stored by an earlier release are cleaned of characters that this release refuses', () =>
  withFolder(async (folder) => {
    const folderOf = createDocumentFolder(join(folder, 'documents'));
    const written = document('a', 'Gui\u{e0041}de', 'Fish \u202ehere\u{e0042} ⚔️.');
    const draft = await folderOf.write(
      (async function* () {
        yield written;
      })(),
    );
    await draft.keep();
    const read: DocumentMeta[] = [];
    for await (const one of (await folderOf.current())!.documents()) read.push(one);
    assert.deepEqual(read, [{ ...written, name: 'Guide', text: 'Fish here ⚔️.' }]);
  }));
