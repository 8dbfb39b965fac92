import { rangeText } from '../../../domain/cards/words.ts';
import type { ItemPage } from '../../../domain/reads/entities/item.ts';
import { html } from '../../pages/html.ts';
import { withInstalls } from '../../pages/parts/agreed.ts';
import type { Part } from '../../pages/parts/contents.ts';
import { countedLinks, entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { professionLink, recipeLink } from '../../pages/parts/recipe_link.ts';
import { type Cell, table } from '../../pages/parts/table.ts';
import { turnWords } from '../../pages/parts/turn_words.ts';

type List = ItemPage['madeBy'];
type Recipe = List['rows'][number];

/** Renders recipes related to an item: products, reagents, and the skills at which they change colour. */
export function recipesPart(id: string, heading: string, { rows, total }: List, base: string): readonly Part[] {
  if (total === 0) return [];
  // For recipes that use the item, `reagents` contains only the item itself.
  const isUsed = id === 'reagent-for';
  const isTaught = rows.some(({ taughtBy }) => taughtBy !== null);
  return [
    {
      id,
      heading,
      total,
      content: table({
        caption: heading,
        total,
        rest: null,
        columns: [
          { head: 'Recipe' },
          { head: 'Profession' },
          { head: 'Makes' },
          isUsed ? { head: 'Needs', as: 'number' } : { head: 'Reagents' },
          { head: 'Skill' },
          ...(isTaught ? [{ head: 'Taught by' }] : []),
        ],
        rows: rows.map((row) => [
          ...rowOf(row, base),
          isUsed ? usedCell(row.reagents) : reagentsCell(row.reagents, base),
          skillCell(row.thresholds),
          ...(isTaught ? [row.taughtBy === null ? '' : entityLink(row.taughtBy.item, base)] : []),
        ]),
      }),
    },
  ];
}

function rowOf(row: Recipe, base: string): readonly Cell[] {
  return [
    recipeLink(row.recipe, row.profession, base),
    row.profession === null ? UNKNOWN : withInstalls(professionLink(row.profession, base), row.profession.installs),
    makesCell(row.makes, base),
  ];
}

function makesCell(makes: Recipe['makes'], base: string): unknown {
  if (makes === null) return UNKNOWN;
  const { item, min, max } = makes;
  const [least, most] = [min?.value ?? max?.value ?? null, max?.value ?? min?.value ?? null];
  const pieces = least === null || most === null || most === 1 ? '' : `${rangeText(least, most)} × `;
  return html`${pieces}${entityLink(item, base)}`;
}

function reagentsCell(reagents: Recipe['reagents'], base: string): unknown {
  return reagents === null ? UNKNOWN : countedLinks(reagents.rows, base);
}

/** Number of the item that one craft uses. */
function usedCell(reagents: Recipe['reagents']): Cell {
  const count = reagents?.rows[0]?.count ?? null;
  return { value: count, shown: count ?? UNKNOWN };
}

const COLOURS = ['yellow', 'green', 'grey'] as const;

/** Renders `yellow from 20–25, grey from 60 or later`. Sorts by the skill at which the recipe turns grey. */
function skillCell(thresholds: Recipe['thresholds']): Cell {
  if (thresholds === null) return { value: null, shown: UNKNOWN };
  const told = COLOURS.map((colour) => [colour, turnWords(thresholds[colour], thresholds.bounds[colour])] as const);
  const known = told.filter(([, text]) => text !== null);
  const grey = thresholds.grey?.low ?? thresholds.bounds.grey?.atLeast ?? null;
  if (known.length === 0) return { value: null, shown: UNKNOWN };
  return {
    value: grey,
    shown: known.map(
      ([colour, text], at) => html`${at === 0 ? '' : ', '}<span class="skill-${colour}">${colour} from ${text}</span>`,
    ),
  };
}
