import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPublicReader } from '../../../adapters/verifier/public_reader.ts';
import { type VerifyVerdict, verifyExport } from '../../../jobs/verify_public/verify.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import { inTempDir } from '../../support/instance.ts';
import { runJobHere } from '../../support/run_command.ts';
import { runProgram } from '../../support/upload.ts';
import { type Alterations, type AlteredOptions, replaceFirst, startAltered } from './altered_instance.ts';
import { everyList } from './every_list.ts';
import { shareInstance } from './shared_instance.ts';

type MoreFile = NonNullable<BulkIndex['more']>[number];

const shared = shareInstance({ env: { TW_EXPORT_EVIDENCE: 'on' } }, async ({ url, dataDir }) => {
  await everyList().sendTo(url);
  assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
  assert.equal((await runJobHere(dataDir, ['export', '--force'])).code, 0);
});

function verify(url: string): Promise<VerifyVerdict> {
  return verifyExport(createPublicReader(url), { url, seed: 5, progress: () => undefined });
}

async function verifyAltered(alterations: Alterations, options: AlteredOptions = {}): Promise<VerifyVerdict> {
  const altered = await startAltered(shared.url, alterations, options);
  try {
    return await verify(altered.url);
  } finally {
    await altered.close();
  }
}

test('an honest instance is accepted', async () => {
  const { code, text } = await verify(shared.url);
  assert.equal(code, 0, text);
  assert.match(text, /\nEverything that was recounted agrees\.$/);
  for (const list of [
    'feed',
    'drops',
    'zeros',
    'edges',
    'names',
    'npcs',
    'objects',
    'vendors',
    'trainers',
    'quests',
    'recipes',
    'market',
    'answers',
  ]) {
    assert.match(text, new RegExp(`^${list} +[1-9]\\d* rows? +[1-9]\\d* recounted: ok$`, 'm'), text);
  }
  assert.match(text, /- Quest logs are private: the field quest, and 1 estimate based on it\./);
  assert.match(text, /- That three installs are three people/);
});

