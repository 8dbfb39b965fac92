import { formatRange } from '../../../domain/cards/words.ts';
import { COLOURS, type Colour } from '../../../domain/reads/entities/recipes.ts';
import type { Entity } from '../../../domain/reads/entities/snapshot_data.ts';
import { ELSEWHERE, type LearnedRecipe, UNKNOWN_SOURCE, UNTAUGHT } from '../../../domain/tools/craft/path_text.ts';
import { formatColour, type RecipeList } from '../../../domain/tools/craft/recipe_thresholds.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { linkEntity, linkItems } from '../../pages/parts/entity_link.ts';
import { FILE_FACT_MARK } from '../../pages/parts/facts.ts';
import { DASH_MARK, renderMoney, UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { renderTable } from '../../pages/parts/table.ts';
import { linkZone, type NamedZone } from '../../pages/parts/zone_link.ts';
import { joinValues } from '../entity/entity_page.ts';

type RecipeTableRow = RecipeList['recipes'][number];

/** Renders a page of a profession's recipes. `first` is the position of the first row, counted from 1. */
export function renderRecipes({ profession, recipes, total, realm }: RecipeList, first: number, base: string): unknown {
  const to = findScaleEnd(recipes);
  return renderTable({
    caption: `Recipes of ${profession} by the skills at which they change colour`,
    id: 'recipes',
    isSearched: true,
    columns: [
      { head: 'Recipe' },
      ...[{ head: 'Turns' }, { head: 'Reagents' }, { head: 'Cost', as: 'number' as const }, { head: 'Learned' }],
    ],
    rows: recipes.map((row) => [
      html`<span id="recipe-${row.recipe.id}">${renderRecipeName(row, base)}</span>`,
      { shown: html`${drawSkillScale(row, to)}${renderChanges(row)}`, value: findChange(row, 'yellow')?.low ?? null },
      row.reagents === null
        ? UNKNOWN_MARK
        : html`<ul class="plain">${row.reagents.rows.map((one) => html`<li>${linkItems([one], base)}</li>`)}</ul>`,
      { shown: (realm ?? row.costCopper) === null ? DASH_MARK : renderMoney(row.costCopper), value: row.costCopper },
      renderSources({ ...row, lesson: row.lesson && { ...row.lesson, otherTrainers: [] } }, base),
    ]),
    total,
    first,
  });
}

/** Renders a recipe as the item that it makes, with the recipe's name if that is another. */
function renderRecipeName({ recipe, makes }: RecipeTableRow, base: string): unknown {
  if (makes === null) return linkEntity(recipe, base);
  const made = html`${formatMadeCount(makes)}${linkEntity(makes.item, base)}`;
  return recipe.name === makes.item.name
    ? made
    : html`${linkEntity(recipe, base)} <small class="quiet">makes ${made}</small>`;
}

function renderChanges(row: RecipeTableRow): unknown {
  return html`<span class="turns">${COLOURS.map((colour) => html`<span class="turn ${colour}">${colour} ${formatColour(row, colour)}</span> `)}</span>`;
}

const SKILL_SCALE_STEP = 75;

/** Returns the smallest multiple of 75 above all known thresholds of these recipes. */
function findScaleEnd(recipes: readonly RecipeTableRow[]): number {
  const ends = recipes.flatMap((row) => COLOURS.map((colour) => findChange(row, colour)?.high ?? 0));
  return Math.max(1, Math.ceil((Math.max(0, ...ends) + 1) / SKILL_SCALE_STEP)) * SKILL_SCALE_STEP;
}

/**
 * Returns where a colour begins: the range from players' reports or, if that range is open, the value in the game's
 * files.
 */
function findChange(row: RecipeTableRow, colour: Colour): { readonly low: number; readonly high: number } | null {
  const range = row[colour];
  if (range !== null) return range;
  const filed = row.inFiles?.[colour];
  return filed === undefined ? null : { low: filed, high: filed };
}

function formatMadeCount({ min, max }: NonNullable<RecipeTableRow['makes']>): string {
  if (min === null) return '';
  const text = formatRange(min.value, max?.value ?? min.value);
  return text === '1' ? '' : `${text} × `;
}

/** Renders where a recipe is learned, at which skill, and what the lesson or the item that teaches it costs. */
export function renderSources(
  { lesson, learnableFrom, taughtBy, isLearnable }: LearnedRecipe,
  base: string,
  isSame = false,
): unknown {
  const skill =
    learnableFrom === null
      ? ''
      : html`at skill ${learnableFrom.skill}${learnableFrom.source === 'game-files' ? html` ${FILE_FACT_MARK}` : ''} `;
  if (lesson !== null) {
    const cost =
      lesson.cost === null ? '' : html` for ${renderMoney(lesson.cost.value)} (${lesson.cost.installs} players)`;
    return html`${skill}from ${isSame ? html`${linkEntity(lesson.trainer, base)} again` : renderTrainers(lesson, base)}${cost}`;
  }
  if (taughtBy === null) return html`${skill}${isLearnable === false ? UNTAUGHT : 'comes with the profession'}`;
  const { soldBy = [], droppedBy = [], rewardFrom = [], isElsewhere } = taughtBy.sources ?? {};
  const rest = isElsewhere ? ELSEWHERE : UNKNOWN_SOURCE;
  const [offer, source, quest] = [soldBy[0], droppedBy[0], rewardFrom[0]];
  const from =
    offer !== undefined
      ? html`, sold by ${renderInZone(offer.vendor, offer.place, base)}${offer.cost === null ? '' : html` for ${renderMoney(offer.cost.value)}`} (${formatQuantity(offer.installs ?? 0, 'player')})`
      : quest !== undefined
        ? html`, a reward of ${linkEntity(quest, base)}`
        : source !== undefined
          ? html`, dropped by ${linkEntity(source, base)}`
          : rest;
  return html`${skill}from ${linkEntity(taughtBy.item, base)}${from}`;
}

/** Renders an NPC with its zone, if that is known. */
export function renderInZone(npc: Entity, place: NamedZone | null | undefined, base: string): unknown {
  return html`${linkEntity(npc, base)}${place == null ? '' : html` in ${linkZone(place, base)}`}`;
}

function renderTrainers({ trainers = 1, otherTrainers = [], ...first }: LearnedRecipe['lesson'] & {}, base: string) {
  const named = [first, ...otherTrainers].map((one) => renderInZone(one.trainer, one.place, base));
  const others = trainers - named.length;
  return joinValues([...named, ...(others > 0 ? [formatQuantity(others, 'other')] : [])], ' or ');
}

/**
 * Draws a recipe's colours by skill level up to `to`: orange, yellow, green, grey. Unknown colours and the ranges in
 * which a colour begins stay blank. The drawing is hidden from screen readers, because the text below it says the same.
 */
function drawSkillScale(row: RecipeTableRow, to: number): unknown {
  const [yellow, green, grey] = COLOURS.map((colour) => findChange(row, colour));
  const stretches = [
    ['orange', row.learnableFrom?.skill, yellow?.low],
    ['yellow', yellow?.high, green?.low],
    ['green', green?.high, grey?.low],
    ['grey', grey?.high, to],
  ] as const;
  const known = stretches.flatMap(([colour, begin, end]) =>
    begin == null || end == null || end <= begin
      ? []
      : [html`<rect class="${colour}" x="${begin}" y="0" width="${end - begin}" height="8"/>`],
  );
  return html`<svg class="scale" viewBox="0 0 ${to} 8" preserveAspectRatio="none" aria-hidden="true">${known}</svg>`;
}
