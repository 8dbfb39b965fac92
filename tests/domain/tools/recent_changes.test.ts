import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGE_GROUPS, parseEdgeSubject } from '../../../domain/families/edges.ts';
import { buildChangeLog } from '../../../domain/families/lookups/change_log.ts';
import { queryEntity, queryKind, toSubject } from '../../../domain/families/lookups/change_subjects.ts';
import { CLAIM_FAMILIES } from '../../../domain/families/mod.ts';
import { findDocument } from '../../../schema/published.ts';
import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

function named(value: string) {
  return { name: { value, installs: 3 } };
}

function edge(subject: string) {
  return {
    name: parseEdgeSubject(subject),
    edge: { installs: 3, firstSeen: '2026-01-01', lastSeen: '2026-01-02' },
  };
}

function source(id: number) {
  return {
    source: { type: 'npc' as const, id },
    public: true,
    kills: 9,
    reporters: 3,
    topWindows: 4,
    measuredZero: true,
    items: [],
  };
}

/** Writes three snapshots at different times. */
async function world(): Promise<ToolWorld> {
  const made = createToolWorld();
  await made.write({
    drops: [source(6)],
    edges: [edge('sold_by:item:npc:25:6'), edge('located_in:npc:zone:6:12')],
    facts: [
      { family: 'items', subject: '25', body: named('Worn "axe"') },
      { family: 'npcs', subject: '6', body: named('Bear') },
    ],
  });
  await made.facts(
    ['items', '25', named('Axe')],
    ['pins', '12:6', { pins: [{ x: 1, y: 2, installs: 3 }] }],
    ['vendor_goods', '6:25', { prices: [{ value: 5, installs: 3 }] }],
    ['collections', 'Odd: one:25', { sources: [{ value: 'x', installs: 3 }] }],
    ['titles', '7', { entry: { value: { titleId: 7, name: 'the Patient' }, installs: 3 } }],
  );
  await made.write({ facts: [{ family: 'npcs', subject: '6', body: null }] });
  return made;
}

interface Line {
  readonly at: string;
  readonly change: string;
  readonly kind: string;
  readonly id: number | null;
  readonly subject: string;
  readonly name: string | null;
  readonly field: string;
  readonly url: string | null;
}

async function lines(on: ToolWorld, query: string): Promise<readonly string[]> {
  const { answer } = await on.ask('recent_changes', query);
  return answer.page.changes.map(({ change, kind, id, field }: Line) => `${change} ${kind} ${id} ${field}`);
}

test('the tool says that nothing was uploaded yet, and an empty log is empty', async () => {
  const on = createToolWorld();
  assert.equal((await on.ask('recent_changes')).answer.connected, false);
  await on.write({});
  const { answer, text } = await on.ask('recent_changes');
  assert.deepEqual(answer.page, { changes: [], more: false });
  assert.match(text, /^Nothing changed within the 90 days that are kept\.\n/);
});

test('changes are listed newest first, each with its subject and without values', async () => {
  const on = await world();
  const { answer, text } = await on.ask('recent_changes');
  const { changes, more } = answer.page;
  assert.equal(more, false);
  assert.deepEqual(changes[0], {
    at: new Date(1.7e12 + 3).toISOString(),
    change: 'withdrawn',
    kind: 'npc',
    id: 6,
    subject: '6',
    name: null,
    field: 'name',
    url: 'https://example.test/npc/6',
    sentence: 'npc 6: name withdrawn',
  });
  assert.deepEqual(
    changes
      .slice(1)
      .map(({ change, kind, id, subject, name, field, url }: Line) => [change, kind, id, subject, name, field, url]),
    [
      ['became-public', 'title', 7, '7', 'the Patient', 'entry', null],
      ['became-public', 'collection', 25, 'Odd: one:25', 'Axe', 'sources', 'https://example.test/item/25'],
      ['became-public', 'vendor', 6, '6:25', null, 'prices', 'https://example.test/npc/6'],
      ['became-public', 'npc', 6, '12:6', null, 'pins', 'https://example.test/npc/6'],
      ['changed', 'item', 25, '25', 'Axe', 'name', 'https://example.test/item/25'],
      ['became-public', 'npc', 6, '6', null, 'name', 'https://example.test/npc/6'],
      ['became-public', 'item', 25, '25', 'Axe', 'name', 'https://example.test/item/25'],
      ['became-public', 'item', 25, 'item:25', 'Axe', 'sold_by', 'https://example.test/item/25'],
      ['became-public', 'npc', 6, 'npc:6', null, 'located_in', 'https://example.test/npc/6'],
      ['became-public', 'npc', 6, 'npc:6', null, 'rates', 'https://example.test/npc/6'],
    ],
  );
  assert.ok(!JSON.stringify(answer.page).includes('Worn'), 'an old value is told');
  assert.match(text, /: "Axe" \(item 25\): name changed\n/);
});

