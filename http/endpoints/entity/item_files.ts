import { capitalised, moneyText } from '../../../domain/cards/words.ts';
import type { ItemPage } from '../../../domain/reads/entities/item.ts';
import { html } from '../../pages/html.ts';
import { entityLink, nameOf } from '../../pages/parts/entity_link.ts';
import { table } from '../../pages/parts/table.ts';
import { inRow } from './entity_page.ts';
import type { ListColumn } from './list_part.ts';

type Files = NonNullable<ItemPage['files']>;

/** Renders what the game's files know of an item and the game's tooltip does not say. */
export function filedLines({ class: itemClass, stack, buyPriceCopper }: Files, base: string) {
  return [
    ...(stack === null || stack <= 1 ? [] : [`Stacks to ${stack.toLocaleString('en-GB')}`]),
    ...(buyPriceCopper === null || buyPriceCopper === 0 ? [] : [`Buy price ${moneyText(buyPriceCopper)}`]),
    ...(itemClass === null
      ? []
      : [
          html`<span>Kind: <a href="${base}/items/${itemClass}">${capitalised(itemClass.replaceAll('-', ' '))}</a></span>`,
        ]),
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
  return html`<h2>${caption}</h2>
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
