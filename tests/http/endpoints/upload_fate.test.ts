import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCoverageSubject } from '../../../domain/families/coverage.ts';
import type { UploadContents } from '../../../domain/ports/upload_contents.ts';
import { UPLOAD_SUBJECTS_MAX } from '../../../domain/reads/upload.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { replaceReads } from '../../support/replace_reads.ts';
import { storageFails } from '../../support/storage_fails.ts';
import { createWorld, publicEdge, publicSource, START_MS } from '../support.ts';

const NUMBER = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

const UPLOAD: UploadContents = {
  uploads: 1,
  uploadsRead: 1,
  receivedAtMs: START_MS - 7 * 60_000,
  lastSeq: 1,
  uncounted: 0,
  damaged: 0,
  storedByKind: [
    { kind: 'auction_scan', records: 2 },
    { kind: 'npc_sighting', records: 1204 },
  ],
  summary: { repeats: { loot: 3 }, refused: { 'wrong-type': { vendor: 2, '': 1 }, 'day-quota': { loot: 4 } } },
  reportedSubjects: [
    { kind: 'npc', id: 25 },
    { kind: 'npc', id: 26 },
    { kind: 'npc', id: 27 },
    { kind: 'npc_loot', id: 7 },
    { kind: 'npc_loot', id: 8 },
    { kind: 'vendor', id: 25 },
    { kind: 'object', id: 6 },
    { kind: 'item', id: 5 },
  ],
  reportedFacts: [],
};

function worldOf(upload: UploadContents | null) {
  return createWorld({ uploads: { find: async (number) => ok(number === NUMBER ? upload : null) } });
}

function waits(subject: string, missing: object) {
  return {
    family: 'coverage',
    subject,
    body: { missing, zones: [] },
  };
}

/** Returns the sections of a page, keyed by id. */
function sectionsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/<section id="([a-z]+)"[^>]*>(.*?)<\/section>/gs)].map(([, id, part]) => [id, part!]),
  );
}

test('the page says what was stored, repeated and refused, what is public now and what needs more reports', async () => {
  const { ask, write } = worldOf(UPLOAD);
  await write({
    facts: [
      { family: 'npcs', subject: '25', body: { name: { value: 'Ann <b>', installs: 3 } } },
      waits('npc:26', { npc: 1 }),
      waits('npc:8', { npc_loot: 2 }),
      waits('item:5', { item: 2 }),
    ],
    edges: [publicEdge('sold_by:item:npc:9:25')],
    drops: [publicSource(6, 1), publicSource(7, 1)],
  });
  const { status, text, headers } = await ask(`/upload/${NUMBER}`);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  for (const part of [
    '<meta name="robots" content="noindex">',
    '>2026-11-21</time>, between 11:00 and 12:00 UTC',
    '<strong>1</strong> of your discoveries needs just one more player.',
    'with update 1, <time datetime="2026-11-21T12:00:00.000Z">',
  ]) {
    assert.ok(text.includes(part), part);
  }
  for (const row of [
    ['Creatures and people seen', '1,204', '0', '0'],
    [
      'They are not in a form that this site accepts. A newer version of the addon may help.',
      'Unknown records and Vendors visited',
      '3',
    ],
    ['They are more than one player can see in a day.', 'Loot windows opened', '4'],
  ]) {
    assert.match(text, new RegExp(row.map((cell) => `<td[^>]*>${cell}</td>`).join('')));
  }
  const { public: shown = '', one = '', open = '' } = sectionsOf(text);
  const linked = [...shown.matchAll(/<li>([a-z ]*)<a href="([^"]+)">/g)].map(([, what, to]) => [what, to]);
  assert.deepEqual(linked, [
    ['', '/npc/25'],
    ['loot of ', '/npc/7'],
    ['goods of ', '/npc/25'],
    ['', '/object/6'],
  ]);
  assert.ok(shown.includes('<bdi>Ann &lt;b&gt;</bdi>'));
  assert.ok(one.includes('NPC 26') && one.includes('<li>Target <span>NPC 26</span></li>') && !one.includes('<a '));
  for (const kind of ['npc_sighting', 'auction_scan', 'wrong-type']) assert.ok(!text.includes(kind), kind);
  for (const subject of ['NPC 8', 'Item 5', 'NPC 27']) assert.ok(open.includes(subject), subject);
  assert.ok(!/NPC (25|26)\b/.test(open));
});

test('a withheld install sees the same as an install whose reports nobody confirms', async () => {
  const counted = worldOf(UPLOAD);
  await counted.write({
    facts: UPLOAD.reportedSubjects.map(({ kind, id }) => waits(formatCoverageSubject(kind, id), { [kind]: 2 })),
  });
  const withheld = worldOf(UPLOAD);
  await withheld.write();
  const { text } = await counted.ask(`/upload/${NUMBER}`);
  assert.ok(text.includes('Item 5'));
  assert.equal(text, (await withheld.ask(`/upload/${NUMBER}`)).text);
});

