import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { achievements } from '../../domain/families/achievements.ts';
import { collections } from '../../domain/families/collections.ts';
import type { TalliedFamily } from '../../domain/families/counting/family.ts';
import { items } from '../../domain/families/items.ts';
import { maps } from '../../domain/families/maps.ts';
import { npcs } from '../../domain/families/npcs.ts';
import { quest_chains } from '../../domain/families/quest_chains.ts';
import { quests } from '../../domain/families/quests.ts';
import { recipes } from '../../domain/families/recipes.ts';
import { reputations } from '../../domain/families/reputations.ts';
import { titles } from '../../domain/families/titles.ts';
import { trainer_services } from '../../domain/families/trainer_services.ts';
import type { Locale } from '../../domain/values/language.ts';
import type { RecordKindName } from '../../schema/record_kinds.ts';
import { byInstalls, factsOf, type Report, tallyOf } from './support.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The same by clients of one language; '' says none. */
function inLocale(locale: string, reports: readonly Report[]): Report[] {
  return reports.map((report) => (locale === '' ? report : { ...report, locale }));
}

/** The record kind, a record that says a text, the subject, and where in the fact the text stands. */
const TEXTS: readonly (readonly [
  family: TalliedFamily,
  kind: RecordKindName,
  fields: (text: string) => Fields,
  subject: (text: string) => string,
  member: string,
  entryOf: (text: string) => unknown,
])[] = [
  [items, 'item_seen', (name) => ({ itemId: 25, name, quality: 'rare' }), () => '25', 'name', String],
  [npcs, 'npc_sighting', (name) => sighting(name), () => '6', 'name', String],
  [quests, 'quest', (title) => ({ questId: 7, title, level: 2 }), () => '7', 'title', String],
  [recipes, 'recipe_seen', (name) => ({ recipeId: 9, name, profession: 'X' }), () => '9', 'name', String],
  [recipes, 'recipe_seen', (profession) => ({ recipeId: 9, name: 'X', profession }), () => '9', 'profession', String],
  [recipes, 'recipe_observed', (name) => observed({ name }), () => '9', 'name', String],
  [recipes, 'recipe_observed', (profession) => observed({ profession }), () => '9', 'profession', String],
  [maps, 'map_bounds', (name) => ({ ...BOUNDS, name }), () => '12', 'name', String],
  [trainer_services, 'trainer_seen', (name) => lesson({ name, spellId: 3 }), () => '5:spell:3', 'name', String],
  [trainer_services, 'trainer_seen', (name) => lesson({ name }), (name) => `5:name:${name}`, 'name', String],
  [
    trainer_services,
    'trainer_seen',
    (profession) => lesson({ name: 'X', spellId: 3, profession }),
    () => '5:spell:3',
    'profession',
    String,
  ],
  [titles, 'title_catalog', (name) => ({ titleId: 1, name }), () => '1', 'entry', (name) => ({ titleId: 1, name })],
  [reputations, 'reputation_catalog', (name) => faction(name), () => '2', 'entry', (name) => faction(name)],
  [quest_chains, 'quest_chain_catalog', (name) => chain(name), () => '3', 'entry', (name) => chain(name)],
  [achievements, 'achievement_catalog', (name) => deed(name), () => '4', 'entry', (name) => deed(name)],
];

const BOUNDS = { mapId: 12, continentId: 0, left: 2, right: 1, top: 2, bottom: 1 };
function sighting(name: string): Fields {
  return { npcId: 6, name, mapId: 1, x: 1, y: 1, level: 1, reaction: 'hostile' };
}
function observed(fields: Fields): Fields {
  return {
    recipeId: 9,
    name: 'X',
    profession: 'X',
    skill: 1,
    difficulty: 'optimal',
    reagents: [],
    ...fields,
  };
}
function lesson(fields: Fields): Fields {
  return { trainerNpcId: 5, services: [{ costCopper: 1, ...fields }] };
}
function faction(name: string): Fields {
  return { factionId: 2, name };
}
function chain(name: string): Fields {
  return { questLineId: 3, name, questIds: [1] };
}
function deed(name: string): Fields {
  return {
    achievementId: 4,
    name,
    categoryId: 1,
    category: name,
    points: 1,
    criteriaCount: 0,
    criteria: [],
  };
}