test('one kind lists its own fields before its relations, and a limit cuts the list and says so', async () => {
  const on = await world();
  assert.deepEqual(await lines(on, 'kind=item'), [
    'changed item 25 name',
    'became-public item 25 name',
    'became-public item 25 sold_by',
  ]);
  assert.deepEqual(await lines(on, 'kind=npc'), [
    'withdrawn npc 6 name',
    'became-public npc 6 pins',
    'became-public npc 6 name',
    'became-public npc 6 located_in',
    'became-public npc 6 rates',
  ]);
  assert.deepEqual(await lines(on, 'kind=vendor'), ['became-public vendor 6 prices']);
  assert.deepEqual(await lines(on, 'kind=object'), []);
  const { answer, text } = await on.ask('recent_changes', 'kind=npc&limit=4');
  assert.deepEqual([answer.page.changes.length, answer.page.more], [4, true]);
  assert.match(text, /There are older ones\./);
  assert.equal((await on.ask('recent_changes', 'kind=npc&limit=5')).answer.page.more, false);
});

test('the newest changes of one kind come first, including relations', async () => {
  const on = await world();
  await on.write({ edges: [edge('located_in:npc:zone:7:12')] });
  await on.facts(['npcs', '8', named('Wolf')]);
  const [first, second, third] = await lines(on, 'kind=npc');
  assert.deepEqual(
    [first, second, third],
    ['became-public npc 8 name', 'became-public npc 7 located_in', 'withdrawn npc 6 name'],
  );
});

test('a change links to the page of its subject while any data about it is public', async () => {
  const on = createToolWorld();
  await on.write({ drops: [source(6)], facts: [{ family: 'npcs', subject: '6', body: named('Bear') }] });
  await on.facts(['items', '25', named('Axe')]);
  await on.write({ facts: ['items', 'npcs'].map((family, i) => ({ family, subject: ['25', '6'][i]!, body: null })) });
  const { answer } = await on.ask('recent_changes');
  assert.deepEqual(
    answer.page.changes.map(({ change, kind, url }: Line) => [change, kind, url]),
    [
      ['withdrawn', 'npc', 'https://example.test/npc/6'],
      ['withdrawn', 'item', null],
      ['became-public', 'item', null],
      ['became-public', 'npc', 'https://example.test/npc/6'],
      ['became-public', 'npc', 'https://example.test/npc/6'],
    ],
  );
});