test('before a snapshot includes the upload, the page says only that', async () => {
  const { ask, write } = worldOf({ ...UPLOAD, lastSeq: 2 });
  for (let n = 0; n < 2; n++) {
    const { status, text } = await ask(`/upload/${NUMBER}`);
    assert.equal(status, 200);
    assert.ok(text.includes('with the next update') && !text.includes('NPC 26'));
    await write({ facts: [waits('npc:26', { npc: 1 })] });
  }
  assert.ok((await ask(`/upload/${NUMBER}`)).text.includes('NPC 26'));
});

test('an unknown number is not shown as zero', async () => {
  const { ask, write } = worldOf({ ...UPLOAD, summary: null });
  await write();
  const { text } = await ask(`/upload/${NUMBER}`);
  assert.ok(text.includes('this is only recorded if all of them name the same install'));
  assert.ok(
    /<td>Creatures and people seen<\/td><td[^>]*>1,204<\/td><td class="n"[^>]* data-value="">unknown<\/td>/.test(text),
  );
});

const SESSION = 'aB3_-aB3_-aB3_-aB3_-xy';

/** An upload that reports the name and the levels of NPC 25 at this time. */
function reporting(receivedAtMs: number): UploadContents {
  const reportedFacts = ['name', 'levels'].map((field) => ({ family: 'npcs', subject: '25', field, receivedAtMs }));
  return { ...UPLOAD, reportedFacts };
}

const NAMED = { family: 'npcs', subject: '25', body: { name: { value: 'Ann', installs: 3 } } };

test('facts that became public after they were reported are named, and no others', async () => {
  const { ask, write, clock } = worldOf(reporting(START_MS));
  await write();
  assert.ok(!(await ask(`/upload/${NUMBER}`)).text.includes('became public.'), 'nothing is public');
  clock.ms += 600_000;
  await write({ facts: [NAMED, { family: 'npcs', subject: '26', body: { name: { value: 'Bob', installs: 3 } } }] });
  const { text } = await ask(`/upload/${NUMBER}`);
  assert.match(
    text,
    /<p class="headline"><strong>1 fact<\/strong> you reported became public\.<\/p>\n<p>It was not public before/,
  );
  const { confirmed = '' } = sectionsOf(text);
  assert.match(confirmed, /<li><a href="\/npc\/25"><bdi>Ann<\/bdi><\/a><small>name<\/small><\/li>/);
  assert.ok(!confirmed.includes('Bob'));

  const late = worldOf(reporting(START_MS + 900_000));
  await late.write({ facts: [NAMED] });
  assert.ok(!(await late.ask(`/upload/${NUMBER}`)).text.includes('became public.'), 'it was public before');
});

test('a fact that was withdrawn again is not counted', async () => {
  const { ask, write, clock } = worldOf(reporting(START_MS - 1));
  await write({ facts: [NAMED] });
  assert.ok((await ask(`/upload/${NUMBER}`)).text.includes('<strong>1 fact</strong>'));
  clock.ms += 600_000;
  await write({ facts: [{ ...NAMED, body: null }] });
  assert.ok(!(await ask(`/upload/${NUMBER}`)).text.includes('<strong>1 fact</strong>'));
});

test('a session has one page for all of its uploads, and its characters are told apart', async () => {
  const uploads = {
    find: async (name: string) => ok(name === SESSION ? { ...UPLOAD, uploads: 63, uploadsRead: 20 } : null),
  };
  const { ask, write } = createWorld({ uploads });
  await write();
  const { status, text, headers } = await ask(`/upload/${SESSION}`);
  assert.equal(status, 200);
  assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer']);
  assert.ok(text.includes('<meta name="robots" content="noindex">') && !text.includes(SESSION));
  assert.match(
    text,
    /The file was sent in 63 parts\. Looking all of them up would keep new uploads waiting, so this\s+page describes only the first 20, with [\d,]+ records?\. The others count as well\./,
  );
  const unknown = await ask(`/upload/${NUMBER}`);
  for (const other of [SESSION.toLowerCase(), SESSION.slice(1), `${SESSION}a`, `${SESSION.slice(1)}.`]) {
    const answer = await ask(`/upload/${other}`);
    assert.deepEqual([answer.status, answer.text], [404, unknown.text], other);
  }
});

test('while uploads wait, the page has all that its script needs, and says what to do without scripts', async () => {
  const { ask, write } = worldOf({ ...UPLOAD, lastSeq: 2 });
  await write();
  const { text } = await ask(`/upload/${NUMBER}`);
  assert.match(text, /<div id="contribution" data-snapshot="[^"]+\.1" data-health="\/api\/health" data-waits>/);
  assert.ok(text.includes('<noscript><p>Reload this page in ten minutes.</p></noscript>'));
  assert.ok(text.includes('<script src="/assets/contribution.js" defer></script>'));
  assert.ok(text.includes('<section id="held-back" class="panel" hidden></section>'));
  await write();
  assert.ok(!(await ask(`/upload/${NUMBER}`)).text.includes('data-waits'));
});

