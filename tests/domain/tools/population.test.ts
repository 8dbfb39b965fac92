import assert from 'node:assert/strict';
import { test } from 'node:test';
import { population } from '../../../domain/families/population.ts';
import type { FactBody } from '../../../domain/ports/facts.ts';
import { character } from '../../support/world.ts';
import { seen } from '../families/people_support.ts';
import { dailyFactsOf } from '../families/support.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

function cell(characters: number, installs: number) {
  return { characters, installs };
}
function breakdown(total: number | null, cells: object = {}) {
  return { total, cells };
}

const CUT = {
  factions: breakdown(9, { alliance: cell(9, 4) }),
  classes: breakdown(12, { MAGE: cell(5, 3), DEATHKNIGHT: cell(7, 5) }),
  races: breakdown(null),
  levels: breakdown(14, { '60+': cell(10, 6), '1-9': cell(4, 3) }),
};

const body: FactBody = {
  day: '2026-02-01',
  cuts: { '*:*': CUT, 'alliance:MAGE': { ...CUT, classes: breakdown(5, { MAGE: cell(5, 3) }) } },
};

async function world(): Promise<ToolWorld> {
  const made = createToolWorld();
  await made.facts(['population', '*', body], ['population', 'everlook', { ...body, day: '2026-02-02' }]);
  await made.facts(['realms', 'everlook', { spelling: 'EverLook' }]);
  return made;
}

const NULL = { characters: null, installs: null };

test('cells have their installs, and a hidden cell is null and never 0', async () => {
  const { answer, text } = await (await world()).ask('population');
  const { page } = answer;
  assert.deepEqual([page.realm, page.faction, page.class, page.day], [null, null, null, '2026-02-01']);
  assert.deepEqual(page.factions, {
    total: 9,
    cells: [
      { name: 'alliance', ...cell(9, 4) },
      { name: 'horde', ...NULL },
    ],
  });
  const names = page.classes.cells.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, [
    ...['DEATHKNIGHT', 'DRUID', 'HUNTER', 'MAGE', 'PALADIN'],
    ...['PRIEST', 'ROGUE', 'SHAMAN', 'WARLOCK', 'WARRIOR'],
  ]);
  assert.deepEqual(page.classes.cells[0], { name: 'DEATHKNIGHT', ...cell(7, 5) });
  assert.deepEqual(page.classes.cells[1], { name: 'DRUID', ...NULL });
  assert.equal(page.races.total, null);
  assert.equal(page.races.cells.length, 8);
  assert.deepEqual(
    page.levels.cells.map(({ name, characters }: { name: string; characters: number | null }) => [name, characters]),
    [
      ['1-9', 4],
      ['10-19', null],
      ['20-29', null],
      ['30-39', null],
      ['40-49', null],
      ['50-59', null],
      ['60+', 10],
    ],
  );
  assert.ok(!JSON.stringify(page).includes(':0'), 'no zero stands for unknown');
  assert.match(text, /^Characters seen on all realms in the 30 days before 2026-02-01;/);
  assert.match(text, /Factions: 9 shown: alliance 9 \(4 installs\); unknown: horde\./);
  assert.match(text, /Races: unknown; unknown: Dwarf, /);
});

test('one realm, faction and class can be selected, and nothing else is listed', async () => {
  const { answer, text } = await (await world()).ask('population', 'realm=EVERLOOK&faction=alliance&class=mage');
  const { page } = answer;
  assert.deepEqual([page.realm, page.faction, page.class, page.day], ['EverLook', 'alliance', 'MAGE', '2026-02-02']);
  assert.deepEqual(page.factions.cells, [{ name: 'alliance', ...cell(9, 4) }]);
  assert.deepEqual(page.classes.cells, [{ name: 'MAGE', ...cell(5, 3) }]);
  assert.match(text, /on "EverLook" in the 30 days before 2026-02-02 of alliance, MAGE;/);
});

test('the answer says why there are no figures', async () => {
  assert.equal((await createToolWorld().ask('population')).answer.connected, false);
  const empty = createToolWorld();
  await empty.facts(['items', '1', { name: { value: 'x', installs: 3 } }]);
  assert.match((await empty.ask('population')).answer.reason, /^No population is public/);
  const on = await world();
  const reasons: readonly (readonly [query: string, reason: RegExp])[] = [
    ['realm=Nowhere', /^No population of a realm called "Nowhere" is public/],
    [
      'faction=horde',
      /^Nothing is public of horde on all realms: .* mean zero\. It takes reports from three players\. Yours could be the first\.$/,
    ],
    ['realm=Everlook&faction=horde&class=DRUID', /^Nothing is public of horde, DRUID on "Everlook"/],
    ['class=constructor', /^Nothing is public of CONSTRUCTOR/],
  ];
  for (const [query, reason] of reasons) {
    const { answer } = await on.ask('population', query);
    assert.deepEqual([answer.connected, answer.page], [true, undefined]);
    assert.match(answer.reason, reason);
  }
});

test('a character that two installs told follows from no two answers', async () => {
  const orc = (n: number) => character(n, { faction: 'horde', race: 'Orc' });
  const troll = { ...orc(9), class: 'ROGUE', race: 'Troll', level: 12 };
  const facts = dailyFactsOf(population, '2026-02-01', [
    ...seen([1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8].map(orc)),
    ...seen([1, 2], [troll]),
  ]);
  const on = createToolWorld();
  await on.facts(...Object.entries(facts).map(([subject, told]) => ['population', subject, told] as const));
  for (const query of [
    '',
    'realm=everlook',
    'faction=horde',
    'class=MAGE',
    'realm=everlook&faction=horde&class=MAGE',
  ]) {
    const { page } = (await on.ask('population', query)).answer;
    const totals = [page.factions.total, page.classes.total, page.races.total, page.levels.total];
    assert.deepEqual(totals, [8, 8, 8, 8], query);
  }
});

test('the refusal of a wrong argument names it', async () => {
  const on = createToolWorld();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['faction=Alliance', 'faction', /one of alliance, horde/],
    ['class=9', 'class', /letters/],
    ['realm=*', 'realm', /2 to 65 characters/],
    ['race=Orc', 'race', /takes only realm, faction, class/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await on.refusal('population', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});

test('reports of three installs, counted by the roll-up, are what the tool tells', async () => {
  const characters = [
    character(1, { faction: 'horde', race: 'Troll' }),
    character(2, { faction: 'horde', race: undefined }),
  ];
  const reports = seen([1, 2, 3], characters);
  const facts = dailyFactsOf(population, '2026-02-01', reports);
  const on = createToolWorld();
  await on.facts(...Object.entries(facts).map(([subject, told]) => ['population', subject, told] as const));
  const { page } = (await on.ask('population', 'realm=everlook')).answer;
  assert.deepEqual(page.factions.cells, [
    { name: 'alliance', ...NULL },
    { name: 'horde', ...cell(2, 3) },
  ]);
  assert.deepEqual([page.races.total, page.levels.cells.at(-1)], [1, { name: '60+', ...cell(2, 3) }]);
});
