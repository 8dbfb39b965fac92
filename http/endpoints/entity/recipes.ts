import { formatRange } from '../../../domain/cards/words.ts';
import type { Item } from '../../../domain/reads/entities/item.ts';
import { COLOURS } from '../../../domain/reads/entities/recipes.ts';
import { formatColour } from '../../../domain/tools/craft/recipe_thresholds.ts';
import { html } from '../../pages/html.ts';
import { renderCounted } from '../../pages/parts/agreed.ts';
import { linkEntity, linkItems, linkProfession, linkRecipe } from '../../pages/parts/entity_link.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import type { Section } from '../../pages/parts/section.ts';
import type { Cell } from '../../pages/parts/table.ts';
import { joinValues } from './entity_page.ts';
import { buildPart, type ListColumn } from './lists.ts';

type Recipe = Item['madeBy']['rows'][number];

/** Renders recipes that make or use an item, or that it teaches. */
export function buildRecipes(
  heading: 'Made by' | 'Reagent for' | 'Teaches',
  list: Item['madeBy'],
  base: string,
): readonly Section[] {
  // For recipes that use the item, `reagents` contains only the item itself.
  const isUsed = heading === 'Reagent for';
  const isTaught = list.rows.some(({ taughtBy }) => taughtBy !== null);
  const taughtBy: ListColumn<Recipe> = {
    head: 'Taught by',
    cell: (row) => (row.taughtBy === null ? '' : linkEntity(row.taughtBy.item, base)),
  };
  return buildPart({
    heading,
    list,
    columns: [
      { head: 'Recipe', cell: ({ recipe, profession }) => linkRecipe(recipe, profession, base) },
      {
        head: 'Profession',
        cell: ({ profession }) =>
          profession === null ? UNKNOWN_MARK : renderCounted(linkProfession(profession, base), profession.installs),
      },
      { head: 'Makes', cell: ({ makes }) => renderMakes(makes, base) },
      isUsed
        ? { head: 'Needs', as: 'number', cell: ({ reagents }) => renderReagents(reagents) }
        : {
            head: 'Reagents',
            cell: ({ reagents }) => (reagents === null ? UNKNOWN_MARK : linkItems(reagents.rows, base)),
          },
      { head: 'Skill', cell: ({ thresholds }) => renderSkill(thresholds) },
      ...(isTaught ? [taughtBy] : []),
    ],
  });
}

function renderMakes(makes: Recipe['makes'], base: string): unknown {
  if (makes === null) return UNKNOWN_MARK;
  const { item, min, max } = makes;
  const [least, most] = [min?.value ?? max?.value ?? null, max?.value ?? min?.value ?? null];
  const pieces = least === null || most === null || most === 1 ? '' : `${formatRange(least, most)} × `;
  return html`${pieces}${linkEntity(item, base)}`;
}

function renderReagents(reagents: Recipe['reagents']): Cell {
  const count = reagents?.rows[0]?.count ?? null;
  return { value: count, shown: count ?? UNKNOWN_MARK };
}

/** Renders `yellow between 20 and 25, grey at 60 or later`. Sorts by the skill at which the recipe turns grey. */
function renderSkill(thresholds: Recipe['thresholds']): Cell {
  if (thresholds === null) return { value: null, shown: UNKNOWN_MARK };
  const known = COLOURS.filter((colour) => (thresholds[colour] ?? thresholds.bounds[colour]) !== null);
  if (known.length === 0) return { value: null, shown: UNKNOWN_MARK };
  const turns = known.map(
    (colour) => html`<span class="turn ${colour}">${colour} ${formatColour(thresholds, colour)}</span>`,
  );
  return { value: thresholds.grey?.low ?? thresholds.bounds.grey?.atLeast ?? null, shown: joinValues(turns) };
}