for (const [family, kind, fields, subjectOf, member, entryOf] of TEXTS) {
  const say = (locale: string, installs: readonly number[], text: string, at?: string): Report[] =>
    inLocale(locale, byInstalls(installs, kind, fields(text), at));
  /** What is public of the text, given who said it; `asked`: under which subject. */
  const shown = (reports: readonly Report[], asked: string, own?: Locale): unknown =>
    (factsOf(family, reports, own)[subjectOf(asked)] as Fields | undefined)?.[member];
  const one = (text: string, installs: number, locale?: string) => ({
    value: entryOf(text),
    installs,
    ...(locale === undefined ? {} : { locale }),
  });
  const named = (what: string): string => `${family.name} (${kind}): ${member}, ${what}`;
  const isSubject = subjectOf('Wolf') !== subjectOf('Hund');

  test(named('the language of the instance goes first, whatever more say in another'), () => {
    const reports = [...say('enUS', [1, 2, 3], 'Wolf'), ...say('deDE', [4, 5, 6, 7, 8], 'Hund')];
    assert.deepEqual(shown(reports, 'Wolf'), one('Wolf', 3));
    if (isSubject) assert.deepEqual(shown(reports, 'Hund'), one('Hund', 5, 'deDE'));
    else assert.deepEqual(shown(reports, 'Wolf', 'deDE'), one('Hund', 5));
  });

  test(named('another language only where that has none, marked'), () => {
    assert.deepEqual(shown(say('deDE', [4, 5, 6], 'Hund'), 'Hund'), one('Hund', 3, 'deDE'));
    assert.deepEqual(shown(say('deDE', [4, 5, 6], 'Hund'), 'Hund', 'deDE'), one('Hund', 3));
    assert.deepEqual(shown(say('enUS', [4, 5, 6], 'Wolf'), 'Wolf', 'deDE'), one('Wolf', 3, 'enUS'));
  });

  test(named('votes of two languages are never added up'), () => {
    const reports = [...say('enUS', [1, 2], 'Wolf'), ...say('deDE', [3, 4], 'Hund')];
    assert.equal(shown(reports, 'Wolf'), undefined);
    // Not even where both spell it alike.
    assert.equal(shown([...say('enUS', [1, 2], 'Wolf'), ...say('deDE', [3], 'Wolf')], 'Wolf'), undefined);
    assert.equal(shown([...say('frFR', [1, 2], 'Wolf'), ...say('deDE', [3], 'Wolf')], 'Wolf'), undefined);
  });

  test(named('unknown counts as the language of the instance, and an install counts once in it'), () => {
    const unknown = [...say('', [1, 2], 'Wolf'), ...say('enUS', [3], 'Wolf'), ...say('enGB', [4], 'Wolf')];
    assert.deepEqual(shown(unknown, 'Wolf'), one('Wolf', 4));
    assert.deepEqual(shown(say('', [1, 2, 3], 'Hund'), 'Hund', 'deDE'), one('Hund', 3));
    const twice = [...say('', [1, 2], 'Wolf'), ...say('enUS', [1, 2], 'Wolf', '2026-02-01T00:00:00Z')];
    assert.equal(shown(twice, 'Wolf'), undefined);
  });

  test(named('one liar in another language moves nothing, three make no more than a marked text'), () => {
    const honest = say('enUS', [1, 2, 3], 'Wolf');
    const before = shown(honest, 'Wolf');
    assert.deepEqual(shown([...honest, ...say('deDE', [9], 'Lie')], 'Wolf'), before);
    assert.deepEqual(shown([...honest, ...say('deDE', [7, 8, 9], 'Lie')], 'Wolf'), before);
  });

  test(named('a language that this release does not know counts in none'), () => {
    assert.equal(shown(say('plPL', [1, 2, 3], 'Wilk'), 'Wilk'), undefined);
    const mixed = [...say('enUS', [1, 2, 3], 'Wolf'), ...say('plPL', [4, 5, 6, 7], 'Wilk')];
    assert.deepEqual(shown(mixed, 'Wolf'), one('Wolf', 3));
  });
}

test('of several other languages the one in which most agree, then the one that the client lists first', () => {
  const say = (locale: string, installs: readonly number[], name: string): Report[] =>
    inLocale(locale, byInstalls(installs, 'title_catalog', { titleId: 1, name }));
  const entry = (reports: readonly Report[]) => factsOf(titles, reports)[1]?.['entry'];
  const [german, french] = [say('deDE', [1, 2, 3], 'Hauptmann'), say('frFR', [4, 5, 6, 7], 'Capitaine')];
  const shownAs = (name: string, installs: number, locale: string) => ({
    value: { titleId: 1, name },
    installs,
    locale,
  });
  assert.deepEqual(entry([...german, ...french]), shownAs('Capitaine', 4, 'frFR'));
  assert.deepEqual(entry([...french.slice(1), ...german]), shownAs('Hauptmann', 3, 'deDE'));
});

