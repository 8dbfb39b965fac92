import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../schema/limits.ts';
import { REQUEST_BUDGETS } from '../../../schema/request_budgets.ts';
import { HOSTILE, looted, named } from '../../domain/exports/addon_world.ts';
import { TABLES } from '../../domain/reads/comparison/tables.ts';
import { createWorld, type Heard, PUBLIC_URL, parsed, type WorldOptions } from '../support.ts';

async function world(options: WorldOptions = {}) {
  const made = createWorld(options);
  await made.write({
    drops: [
      looted('npc', 6, 200, [
        [2589, 100],
        [858, 3],
      ]),
    ],
    facts: [named('items', 2589, 'Linen Cloth'), named('npcs', 6, HOSTILE)],
  });
  return made;
}

const PLAIN = { 'content-type': 'text/plain' };
const BOUNDARY = '----boundary123';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'sec-fetch-site': 'same-origin' };

/** Returns a form as browsers send it. Fields whose names begin with `file` are files. */
function formOf(fields: readonly (readonly [name: string, value: string])[]): string {
  const parts = fields.map(([name, value]) => {
    const file = name === 'file' ? '; filename="a.lua"\r\nContent-Type: application/octet-stream' : '';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

type Asked = Awaited<ReturnType<typeof world>>;

function post(asked: Asked, body: BodyInit, headers: Record<string, string> = PLAIN, query = ''): Promise<Heard> {
  return asked.ask(`/compare${query}`, { method: 'POST', headers, body });
}

test('a program sends a table as text and gets JSON or CSV', async () => {
  const asked = await world();
  const heard = await post(asked, TABLES.questie);
  assert.equal(heard.status, 200);
  assert.equal(heard.headers.get('content-type'), 'application/json');
  assert.equal(heard.headers.get('cache-control'), 'no-store');
  assert.equal(heard.headers.get('x-service-licence'), 'CC BY-SA 4.0');
  const { differences, attribution, ...counts } = JSON.parse(heard.text);
  assert.deepEqual(counts, {
    ...{ ok: true, shape: 'questie', rates: 3, skipped: 0, agreed: 1, differing: 1, notSeen: 0, unknown: 1 },
    dataAsOf: counts.dataAsOf,
  });
  assert.equal(attribution.licence, 'CC BY-SA 4.0');
  assert.deepEqual(differences, [
    {
      ...{ itemId: 2589, itemName: 'Linen Cloth', sourceType: 'npc', sourceId: 6, sourceName: HOSTILE },
      ...{ theirPercent: 90.25, percent: 50, percentLow: 43.1361, percentHigh: 56.8639 },
      ...{ kills: 200, drops: 100, installs: 3 },
    },
  ]);
  const csv = await post(asked, TABLES.csv, { 'content-type': 'text/csv; charset=utf-8' }, '?format=csv');
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(csv.text, /^\uFEFFitemId,.*\r\n2589,Linen Cloth,npc,6,"'=HYPERLINK/);
});

test('a form sends a file or a pasted table and gets a page, in which hostile names are text', async () => {
  const asked = await world();
  for (const fields of [
    [
      ['file', TABLES.pfquest],
      ['table', ''],
    ],
    [
      ['file', ''],
      ['table', TABLES.csv.replaceAll('\n', '\r\n')],
      ['shape', 'auto'],
    ],
  ] as const) {
    const heard = await post(asked, formOf([...fields, ['format', 'page']]), FORM);
    assert.equal(heard.status, 200, heard.text);
    assert.equal(heard.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(heard.text, /1 rate agrees with what players saw, and 1 differs beyond chance\./);
    assert.match(heard.text, /<a href="\/item\/2589" class="item q-/);
    assert.match(heard.text, /100 of 200 looted, 3 players/);
    assert.ok(heard.text.includes('=HYPERLINK(&quot;x&quot;)'));
    assert.ok(!heard.text.includes('HYPERLINK("'));
    assert.match(heard.text, /<meta name="robots" content="noindex">/);
  }
  const json = await post(
    asked,
    formOf([
      ['table', TABLES.atlasloot],
      ['shape', 'atlasloot'],
      ['format', 'json'],
    ]),
    FORM,
  );
  assert.equal(JSON.parse(json.text).shape, 'atlasloot');
});

test('the page has the form, and works without scripts', async () => {
  const { ask } = createWorld();
  const { status, text } = await ask('/compare');
  assert.equal(status, 200);
  assert.match(text, /<form class="post compare" method="post" action="\/compare" enctype="multipart\/form-data">/);
  assert.match(text, /At most 5 MB and\s100,000 rates/);
});

test('pages of other sites cannot send tables', async () => {
  const asked = await world();
  const cases: readonly [headers: Record<string, string>, status: number][] = [
    [{ ...FORM, 'sec-fetch-site': 'cross-site' }, 403],
    [{ ...FORM, 'sec-fetch-site': 'same-site' }, 403],
    [{ ...PLAIN, 'sec-fetch-site': 'cross-site' }, 403],
    [{ ...PLAIN, origin: 'https://other.example' }, 403],
    [{ ...PLAIN, origin: 'null' }, 403],
    [{ 'content-type': FORM['content-type'] }, 403],
    [{ ...PLAIN, origin: PUBLIC_URL }, 200],
    [{ ...PLAIN, 'sec-fetch-site': 'none' }, 200],
    [PLAIN, 200],
  ];
  for (const [headers, status] of cases) {
    const body = headers['content-type'] === 'text/plain' ? TABLES.csv : formOf([['table', TABLES.csv]]);
    assert.equal((await post(asked, body, headers)).status, status, JSON.stringify(headers));
  }
});

test('what cannot be read is refused with a sentence', async () => {
  const asked = await world({ settings: { limits: false } });
  const cases: readonly [body: string, headers: Record<string, string>, query: string, expected: RegExp][] = [
    [
      '{}',
      { 'content-type': 'application/json', origin: PUBLIC_URL },
      '',
      /Content-Type must be multipart\/form-data, text\/plain or text\/csv; it is/,
    ],
    ['x={', PLAIN, '', /^\{"ok":false,"error":"Line 1, column 4: the file ends too early/],
    ['hello', PLAIN, '', /none was found/],
    ['1,2,3', PLAIN, '?format=xml', /format must be one of page, csv, json; it is \\"xml\\"/],
    ['1,2,3', PLAIN, '?shape=odd', /shape must be one of auto, questie, pfquest, atlasloot, csv; it is \\"odd\\"/],
    [formOf([['table', '']]), FORM, '', /Paste a table or choose a file; got neither\./],
    [
      formOf([
        ['table', 'x'],
        ['file', 'y'],
      ]),
      FORM,
      '',
      /Paste a table or choose a file; got both\./,
    ],
    [
      formOf([
        ['table', 'x'],
        ['table', 'y'],
      ]),
      FORM,
      '',
      /was given twice; give it once/,
    ],
    [formOf([['other', 'x']]), FORM, '', /A field of this form must be one of table, file, shape, format/],
    ['garbage', FORM, '', /malformed/],
    [formOf([['table', 'x']]).slice(0, -20), FORM, '', /malformed/],
    [`--${BOUNDARY}\r\n\r\n`, FORM, '', /malformed/],
    [formOf(Array.from({ length: 20 }, (_, i) => [`f${i}`, 'x'] as const)), FORM, '', /malformed/],
  ];
  for (const [body, headers, query, expected] of cases) {
    const heard = await post(asked, body, headers, query);
    assert.equal(heard.status, 400, heard.text);
    assert.match(heard.text, expected);
  }
});

test('a table that is too large is refused while it is read', async () => {
  const asked = await world();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 100_000;
      controller.enqueue(new Uint8Array(100_000).fill(0x20));
    },
  });
  const heard = await asked.ask('/compare', { method: 'POST', headers: PLAIN, body, duplex: 'half' } as RequestInit);
  assert.equal(heard.status, 413);
  assert.equal(JSON.parse(heard.text).error, TOO_LARGE);
  assert.ok(sent < LIMITS.compareBytesMax.value + 1_000_000);
});

const TOO_LARGE = 'A table must have at most 5,000,000 bytes and 100,000 rates; this one has more.';

test('tables with too many bytes or rates are refused with one status and one sentence', async () => {
  const asked = await world({ settings: { limits: false } });
  const long = 'x'.repeat(LIMITS.compareBytesMax.value + 1);
  const many = '2589,6,50\n'.repeat(LIMITS.compareRowsMax.value + 1);
  for (const [table, format] of [long, many, `${many}${long}`].flatMap((one) =>
    ['page', 'json'].map((f) => [one, f]),
  )) {
    const asText = await post(asked, table!, PLAIN, `?format=${format}`);
    const fields = [
      ['table', table!],
      ['format', format!],
    ] as const;
    const asForm = await post(asked, formOf(fields), FORM);
    for (const { status, text } of [asText, asForm]) {
      assert.equal(status, 413);
      assert.ok(text.includes(TOO_LARGE), text.slice(0, 500));
    }
  }
});

test('ten tables an hour are compared for a client, and nothing of them is logged', async () => {
  const asked = await world();
  assert.equal(REQUEST_BUDGETS.compare.anonymous, 10);
  for (let i = 0; i < 10; i++) assert.equal((await post(asked, 'secret = { [858] = { [6] = 1 } }')).status, 200);
  const refused = await post(asked, TABLES.csv);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  parsed('apiError', refused.text);
  const page = await post(asked, formOf([['table', TABLES.csv]]), FORM);
  assert.deepEqual([page.status, page.headers.get('content-type')], [429, 'text/html; charset=utf-8']);
  assert.doesNotMatch(JSON.stringify(asked.logged), /secret|858/);
});

test('before the first snapshot and with broken storage the answer is 503', async () => {
  const empty = createWorld();
  assert.equal((await post(empty, TABLES.csv)).status, 503);
  const asked = await world();
  asked.breakStorage(true);
  assert.equal((await post(asked, TABLES.csv)).status, 503);
});

test('an edge forwards tables to its primary', async () => {
  const forwarded: { target: string; body: number }[] = [];
  const primary = {
    ask: async (request: { target: string; body: Uint8Array | null }) => {
      forwarded.push({ target: request.target, body: request.body?.byteLength ?? 0 });
      return { ok: true, value: { status: 200, fields: [], body: new Blob(['{}']).stream() } } as const;
    },
  };
  const asked = await world({ edge: { primary, following: {} } as never });
  const large = '1,2,3\n'.repeat(300_000);
  assert.equal((await post(asked, large, PLAIN, '?format=csv')).text, '{}');
  assert.deepEqual(forwarded, [{ target: '/compare?format=csv', body: large.length }]);
  assert.match((await asked.ask('/compare')).text, /Compare drop rates/);
});
