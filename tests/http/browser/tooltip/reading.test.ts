import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  buildDropLines,
  buildSeenByFewLines,
  formatCardLine,
  formatUnnamedEntity,
} from '../../../../domain/cards/card.ts';
import { QUALITY_COLOURS } from '../../../../domain/cards/vocabulary.ts';
import { pickRateFields } from '../../../../domain/reads/drops.ts';
import { computeContrast, makeReadable, parseColour } from '../../../../http/browser/tooltip/colour.ts';
import { listShownLines } from '../../../../http/browser/tooltip/content.ts';
import { readSettings, readStyles } from '../../../../http/browser/tooltip/options.ts';
import {
  type CardOutcome,
  formatWait,
  isPlaceholder,
  readOutcomes,
  toWebLink,
} from '../../../../http/browser/tooltip/queue.ts';
import { TOOLTIP_TYPES } from '../../../../schema/vocabulary.ts';
import { itemRate } from '../../../support/item_rate.ts';

const KOBOLD_RATE = { ...itemRate(5, 3, 24), sourceId: 6, kills: 24, reporters: 3, topWindows: 9 };

const CARD = {
  ok: true,
  type: 'item',
  id: 25,
  title: 'Worn Shortsword',
  color: '#ffffff',
  icon: null,
  lines: ['Item level 2'],
  partial: false,
  url: 'https://a.example/item/25',
  gameData: null,
  attribution: {
    credit: 'Data: A contributors',
    licence: 'CC BY-SA 4.0',
    licenceUrl: 'https://b.example/',
    source: '',
    terms: '',
  },
};

/** Returns the outcomes of ids after a response. A response that cannot be read is a failure, as in the queue. */
async function heardOf(ids: readonly string[], status: number, body: unknown, retryAfter: string | null = null) {
  const reply = { status, headers: { get: () => retryAfter }, json: async () => body };
  const outcomes = await readOutcomes(reply, 1_000).catch(() => (): CardOutcome<never> => ({ state: 'failed' }));
  return ids.map((id) => outcomes(id));
}

async function heard(status: number, card: unknown, retryAfter: string | null = null) {
  return (await heardOf(['25'], status, { ok: true, cards: [card], missing: [] }, retryAfter))[0];
}

test('several cards have one answer, in any order', async () => {
  const ids = ['25', '7', '8'];
  const eight = { ...CARD, id: 8 };
  assert.deepEqual(await heardOf(ids, 200, { ok: true, cards: [eight, CARD], missing: [7] }), [
    { state: 'found', card: CARD },
    { state: 'none' },
    { state: 'found', card: eight },
  ]);
  assert.deepEqual(await heardOf(ids, 429, null, '5'), Array(3).fill({ state: 'busy', untilMs: 6_000 }));
  const failures = Array(3).fill({ state: 'failed' });
  for (const body of [null, 5, 'text', [], {}, CARD, { cards: null }, { cards: 'text' }, { cards: [CARD, null] }])
    assert.deepEqual(await heardOf(ids, 200, body), failures, JSON.stringify(body));
  const halves = { cards: [{ ...CARD, title: undefined }, { ...eight, lines: 1 }, { id: 7 }] };
  assert.deepEqual(await heardOf(ids, 200, halves), failures);
});

test('an answer is read as a card, no card, a request to wait, or a failure', async () => {
  assert.deepEqual(await heard(200, CARD), { state: 'found', card: CARD });
  assert.deepEqual(await heardOf(['25'], 200, { ok: true, cards: [], missing: [25] }), [{ state: 'none' }]);
  for (const status of [400, 404, 500, 503, 204])
    assert.deepEqual(await heard(status, CARD), { state: 'failed' }, String(status));
  const pauses: [field: string | null, seconds: number][] = [
    ...([
      ['30', 30],
      ['3600', 3600],
      ['86400', 3600],
    ] as [string, number][]),
    ...([
      [null, 60],
      ['', 60],
      ['Sun, 22 Nov 2026 10:00:00 GMT', 60],
    ] as [string | null, number][]),
  ];
  for (const [field, seconds] of pauses) {
    const untilMs = 1_000 + 1_000 * seconds;
    assert.deepEqual(await heard(429, null, field), { state: 'busy', untilMs });
  }
  const waits = [-5, 0, 1, 1_000, 1_001, 119_500, 120_000, 120_001, 1_800_000].map(formatWait);
  assert.deepEqual(waits, ['1 s', '1 s', '1 s', '1 s', '2 s', '120 s', '120 s', '3 min', '30 min']);
});

test('an answer that is not a card of this service is a failure', async () => {
  const cards = [null, { id: 25 }, { ...CARD, title: '' }, { ...CARD, lines: 'x' }, { ...CARD, attribution: null }];
  for (const card of cards) assert.deepEqual(await heard(200, card), { state: 'failed' }, JSON.stringify(card));
});

test('a card links only to web addresses', () => {
  for (const url of ['https://a.example/item/5', 'http://localhost:9200/item/5']) assert.equal(toWebLink(url), url);
  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//a.example',
    '',
    null,
    5,
    {},
  ]) {
    assert.equal(toWebLink(url), null, String(url));
  }
});

test('a title that only has a number is recognised', () => {
  for (const type of TOOLTIP_TYPES) assert.ok(isPlaceholder(formatUnnamedEntity(type, 25)), type);
  for (const title of ['Worn Shortsword', 'Item', 'Item 5 of 6', 'The Item 5']) assert.ok(!isPlaceholder(title), title);
});