test('changes are described with names and never with internal subjects', async () => {
  const on = createToolWorld();
  await on.write({
    drops: [source(6)],
    edges: [
      'sold_by:item:npc:25:6',
      'located_in:npc:zone:6:12',
      'dropped_by:item:npc:25:6',
      'reward_from:item:quest:25:1',
    ].map(edge),
    facts: [
      { family: 'items', subject: '25', body: named('Spring Water') },
      { family: 'npcs', subject: '6', body: named('Tharynn') },
      { family: 'maps', subject: '12', body: named('Elwynn') },
      { family: 'recipes', subject: '900', body: { ...named('Make axe'), reagents: { value: [], installs: 3 } } },
      { family: 'pins', subject: '12:6', body: { pins: [{ x: 1, y: 2, installs: 3 }] } },
      { family: 'vendor_goods', subject: '6:25', body: { prices: [{ value: 5, installs: 3 }] } },
      { family: 'vendor_prices', subject: '25', body: { prices: [{ value: 5, installs: 3 }] } },
      { family: 'trainer_services', subject: '6:spell:900', body: { costs: [{ value: 5, installs: 3 }] } },
      { family: 'trainer_services', subject: '6:name:Cook: well', body: { requiredSkill: { value: 5, installs: 3 } } },
      { family: 'collections', subject: 'Odd: one:25', body: { sources: [{ value: 'x', installs: 3 }] } },
      { family: 'realms', subject: 'everlook', body: { spelling: 'Everlook' } },
      { family: 'titles', subject: '7', body: { entry: { value: { titleId: 7, name: 'the Patient' }, installs: 3 } } },
      {
        family: 'quest_chains',
        subject: '3',
        body: { entry: { value: { questLineId: 3, name: 'Hunt', questIds: [1] }, installs: 3 } },
      },
      { family: 'recipe_ranges', subject: '900', body: { yellow: { low: 1, high: 2, installs: 3 } } },
    ],
  });
  await on.facts(['vendor_goods', '6:25', { prices: [{ value: 6, installs: 3 }] }]);
  const { answer, text } = await on.ask('recent_changes', 'limit=200');
  const sentences: readonly string[] = answer.page.changes.map(({ sentence }: { sentence: string }) => sentence);
  assert.equal(sentences[0], '"Spring Water" (item 25) at "Tharynn" (npc 6): price changed');
  for (const said of [
    '"Spring Water" (item 25) at vendors: price confirmed',
    '"Spring Water" (item 25): name confirmed',
    'New locations confirmed: "Tharynn" (npc 6), "Elwynn" (zone 12)',
    '"Make axe" (recipe 900), taught by "Tharynn" (npc 6): cost confirmed',
    '"Cook: well", taught by "Tharynn" (npc 6): required skill confirmed',
    'New sources confirmed: "Spring Water" (item 25), collection "Odd: one"',
    'New auction prices confirmed: realm "Everlook"',
    'New title confirmed: "the Patient" (title 7)',
    'New quest chain confirmed: "Hunt" (quest chain 3)',
    '"Make axe" (recipe 900): yellow skill confirmed',
    '"Make axe" (recipe 900): reagents confirmed',
    'New vendor confirmed: "Spring Water" (item 25)',
    'New drop source confirmed: "Spring Water" (item 25)',
    'New quest reward confirmed: "Spring Water" (item 25)',
    'New zone confirmed: "Tharynn" (npc 6)',
    '"Tharynn" (npc 6): drop rates confirmed',
  ]) {
    assert.ok(sentences.includes(said), `${said} is not among\n${sentences.join('\n')}`);
  }
  assert.match(text, /Z: "Spring Water" \(item 25\) at "Tharynn" \(npc 6\): price changed\n/);
  assert.doesNotMatch(text, /\d:\d+\b(?!\d*[:.])|spell:|name:/);
});

test('`since` accepts a day or an instant', async () => {
  const on = await world();
  const second = new Date(1.7e12 + 2).toISOString();
  const table: readonly (readonly [since: string, lines: number])[] = [
    [second, 6],
    [new Date(1.7e12 + 3).toISOString(), 1],
    [new Date(1.7e12 + 4).toISOString(), 0],
    [`${new Date(1.7e12 + 2 + 3_600_000).toISOString().slice(0, -1)}%2B01:00`, 6],
    ['2023-11-14', 11],
    ['2023-11-15', 0],
  ];
  for (const [since, count] of table) assert.equal((await lines(on, `since=${since}`)).length, count, since);
});

test('the text of a long answer has twenty lines', async () => {
  const on = createToolWorld();
  await on.facts(...Array.from({ length: 150 }, (_, i) => ['items', String(i + 1), named(`"${i}"`)] as const));
  const { answer, text } = await on.ask('recent_changes', 'limit=200');
  assert.equal(answer.page.changes.length, 150);
  assert.match(text, /And 130 more in the structured answer\./);
  assert.ok(text.split('\n').length <= 25);
  assert.equal((await on.ask('recent_changes')).answer.page.changes.length, 20);
});

