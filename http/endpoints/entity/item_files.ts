import { damageText, perSecondText, resistanceText, statText } from '../../../domain/cards/item_row.ts';
import { capitalised } from '../../../domain/cards/words.ts';
import type { ItemPage } from '../../../domain/reads/entities/item.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { entityLink, nameOf } from '../../pages/parts/entity_link.ts';
import type { Fact } from '../../pages/parts/facts.ts';
import { money } from '../../pages/parts/money.ts';
import { table } from '../../pages/parts/table.ts';
import { inRow } from './entity_page.ts';
import type { ListColumn } from './list_part.ts';

type Files = NonNullable<ItemPage['files']>;

/** Returns an item's properties from the game's files, in the order in which the game shows them. Omits zeros. */
export function filedFacts(
  files: Files,
  agreed: Pick<ItemPage, 'quality' | 'itemLevel'>,
  base: string,
): readonly Fact[] {
  return [
    ...kindFacts(files, base),
    ...(agreed.quality === null ? given('Quality', files.quality, capitalised) : []),
    ...(agreed.itemLevel === null ? above0('Item level', files.itemLevel) : []),
    ...above0('Required level', files.requiredLevel),
    ...given('Binds', files.binding === 'none' ? null : files.binding, (text) =>
      text.replace(/^Binds (?:when|to) /, ''),
    ),
    ...fightFacts(files),
    ...given('Full stack', files.stack, (stack) => (stack > 1 ? stack.toLocaleString('en-GB') : 'does not stack')),
    ...above0('Maximum owned', files.maxCount),
    ...above0('Durability', files.durability),
    ...above0('Bag slots', files.bagSlots),
    ...needFacts(files, base),
    ...priceFacts(files),
    ...given('Set', files.set, ({ name, itemIds }) => html`${nameOf(name)} (${counted(itemIds.length, 'item')})`),
  ];
}

function given<T>(term: string, value: T | null, shown: (value: T) => unknown): readonly Fact[] {
  return value === null ? [] : [{ term, value: shown(value) }];
}

function above0(term: string, value: number | null): readonly Fact[] {
  return given(term, value === 0 ? null : value, (number) => number.toLocaleString('en-GB'));
}

function words(slug: string): string {
  return capitalised(slug.replaceAll('-', ' '));
}

function kindFacts({ class: itemClass, subclass, slot }: Files, base: string): readonly Fact[] {
  return [
    ...given(
      'Kind',
      itemClass,
      // The slug of a subclass without a name is its number.
      (slug) =>
        html`<a href="${base}/items/${slug}">${words(slug)}</a>${subclass === null || /^\d+$/.test(subclass) ? '' : html` · ${words(subclass)}`}`,
    ),
    ...given('Slot', slot, words),
  ];
}

function fightFacts({ armour, damage, delayMs, stats, resistances }: Files): readonly Fact[] {
  return [
    ...given('Damage', damage === null || damage.length === 0 ? null : damage, (hits) =>
      hits.map(damageText).join(' + '),
    ),
    ...given('Speed', delayMs === 0 ? null : delayMs, (ms) => {
      const perSecond = damage === null || damage.length === 0 ? '' : ` ${perSecondText(damage, ms)}`;
      return `${(ms / 1000).toFixed(2)}${perSecond}`;
    }),
    ...above0('Armour', armour),
    ...given('Stats', stats === null || stats.length === 0 ? null : stats, (all) =>
      all.map(({ statId, amount }) => statText(statId, amount)).join(', '),
    ),
    ...given('Resistances', resistances === null || resistances.length === 0 ? null : resistances, (all) =>
      all.map(({ school, amount }) => resistanceText(school, amount)).join(', '),
    ),
  ];
}

function needFacts({ requiredSkill, classes, startsQuest }: Files, base: string): readonly Fact[] {
  return [
    ...given(
      'Requires',
      requiredSkill,
      ({ skillId, name, rank }) =>
        html`${name === null ? `skill ${skillId}` : nameOf(name)}${rank === 0 ? '' : ` ${rank ?? '(rank unknown)'}`}`,
    ),
    ...given('Classes', classes === null || classes.length === 0 ? null : classes, (all) =>
      all.map(({ classId, name }) => name ?? `class ${classId}`).join(', '),
    ),
    ...given('Starts quest', startsQuest, (quest) => entityLink(quest, base)),
  ];
}

function priceFacts({ buyPriceCopper, sellPriceCopper }: Files): readonly Fact[] {
  return [
    ...given('Buy price', buyPriceCopper === 0 ? null : buyPriceCopper, money),
    {
      term: 'Sell price',
      value: sellPriceCopper === null ? null : sellPriceCopper === 0 ? 'nothing' : money(sellPriceCopper),
    },
  ];
}

type Spell = Pick<NonNullable<Files['reagentFor']>['rows'][number], 'spellId' | 'name' | 'skill'>;

/**
 * Renders the spells in the game's files that make or use an item but are not known recipes. Returns null without any.
 */
export function filedSpells(
  { files, madeBy, reagentFor }: Pick<ItemPage, 'files' | 'madeBy' | 'reagentFor'>,
  base: string,
): unknown {
  const tables = [
    spellTable('Recipes that make it (game files)', files?.createdBy ?? null, madeBy, {
      head: 'Reagents',
      cell: ({ reagents }) => inRow(reagents.map((item) => entityLink(item, base))),
    }),
    spellTable('Recipes that use it (game files)', files?.reagentFor ?? null, reagentFor, {
      head: 'Makes',
      cell: ({ makes }) => (makes === null ? '' : entityLink(makes, base)),
    }),
  ].filter((made) => made !== null);
  return tables.length === 0 ? null : tables;
}

function spellTable<S extends Spell>(
  caption: string,
  spells: { readonly total: number; readonly rows: readonly S[] } | null,
  reported: ItemPage['madeBy'],
  last: ListColumn<S>,
): unknown {
  const known = new Set(reported.rows.map(({ recipe }) => recipe.id));
  const rows = (spells?.rows ?? []).filter(({ spellId }) => !known.has(spellId));
  if (spells === null || rows.length === 0) return null;
  return html`<h3>${caption}</h3>
${table({
  caption,
  total: spells.total - (spells.rows.length - rows.length),
  rest: null,
  columns: [{ head: 'Spell' }, { head: 'Skill' }, last],
  rows: rows.map((spell) => [
    spell.name === null ? `Spell ${spell.spellId}` : nameOf(spell.name),
    spell.skill === null ? '' : nameOf(spell.skill),
    last.cell(spell),
  ]),
})}`;
}
