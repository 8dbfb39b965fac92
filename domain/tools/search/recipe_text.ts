import type { recipe_thresholds as contract } from '../../../schema/tools/recipe_thresholds.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { moneyText, pricesText, rangeText } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import { called, quotedText } from '../../reads/entities/snapshot_data.ts';
import type { LocalizedText } from '../../values/language.ts';
import { recipe_thresholds } from '../craft/recipe_thresholds.ts';
import { creditLines } from '../shared/page.ts';
import type { ToolContext } from '../tool.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Recipe = Page['recipes'][number];

/**
 * Renders the data of one recipe from recipe_thresholds, or returns null if the recipe has no agreed name or
 * profession.
 */
export async function recipeText(
  context: ToolContext,
  { id, name }: { readonly id: number; readonly name: string | null },
): Promise<readonly string[] | null> {
  const { snapshot } = context;
  if (snapshot === null || name === null) return null;
  const fact = await snapshot.fact(families.recipes, `${id}`);
  const profession = fact?.profession;
  if (profession === undefined) return null;
  const found = await recipe_thresholds.answer(context, { profession: profession.value, recipe: name });
  if (!found.ok) return null;
  const row = found.value.page?.recipes.find(({ recipe }) => recipe.id === id);
  return row === undefined ? null : [...told(row, profession), ...creditLines(found.value)];
}

function told(row: Recipe, profession: LocalizedText): readonly string[] {
  return [
    `${called(row.recipe)} of ${quotedText(profession)}.`,
    ...makesLine(row),
    ...(row.reagents === null
      ? ['Its reagents are unknown.']
      : [`Reagents: ${row.reagents.rows.map(({ item, count }) => `${count} of ${called(item)}`).join('; ')}.`]),
    `Yellow from skill ${skillText(row.yellow)}, green from ${skillText(row.green)}, grey from ${skillText(row.grey)}.`,
    row.costCopper === null
      ? 'What a craft costs is unknown: a reagent has no agreed price.'
      : `A craft costs ${moneyText(row.costCopper)}.`,
    ...lessonLine(row),
    ...(row.taughtBy === null ? [] : [`Taught by ${called(row.taughtBy.item)}.`]),
  ];
}

function makesLine({ makes }: Recipe): readonly string[] {
  if (makes === null) return [];
  const [min, max] = [makes.min?.value ?? null, makes.max?.value ?? null];
  const many = min === null ? '' : `${rangeText(min, max ?? min)} of `;
  return [`Makes ${many}${called(makes.item)}.`];
}

function lessonLine({ lesson }: Recipe): readonly string[] {
  if (lesson === null) return [];
  const cost = lesson.cost === null ? '' : ` for ${pricesText([lesson.cost.value])}`;
  const skill = lesson.requiredSkill === null ? '' : `, at skill ${lesson.requiredSkill.value}`;
  return [`Taught by ${called(lesson.trainer)}${cost}${skill}.`];
}

function skillText(range: Recipe['yellow']): string {
  return range === null ? 'unknown' : rangeText(range.low, range.high);
}