test('an imported build is listed as a change', async () => {
  const on = createToolWorld();
  await on.write({});
  const head = { build: '1.15.8', extractedAt: null, importedAtMs: 1.7e12, protocol: '1.2.0' };
  const n = await on.writer.beginImport(head);
  const categories = { family: 'categories' as const, subject: '', body: '{"classes":[],"slots":[],"qualities":[]}' };
  await on.writer.addToImport(n, { items: [], edges: [], facts: [categories] });
  await on.writer.finishImport(n, 1.7e12 + 9, 'write');
  const { answer, text } = await on.ask('recent_changes', 'kind=build');
  assert.deepEqual(answer.page.changes, [
    {
      at: new Date(1.7e12 + 9).toISOString(),
      change: 'build-imported',
      kind: 'build',
      id: null,
      subject: '1.15.8',
      name: null,
      field: 'build',
      url: null,
      sentence: 'Game build imported: "1.15.8"',
    },
  ]);
  assert.match(text, /: Game build imported: "1\.15\.8"/);
});

test('every logged family belongs to a kind and is found by it', () => {
  const told = CLAIM_FAMILIES.map(({ name }) => name).filter(
    (family) => buildChangeLog({ list: family, key: '1', after: '{"x":1}' }).length > 0,
  );
  const subjects = [
    ...told.filter((family) => family !== 'edges').map((family) => ({ family, subject: '12:6' })),
    ...EDGE_GROUPS.map(({ fromKind }) => ({ family: 'edges', subject: `${fromKind}:6` })),
    ...['npc:6', 'object:6'].map((subject) => ({ family: 'drops', subject })),
    { family: 'builds', subject: '1.15.8' },
  ];
  assert.ok(told.length > 12);
  const document = findDocument('/mcp/recent_changes.json') as {
    inputSchema: { properties: { kind: { enum: string[] } } };
  };
  const kinds = document.inputSchema.properties.kind.enum;
  for (const line of subjects) {
    const about = toSubject(line);
    assert.ok(about !== null, `${line.family} is about nothing`);
    assert.ok(kinds.includes(about.kind), about.kind);
    const asked = queryKind(about.kind).filter(
      ({ families, subjectPrefix }) => families?.includes(line.family) && line.subject.startsWith(subjectPrefix),
    );
    assert.equal(asked.length, 1, `${line.family} ${line.subject}`);
  }
  assert.equal(toSubject({ family: 'constructor', subject: '1' }), null);
});

test('the lines about an entity are found by its own subjects, and among the newest lines of other families', () => {
  const asked = (kind: ChangeSubjectKind, id: number) =>
    queryEntity(kind, id).map(({ families, subject = 'newest' }) => `${families} ${subject}`);
  assert.deepEqual(asked('item', 5), ['gathering item:5', 'items 5', 'edges item:5', 'vendor_prices 5']);
  assert.deepEqual(asked('npc', 6), [
    ...[
      'drops npc:6',
      'gathering npc:6',
      'npcs 6',
      'edges npc:6',
      'pins newest',
      'vendor_goods 6',
      'trainer_services 6',
    ],
  ]);
  assert.deepEqual(asked('zone', 12), ['gathering zone:12', 'pins 12', 'object_pins 12', 'maps 12']);
  assert.deepEqual(asked('recipe', 7), ['recipes 7', 'recipe_ranges 7']);
});

test('the refusal of a wrong argument names it', async () => {
  const on = createToolWorld();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['since=yesterday', 'since', /since must be a day such as 2026-01-31, or a date-time/],
    ['since=2026-02-30', 'since', /got "2026-02-30"/],
    ['since=2026-01-01T10:00:00', 'since', /with Z or an offset/],
    ['kind=spell', 'kind', /one of item, npc/],
    ['limit=0', 'limit', /whole number from 1 to 200/],
    ['limit=201', 'limit', /whole number from 1 to 200/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await on.refusal('recent_changes', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});