test('damaged records are left out, and the page says how many', async () => {
  const { ask, write } = worldOf({ ...UPLOAD, damaged: 1204 });
  await write();
  assert.match((await ask(`/upload/${NUMBER}`)).text, /<p>1,204 records cannot be read any more, /);
  const whole = worldOf(UPLOAD);
  await whole.write();
  assert.ok(!(await whole.ask(`/upload/${NUMBER}`)).text.includes('cannot be read'));
});

test('an unknown upload id is not found, whatever it looks like', async () => {
  const { ask, write } = worldOf(null);
  await write();
  const pages = await Promise.all(
    [NUMBER, `${NUMBER}0`, 'x', '%3Cscript%3E', '01ARZ3NDEKTSV4RRFFQ69G5FAU'].map((number) => ask(`/upload/${number}`)),
  );
  for (const { status, text, headers } of pages) {
    assert.equal(status, 404);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(text, pages[0]!.text);
  }
});

test('a long list is cut and has its total', async () => {
  const told = Array.from({ length: UPLOAD_SUBJECTS_MAX + 30 }, (_, i) => ({ kind: 'item', id: i + 1 }) as const);
  const { ask, write } = worldOf({ ...UPLOAD, reportedSubjects: told });
  await write({ facts: told.map(({ id }) => waits(`item:${id}`, { item: 2 })) });
  const { open = '' } = sectionsOf((await ask(`/upload/${NUMBER}`)).text);
  assert.equal(open.match(/<li><span class="item q-none"><i [^>]*><\/i>Item/g)?.length, UPLOAD_SUBJECTS_MAX);
  assert.ok(open.includes(`The first ${UPLOAD_SUBJECTS_MAX} of ${told.length} subjects.`));
});

test('names are read only for what is shown, however much the upload has', async () => {
  const told = Array.from({ length: 1_000 }, (_, i) => ({ kind: 'npc', id: i + 1 }) as const);
  const asked: number[] = [];
  const { ask, write } = createWorld({
    uploads: { find: async () => ok({ ...UPLOAD, reportedSubjects: told }) },
    store: (store) =>
      replaceReads(store, (snapshot) => ({
        factsAmong: (family, subjects) => {
          if (family.name === 'npcs') asked.push(subjects.length);
          return snapshot.factsAmong(family, subjects);
        },
      })),
  });
  await write({
    facts: told.map(({ id }) => ({ family: 'npcs', subject: `${id}`, body: { name: { value: 'Ann', installs: 3 } } })),
  });
  const { public: shown = '' } = sectionsOf((await ask(`/upload/${NUMBER}`)).text);
  assert.equal(shown.match(/<bdi>Ann<\/bdi>/g)?.length, UPLOAD_SUBJECTS_MAX);
  assert.ok(shown.includes(`The first ${UPLOAD_SUBJECTS_MAX} of 1,000 subjects.`), shown.slice(-200));
  assert.deepEqual(asked, [UPLOAD_SUBJECTS_MAX]);
});

test('if too many look-ups run, a client is asked to come back, and the request does not count', async () => {
  const { ask } = createWorld({ uploads: { find: async () => err('busy') } });
  const { status, text, headers } = await ask(`/upload/${NUMBER}`);
  assert.deepEqual([status, headers.get('retry-after'), headers.get('cache-control')], [503, '30', 'no-store']);
  assert.match(text, /Too many uploads are being looked up right now/);
  assert.equal(headers.get('ratelimit'), '"tools";r=240;t=3600');
});

test('looking up uploads has the same limit as tools', async () => {
  const { ask } = worldOf(UPLOAD);
  assert.equal((await ask(`/upload/${NUMBER}`)).headers.get('ratelimit'), '"tools";r=239;t=3600');
  assert.equal((await ask('/upload/x')).headers.get('ratelimit'), '"tools";r=238;t=3600');
});

test('unreachable uploads or snapshots do not look like a missing upload', async () => {
  const gone = createWorld({ uploads: { find: async () => storageFails('uploads', 'SQLITE_IOERR') } });
  await gone.write();
  assert.equal((await gone.ask(`/upload/${NUMBER}`)).status, 503);
  const unread = worldOf(UPLOAD);
  await unread.write();
  unread.breakStorage(true);
  assert.equal((await unread.ask(`/upload/${NUMBER}`)).status, 503);
});

test('the page says who counts as a witness if the operator requires more than three installs', async () => {
  const rules: [installAgeDays: number, witnessNetworks: number, said: RegExp | null][] = [
    [0, 1, null],
    [1, 1, /only 1 day or more after the first upload\. Until then/],
    [0, 2, /only if the player is one of the first two of a network to start within 30 days\. Until/],
    [
      7,
      3,
      /only 7 days or more after the first upload and if the player is the first of a network to start within 30 days\./,
    ],
  ];
  for (const [installAgeDays, witnessNetworks, said] of rules) {
    const uploads = { find: async () => ok(UPLOAD) };
    const { ask } = createWorld({ uploads, settings: { installAgeDays, witnessNetworks } });
    const { text } = await ask(`/upload/${NUMBER}`);
    if (said === null) assert.ok(!text.includes('counts as a witness'));
    else assert.match(text, said);
    assert.equal(text.includes('over IPv4 and over IPv6 are counted separately'), witnessNetworks > 1);
  }
});
