import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { achievements } from '../../../domain/families/achievements.ts';
import { collections } from '../../../domain/families/collections.ts';
import type { TalliedFamily } from '../../../domain/families/counting/family.ts';
import { items } from '../../../domain/families/items.ts';
import { maps } from '../../../domain/families/maps.ts';
import { npcs } from '../../../domain/families/npcs.ts';
import { quest_chains } from '../../../domain/families/quest_chains.ts';
import { quests } from '../../../domain/families/quests.ts';
import { recipes } from '../../../domain/families/recipes.ts';
import { reputations } from '../../../domain/families/reputations.ts';
import { titles } from '../../../domain/families/titles.ts';
import { trainer_services } from '../../../domain/families/trainer_services.ts';
import type { Locale } from '../../../domain/values/language.ts';
import { item, lesson, npc, quest, recipe, zone } from '../../support/subjects.ts';
import * as they from '../../support/verbs.ts';
import { reportedAt, reportedBy, SEEN_AT } from '../../support/world.ts';
import { factsOf, type Report, tallyOf } from './support.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the same reports, sent by clients of one language. An empty locale sends none. */
function inLocale(locale: string, reports: readonly Report[]): Report[] {
  return reports.map((report) => (locale === '' ? report : { ...report, locale }));
}

/** A report that says a text, the subject, and where in the fact the text is. */
const TEXTS: readonly (readonly [
  family: TalliedFamily,
  tell: (text: string) => they.Seen,
  subject: (text: string) => string,
  member: string,
  entryOf: (text: string) => unknown,
])[] = [
  [items, (name) => they.saw(item(25, name)), () => '25', 'name', String],
  [npcs, (name) => they.met(npc(6, name)), () => '6', 'name', String],
  [quests, (title) => they.wasOffered(quest(7, title)), () => '7', 'title', String],
  [recipes, (name) => they.sawRecipe(recipe(9, name)), () => '9', 'name', String],
  [recipes, (profession) => they.sawRecipe(recipe(9, 'X', profession)), () => '9', 'profession', String],
  [recipes, (name) => they.sawDifficulty(recipe(9, name)), () => '9', 'name', String],
  [recipes, (profession) => they.sawDifficulty(recipe(9, 'X', profession)), () => '9', 'profession', String],
  [maps, (name) => they.sawMap(zone(12, name)), () => '12', 'name', String],
  [trainer_services, (name) => taught(name, { spellId: 3 }), () => '5:spell:3', 'name', String],
  [trainer_services, (name) => taught(name), (name) => `5:name:${name}`, 'name', String],
  [trainer_services, (profession) => taught('X', { spellId: 3, profession }), () => '5:spell:3', 'profession', String],
  [titles, (name) => they.listedTitle(1, name), () => '1', 'entry', (name) => they.listedTitle(1, name).fields],
  [
    reputations,
    (name) => they.listedFaction(2, name),
    () => '2',
    'entry',
    (name) => they.listedFaction(2, name).fields,
  ],
  [quest_chains, chain, () => '3', 'entry', (name) => chain(name).fields],
  [achievements, deed, () => '4', 'entry', (name) => deed(name).fields],
];

function taught(name: string, more: object = {}): they.Seen {
  return they.visitedTrainer(npc(5), lesson(name, 1, more));
}
function chain(name: string): they.Seen {
  return they.listedQuestChain(3, name, quest(1));
}
function deed(name: string): they.Seen {
  return they.listedAchievement(4, name, { category: name });
}

for (const [family, tell, subjectOf, member, entryOf] of TEXTS) {
  const say = (locale: string, installs: readonly number[], text: string, at = SEEN_AT): Report[] =>
    inLocale(locale, reportedAt(at, installs, tell(text)));
  /** What is public of the text, given who said it; `asked`: under which subject. */
  const shown = (reports: readonly Report[], asked: string, own?: Locale): unknown =>
    (factsOf(family, reports, own)[subjectOf(asked)] as Fields | undefined)?.[member];
  const one = (text: string, installs: number, locale?: string) => ({
    value: entryOf(text),
    installs,
    ...(locale === undefined ? {} : { locale }),
  });
  const named = (what: string): string => `${family.name} (${tell('Wolf').kind}): ${member}, ${what}`;
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
    // This also holds if both languages spell it alike.
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

test('among other languages, the one with the most installs is shown, and the first in client order breaks a tie', () => {
  const say = (locale: string, installs: readonly number[], name: string): Report[] =>
    inLocale(locale, reportedBy(installs, they.listedTitle(1, name)));
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

test('a recipe also has the names of its profession in other languages, if three installs report each', () => {
  const say = (locale: string, installs: readonly number[], profession: string): Report[] =>
    inLocale(locale, reportedBy(installs, they.sawRecipe(recipe(9, 'X', profession))));
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

test('the sources of a collection are all in one language', () => {
  const say = (locale: string, installs: readonly number[], source: string): Report[] =>
    inLocale(locale, reportedBy(installs, they.listedCollection('mounts', source, item(1))));
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
  const each = (seen: they.Seen): Report[] =>
    ['enUS', 'deDE', 'plPL'].flatMap((locale, i) => inLocale(locale, reportedBy([i], seen)));
  assert.deepEqual(factsOf(npcs, each(they.met(npc(6), { level: 1 })))[6], {
    levels: [{ value: 1, installs: 3 }],
    reactions: [{ value: 'hostile', installs: 3 }],
  });
  assert.deepEqual(factsOf(items, each(they.saw(item(25), { quality: 'rare', itemLevel: 3 })))[25], {
    quality: { value: 'rare', installs: 3 },
    itemLevel: { value: 3, installs: 3 },
  });
  assert.deepEqual(factsOf(quests, each(they.wasOffered(quest(7), { level: 2, rewardItemIds: [5] })))[7], {
    level: { value: 2, installs: 3 },
    rewards: [{ value: 5, installs: 3 }],
  });
  assert.deepEqual(factsOf(recipes, each(they.sawDifficulty(recipe(9), { itemId: 8 })))[9], {
    itemId: { value: 8, installs: 3 },
    reagents: { value: [], installs: 3 },
  });
  assert.deepEqual(factsOf(trainer_services, each(taught('X', { spellId: 3 })))['5:spell:3'], {
    spellId: { value: 3, installs: 3 },
    costs: [{ value: 1, installs: 3 }],
  });
});

test('an install has one vote per language, however often and in however many spellings it reports', () => {
  const locales = ['', 'enUS', 'enGB', 'deDE', 'frFR', 'plPL'];
  fc.assert(
    fc.property(
      fc.array(fc.record({ locale: fc.constantFrom(...locales), name: fc.constantFrom('A', 'B'), day: fc.nat(20) })),
      (said) => {
        const reports = said.flatMap(({ locale, name, day }) =>
          inLocale(locale, reportedAt(`2026-01-${10 + day}T00:00:00Z`, [1], they.listedTitle(1, name))),
        );
        const tallies = tallyOf(titles, reports).get('1') ?? [];
        // Three languages: the instance's own, German and French.
        assert.ok(tallies.length <= 3);
        assert.ok(tallies.every(({ installs }) => installs === 1));
      },
    ),
  );
});