test('a recipe also tells what its profession is called in other languages, each by three installs', () => {
  const say = (locale: string, installs: readonly number[], profession: string): Report[] =>
    inLocale(locale, byInstalls(installs, 'recipe_seen', { recipeId: 9, name: 'X', profession }));
  const told = (reports: readonly Report[]) => {
    const { profession, professions } = factsOf(recipes, reports)[9] ?? {};
    return [profession, professions];
  };
  const english = say('', [1, 2, 3], 'Cooking');
  const german = { value: 'Kochkunst', installs: 3, locale: 'deDE' };
  const reports = [...english, ...say('deDE', [4, 5, 6], 'Kochkunst'), ...say('frFR', [7, 8], 'Cuisine')];
  assert.deepEqual(told(reports), [{ value: 'Cooking', installs: 3 }, [german]]);
  assert.deepEqual(told(english), [{ value: 'Cooking', installs: 3 }, undefined]);
  const russian = say('ruRU', [7, 8, 9, 10], '\u041a\u0443\u043b\u0438\u043d\u0430\u0440\u0438\u044f');
  const shown = { value: '\u041a\u0443\u043b\u0438\u043d\u0430\u0440\u0438\u044f', installs: 4, locale: 'ruRU' };
  assert.deepEqual(told([...reports.slice(1), ...russian]), [shown, [german]]);
});

test('sources of a collection are those of one language', () => {
  const say = (locale: string, installs: readonly number[], source: string): Report[] =>
    inLocale(locale, byInstalls(installs, 'collection_catalog', { collection: 'mounts', itemId: 1, source }));
  const sources = (reports: readonly Report[]) => factsOf(collections, reports)['mounts:1']?.['sources'];
  const german = [...say('deDE', [1, 2, 3], 'H\u00e4ndler'), ...say('deDE', [1, 2, 3, 4], 'Beute')];
  assert.deepEqual(sources(german), [
    { value: 'Beute', installs: 4, locale: 'deDE' },
    { value: 'H\u00e4ndler', installs: 3, locale: 'deDE' },
  ]);
  const more = [...german, ...say('frFR', [5, 6, 7, 8], 'Vendeur'), ...say('enUS', [1, 2], 'Vendor')];
  assert.equal((sources(more) as unknown[]).length, 2);
  assert.deepEqual(sources([...more, ...say('', [3], 'Vendor')]), [{ value: 'Vendor', installs: 3 }]);
});

test('what is no text is counted over all languages', () => {
  const say = (locale: string, installs: readonly number[], kind: RecordKindName, fields: Fields): Report[] =>
    inLocale(locale, byInstalls(installs, kind, fields));
  const each = (kind: RecordKindName, fields: Fields): Report[] =>
    ['enUS', 'deDE', 'plPL'].flatMap((locale, i) => say(locale, [i], kind, fields));
  assert.deepEqual(factsOf(npcs, each('npc_sighting', sighting('X')))[6], {
    levels: [{ value: 1, installs: 3 }],
    reactions: [{ value: 'hostile', installs: 3 }],
  });
  assert.deepEqual(factsOf(items, each('item_seen', { itemId: 25, name: 'X', quality: 'rare', itemLevel: 3 }))[25], {
    quality: { value: 'rare', installs: 3 },
    itemLevel: { value: 3, installs: 3 },
  });
  assert.deepEqual(factsOf(quests, each('quest', { questId: 7, title: 'X', level: 2, rewardItemIds: [5] }))[7], {
    level: { value: 2, installs: 3 },
    rewards: [{ value: 5, installs: 3 }],
  });
  assert.deepEqual(factsOf(recipes, each('recipe_observed', observed({ itemId: 8 })))[9], {
    itemId: { value: 8, installs: 3 },
    reagents: { value: [], installs: 3 },
  });
  assert.deepEqual(factsOf(trainer_services, each('trainer_seen', lesson({ name: 'X', spellId: 3 })))['5:spell:3'], {
    spellId: { value: 3, installs: 3 },
    costs: [{ value: 1, installs: 3 }],
  });
});

test('an install has one vote a language, however often and in however many spellings it reports', () => {
  const locales = ['', 'enUS', 'enGB', 'deDE', 'frFR', 'plPL'];
  fc.assert(
    fc.property(
      fc.array(fc.record({ locale: fc.constantFrom(...locales), name: fc.constantFrom('A', 'B'), day: fc.nat(20) })),
      (said) => {
        const reports = said.flatMap(({ locale, name, day }) =>
          inLocale(locale, byInstalls([1], 'title_catalog', { titleId: 1, name }, `2026-01-${10 + day}T00:00:00Z`)),
        );
        const tallies = tallyOf(titles, reports).get('1') ?? [];
        // The instance's own, German and French.
        assert.ok(tallies.length <= 3);
        assert.ok(tallies.every(({ installs }) => installs === 1));
      },
    ),
  );
});
