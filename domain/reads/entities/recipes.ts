import type { item_page as contract } from '../../../schema/tools/item_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { selectMentions } from '../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { SkillBound, SkillRange } from '../../families/recipe_ranges.ts';
import type { MentionList } from '../../ports/facts.ts';
import { mapFirstRows } from './first_of.ts';
import type { ItemLimits } from './limits.ts';
import { nameEntity, type PublishedSnapshot, readEntity } from './snapshot_data.ts';

/** A recipe that is related to an item. */
export type Recipe = NonNullable<ToolAnswer<typeof contract>['page']>['madeBy']['rows'][number];

/** Returns the recipes that make an item, use it, or are taught by it. Each list is ordered by id. */
export async function readRecipes(
  snapshot: PublishedSnapshot,
  itemId: number,
  mentions: readonly MentionList[],
  max: Pick<ItemLimits, 'madeBy' | 'reagentFor' | 'teaches' | 'recipeDetails'>,
) {
  const list = (member: 'itemId' | 'reagents' | 'taughtByItemId', length: number) => {
    const { subjects, total } = selectMentions(mentions, families.recipes, member);
    const only = member === 'reagents' ? itemId : null;
    return mapFirstRows({ total, rows: subjects }, length, (subject) =>
      readRecipe(snapshot, Number(subject), only, max.recipeDetails),
    );
  };
  const [madeBy, reagentFor, teaches] = await Promise.all([
    list('itemId', max.madeBy),
    list('reagents', max.reagentFor),
    list('taughtByItemId', max.teaches),
  ]);
  return { madeBy, reagentFor, teaches };
}

/** Reads a recipe. If `only` is set, `reagents` contains just that item. */
export async function readRecipe(
  snapshot: PublishedSnapshot,
  recipeId: number,
  only: number | null,
  withDetails: boolean,
): Promise<Recipe> {
  const [body, ranges] = await Promise.all([
    snapshot.fact(families.recipes, `${recipeId}`),
    withDetails ? snapshot.fact(families.recipe_ranges, `${recipeId}`) : null,
  ]);
  const recipe = { ...nameEntity('recipe', recipeId, body?.name), url: null };
  const named = { recipe, profession: body?.profession ?? null };
  if (!withDetails) return { ...named, makes: null, reagents: null, thresholds: null, taughtBy: null };
  const { itemId: product, taughtByItemId: taught, makesMin, makesMax } = body ?? {};
  const [made, reagents, teacher] = await Promise.all([
    product === undefined ? null : readEntity(snapshot, 'item', product.value),
    readReagents(snapshot, body, only),
    taught === undefined ? null : readEntity(snapshot, 'item', taught.value),
  ]);
  return {
    ...named,
    makes: made && { item: made, installs: product!.installs, min: makesMin ?? null, max: makesMax ?? null },
    reagents,
    thresholds: readThresholds(ranges),
    taughtBy: teacher && { item: teacher, installs: taught!.installs },
  };
}

/** Returns the thresholds from players' reports, or null if there are none. */
function readThresholds(ranges: Facts['recipe_ranges'] | null): Recipe['thresholds'] {
  if (ranges === null) return null;
  const { yellow = null, green = null, grey = null, bounds = {} } = ranges;
  return { yellow, green, grey, bounds: pickOneSided({ yellow, green, grey, bounds }) };
}

/** Returns the recipe's reagents. If `only` is set, returns just that item. */
async function readReagents(
  snapshot: PublishedSnapshot,
  body: Facts['recipes'] | null,
  only: number | null,
): Promise<Recipe['reagents']> {
  const agreed = body?.reagents ?? null;
  if (agreed === null) return null;
  const shown = agreed.value.filter(({ itemId }) => only === null || itemId === only);
  const rows = await Promise.all(
    shown.map(async ({ itemId, count }) => ({ item: await readEntity(snapshot, 'item', itemId), count })),
  );
  return { installs: agreed.installs, rows };
}

export const COLOURS = ['yellow', 'green', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

/** The thresholds that players reported. */
export interface ThresholdReports extends Readonly<Record<Colour, SkillRange | null>> {
  /** Every known bound, including one-sided ones. */
  readonly bounds: Readonly<Partial<Record<Colour, SkillBound>>>;
}

/**
 * Returns the thresholds with only one known bound, as shown in answers (schema/tools/craft_parts.ts, thresholdBounds).
 */
export function pickOneSided(known: ThresholdReports) {
  const [yellow, green, grey] = COLOURS.map((colour) => {
    const { atLeast = null, atMost = null, installs = 0 } = known.bounds[colour] ?? {};
    return known[colour] !== null || installs === 0 ? null : { atLeast, atMost, installs };
  });
  return { yellow: yellow ?? null, green: green ?? null, grey: grey ?? null };
}