test('lines that a site hides go, and no others', () => {
  const source = { kind: 'npc', id: 6, name: 'Kobold (40%, 2 of 5)', url: '/npc/6' };
  const drops = { rows: [{ source, ...pickRateFields({ ...KOBOLD_RATE, sourceType: 'npc' }) }], total: 3 };
  const lines = [
    ...['Item level 2', 'Sell price 1s'],
    ...buildDropLines(drops, 'Drops from', (row) => row.source).map(formatCardLine),
    ...buildSeenByFewLines({ rows: [source], total: 1 }, 'drops from', (row) => row).map(formatCardLine),
    ...['Sold by Smith for 2s', 'Sells Axe for 5c'],
  ];
  assert.deepEqual(listShownLines(lines, {}), lines);
  const lacking = ['Requires Tailoring ([?])', '10 Damage · Speed [?]', 'Not in the game’s files: sell price [?]'];
  assert.deepEqual(listShownLines(lacking, { gaps: true }), []);
  assert.deepEqual(listShownLines(lacking, {}), lacking);
  assert.deepEqual(listShownLines(lines, { droppedby: true, sellprice: true }), [
    'Item level 2',
    'Sold by Smith for 2s',
    'Sells Axe for 5c',
  ]);
  assert.deepEqual(listShownLines(lines, { dropchance: true }).slice(2, 4), [
    'Drops from Kobold (40%, 2 of 5)',
    'Drops from 2 more',
  ]);
});

test('a drop chance that a site hides is recognised in all its words', () => {
  const plain = { ...pickRateFields({ ...KOBOLD_RATE, sourceType: 'npc' }) };
  const quest = { questId: 7, kills: 9, drops: 3, rate: 3 / 9, installs: 3, reporters: 3 };
  const rates: readonly Partial<typeof plain>[] = [
    {},
    { always: true },
    { obtainable: 'some' },
    { obtainable: 'once' },
    { changed: { since: '2026-06-03', before: 0.5, after: 0.002 } },
    { estimateLow: 0.001, estimateHigh: 0.03 },
    { estimateLow: 0.01, estimateHigh: 0.9 },
  ];
  for (const name of ['Kobold', 'Plans: rare sword: about 5', 'always so far (1 of 2)']) {
    const rows = rates
      .flatMap((rate) => [rate, { ...rate, basis: 'quest', quest } as const])
      .map((rate) => ({ item: { kind: 'item', id: 5, name, url: null }, ...plain, ...rate }));
    const lines = buildDropLines({ rows, total: rows.length }, 'Drops', (row) => row.item).map(formatCardLine);
    assert.equal(new Set(lines).size, lines.length);
    for (const line of listShownLines(lines, { dropchance: true })) assert.equal(line, `Drops ${name}`);
  }
});

test("options come from the link, from the script tag, and from Wowhead's settings in any letter case", () => {
  const none = () => null;
  const plain = { color: false, iconize: false, rename: false };
  assert.deepEqual(readStyles({}, {}, none), plain);
  assert.deepEqual(readStyles({ colorLinks: '', renameLinks: 'false' }, {}, none), { ...plain, color: true });
  for (const set of [
    { colorLinks: true, iconizeLinks: true, renameLinks: false },
    { colorlinks: true, iconizelinks: true },
  ]) {
    assert.deepEqual(readStyles({}, readSettings(set), none), { color: true, iconize: true, rename: false });
  }
  const link: Record<string, string> = { 'data-wh-rename-link': 'true', 'data-wh-color-link': 'false' };
  assert.deepEqual(
    readStyles({}, readSettings({ colorLinks: true }), (name) => link[name] ?? null),
    { ...plain, rename: true },
  );
  for (const set of [null, undefined, 5, 'text', [], { hide: null }]) {
    assert.deepEqual(readStyles({}, readSettings(set), none), plain);
    assert.deepEqual(readSettings(readSettings(set)['hide']), {});
  }
  assert.deepEqual(readSettings(readSettings({ hide: { sellPrice: true } })['hide']), { sellprice: true });
});

test('colours are read in the syntaxes of CSS, and nothing else is a colour', () => {
  assert.deepEqual(parseColour('#a335ee'), [163, 53, 238]);
  assert.deepEqual(parseColour('rgb(1, 2, 3)'), [1, 2, 3]);
  assert.deepEqual(parseColour('rgba(1, 2, 3, 0.9)'), [1, 2, 3]);
  for (const text of [
    'rgba(0, 0, 0, 0)',
    'transparent',
    '#fff',
    'red',
    'url(x)',
    '',
    null,
    undefined,
    '#a335ee;color:red',
    {},
  ]) {
    assert.equal(parseColour(text), null, String(text));
  }
});

test('the colour of a quality is readable on every background', () => {
  const colours = Object.values(QUALITY_COLOURS).map((hex) => parseColour(hex)!);
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.constantFrom(...colours), fc.tuple(part, part, part), (colour, background) => {
      const shown = parseColour(makeReadable(colour, background).replaceAll(',', ', '))!;
      assert.ok(computeContrast(shown, background) >= 4.5, `${shown} on ${background}`);
    }),
  );
  const epic = parseColour('#a335ee')!;
  assert.equal(makeReadable(epic, [255, 255, 255]), 'rgb(163,53,238)', 'as it is where that can be read');
  assert.equal(makeReadable([255, 255, 255], [255, 255, 255]), 'rgb(0,0,0)');
  assert.ok(Math.abs(computeContrast([0, 0, 0], [255, 255, 255]) - 21) < 1e-9);
});