const ALTERATIONS: readonly (readonly [what: string, alterations: Alterations, first: RegExp])[] = [
  [
    'a rate',
    { 'drops-rates.ndjson': (lines) => replaceFirst(lines, '"rate":0.', '"rate":0.1') },
    /^- drops: NPC 6, item \d+: rate is 0\.1\d+ in the export and 0\.\d+ recounted\.$/m,
  ],
  [
    'a removed row',
    { 'edges.ndjson': (lines) => lines.filter((line) => !line.includes('"rel":"sold_by","toKind":"npc","toId":54')) },
    /^- edges: item \d+ sold_by npc 54 is missing in the export, but players reported it\.$/m,
  ],
  [
    'an added row',
    { 'lists/names.ndjson': (lines) => [...lines, '{"kind":"zone","id":99,"name":"Nowhere","installs":3}'] },
    /^- names: kind zone, id 99 is in the export, but not in the evidence\.$/m,
  ],
  [
    'a count of reporters',
    { 'drops-zeros.ndjson': (lines) => replaceFirst(lines, '"reporters":5', '"reporters":6') },
    /^- zeros: NPC 9: reporters is 6 in the export and 5 recounted\.$/m,
  ],
  [
    'the day of a relation',
    { 'edges.ndjson': (lines) => replaceFirst(lines, '"firstSeen":"2026-01-03"', '"firstSeen":"2026-01-02"') },
    /^- edges: .*: firstSeen is "2026-01-02" in the export and "2026-01-03" recounted\.$/m,
  ],
  [
    'a price',
    { 'lists/vendors.ndjson': (lines) => replaceFirst(lines, '"value":55', '"value":56') },
    /^- vendors: npcId 54, itemId 7: prices is \[\{"value":56,"installs":5\}\] in the export and \[\{"value":55,.*\n?/m,
  ],
  [
    'a market value',
    { 'lists/market.ndjson': (lines) => replaceFirst(lines, '"min":31', '"min":30') },
    /^- market: Everlook, all houses, item 8, 2026-01-0\d: min is 30 in the export and 31 recounted\.$/m,
  ],
  [
    'an estimate',
    {
      'drops-rates.ndjson': (lines) =>
        lines.map((line) => {
          const row = JSON.parse(line);
          return row.itemId === 2589 ? JSON.stringify({ ...row, estimate: row.estimate + 0.01 }) : line;
        }),
    },
    /^- drops: NPC 6, item 2589: estimate is 0\.\d+ in the export and 0\.\d+ recounted\.$/m,
  ],
  [
    'a record of the feed',
    {
      'corpus.ndjson': (lines) =>
        lines.filter((_, i) => i !== lines.findIndex((one) => one.includes('"sourceNpcId":9'))),
    },
    /^- feed: NPC 9: 4 windows in the feed and 5 behind its figures\.$/m,
  ],
  [
    'a record too many in the feed',
    { 'corpus.ndjson': (lines) => [...lines, lines.find((one) => one.includes('"sourceNpcId":9'))!] },
    /^- feed: NPC 9: 6 windows in the feed and 5 behind its figures\.$/m,
  ],
  [
    'a malformed row',
    { 'lists/npcs.ndjson': (lines) => ['nonsense', ...lines] },
    /^- files: line 1 of lists\/npcs\.ndjson is no row of npcs\.$/m,
  ],
];

for (const [what, alterations, first] of ALTERATIONS) {
  test(`${what} is found although the digests fit`, async () => {
    const { code, text } = await verifyAltered(alterations);
    assert.equal(code, 1, text);
    assert.match(text, first);
  });
}

const HALF_SETS: readonly (readonly [
  what: string,
  alterations: Alterations,
  options: AlteredOptions,
  code: 1 | 2,
  said: RegExp,
])[] = [
  [
    'a file of another size',
    { 'lists/quests.ndjson': (lines) => lines.map((line) => `${line} `) },
    { isHidden: false },
    1,
    /^- files: lists\/quests\.ndjson has more than [\d,]+ bytes, its size in the index\.$/m,
  ],
  [
    'a file with another digest',
    { 'edges.ndjson': (lines) => replaceFirst(lines, '"firstSeen":"2026-01-03"', '"firstSeen":"2026-01-02"') },
    { isHidden: false },
    1,
    /^- files: edges\.ndjson has the SHA-256 [0-9a-f]{64}, and [0-9a-f]{64} in the index\.$/m,
  ],
  [
    'a file of another snapshot',
    { 'corpus.ndjson': (lines) => lines.slice(0, -1) },
    { isHidden: false },
    1,
    /^- files: corpus\.ndjson has [\d,]+ bytes, and [\d,]+ bytes in the index\.$/m,
  ],
  [
    'a list of another day',
    {},
    { reindex: withMore((file) => (file.dataset === 'npcs' ? [{ ...file, day: '2026-01-01' }] : [file])) },
    1,
    /^- files: lists\/npcs\.ndjson is of 2026-01-01, and the export of \d{4}-\d\d-\d\d: all files must be of one snapshot\.$/m,
  ],
  [
    'a list without an entry in the index',
    {},
    { reindex: withMore((file) => (file.name === 'lists/npcs.ndjson' ? [] : [file])) },
    1,
    /^- files: lists\/npcs\.ndjson is missing in the index, which lists the evidence of its rows\.$/m,
  ],
  [
    'a dataset without an entry in the index',
    {},
    { reindex: (index) => ({ ...index, files: index.files.filter(({ field }) => field !== 'edges') }) },
    2,
    /could not be verified: Its \/export\/index\.json must list files of corpus, edges, rates and measuredZeros; it lacks edges\.$/,
  ],
  [
    'a missing file',
    { 'lists/npcs.ndjson': () => 'missing' },
    {},
    2,
    /could not be verified: \/export\/lists\/npcs\.ndjson is in the index, and must be readable; its status is 404\.$/,
  ],
  [
    'a file whose connection breaks',
    { 'corpus.ndjson': () => 'cut' },
    {},
    2,
    /could not be verified: \/export\/corpus\.ndjson could not be read \([\w :-]+\)\.$/,
  ],
];

/** Replaces each entry of `more` by these entries. */
function withMore(replace: (file: MoreFile) => readonly MoreFile[]): NonNullable<AlteredOptions['reindex']> {
  return (index) => ({ ...index, more: index.more!.flatMap(replace) });
}

for (const [what, alterations, options, code, said] of HALF_SETS) {
  test(`${what} is named, with exit code ${code}`, async () => {
    const verdict = await verifyAltered(alterations, options);
    assert.match(verdict.text, said);
    assert.equal(verdict.code, code, verdict.text);
  });
}

test('answers of the API that differ from the export are found', async () => {
  const altered = await startAltered(shared.url, {});
  try {
    const reader = createPublicReader(altered.url);
    const options = { url: altered.url, seed: 5, progress: () => undefined };
    const { code, text } = await verifyExport(
      {
        ...reader,
        get: async (path) => {
          const answer = await reader.get(path);
          return path === '/api/tooltip/npc/6' ? { kind: 'answer', status: 200, body: { title: 'Gnoll' } } : answer;
        },
      },
      options,
    );
    assert.equal(code, 1, text);
    assert.match(text, /^- answers: \/api\/tooltip\/npc\/6 answers \{"name":"Gnoll"\}, and the export has .*"Kobold"/m);
  } finally {
    await altered.close();
  }
});

test('the served program runs on its own and names bad addresses', () =>
  inTempDir(async (folder) => {
    const response = await fetch(`${shared.url}/verify.mjs`);
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    await writeFile(join(folder, 'verify.mjs'), await response.text());
    const help = await runProgram(folder, ['verify.mjs']);
    assert.match(help.stdout, /^Usage: node verify\.mjs URL \[--seed N\]/);
    const accepted = await runProgram(folder, ['verify.mjs', `${shared.url}/`, '--seed', '3']);
    assert.equal(accepted.code, 0, accepted.stderr + accepted.stdout);
    assert.match(accepted.stdout, /chosen with --seed 3\.[\s\S]*agrees\.\n$/);
    const altered = await startAltered(shared.url, ALTERATIONS[0]![1]);
    const different = await runProgram(folder, ['verify.mjs', altered.url]);
    await altered.close();
    assert.equal(different.code, 1, different.stderr);
    for (const [words, expected] of [
      [['nowhere'], /^URL must be the address of an instance, such as https:\/\/witness\.example; got "nowhere"\.\n$/],
      [[shared.url, '--seed', 'x'], /^--seed must be a whole number of at most 9 digits; got "x"\.\n$/],
      [[altered.url], /could not be reached \((?:ECONNREFUSED|network error)\): check the address\.\n$/],
      [[`${shared.url}/docs`], /\/docs\/export\/index\.json must be the index of an export; its status is 404\./],
      [[], /^Usage/],
    ] as const) {
      const refused = await runProgram(folder, ['verify.mjs', ...words]);
      assert.match(refused.stderr + refused.stdout, expected);
      assert.equal(refused.code, words.length === 0 ? 0 : 2);
    }
  }));
