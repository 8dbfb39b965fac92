import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { formatQuantity, joinWithAnd } from '../../values/phrases.ts';
import { buildProfessionPath, formatProfessionSlug } from '../../values/profession_page.ts';
import { describeLesson, renderRoute } from '../craft/path_text.ts';
import { describePrices, findLargestMarket } from '../craft/priced_realms.ts';
import { profession_path } from '../craft/profession_path.ts';
import { formatThresholds, readRecipeList } from '../craft/recipe_thresholds.ts';
import { readMatchingProfession } from '../craft/recipes.ts';
import { formatTrainer, type ProfessionTrainers, readTrainerList } from '../craft/trainers.ts';
import { buildCreditFields, renderCredit, renderTitledList } from '../shared/page.ts';
import type { ListedPageReader, PageContext, PageTextReader, SluggedPage } from './paged.ts';

const TRAINER_LINES_MAX = 8;
const RECIPE_LINES_MAX = 18;
const RECIPES_TITLE = 'Recipes by the skills at which they change colour, with the cost of one craft';

/** The profession whose slug this is, as its recipes spell it, or null if it has no public recipes. */
export async function findProfessionBySlug(snapshot: PublishedSnapshot, slug: string): Promise<string | null> {
  const spellings = await snapshot.professions();
  return spellings.find((spelling) => formatProfessionSlug(spelling) === slug) ?? null;
}

/** Returns the page of the profession that a skill names, or null if it has neither public recipes nor trainers. */
export const readSkillText: PageTextReader = async (context, { name }) =>
  name === null ? null : readProfessionPage(context, name);

export const readProfessionBySlug: ListedPageReader = async (context, slug) => {
  const spelling = await findProfessionBySlug(context.snapshot, formatProfessionSlug(slug));
  // A profession that has only trainers is found by the words of its slug.
  return readProfessionPage(context, spelling ?? slug.replaceAll('-', ' '));
};

/**
 * Renders a profession like a guide: its trainers, the cheapest way to raise it, and its recipes. Returns null if
 * neither a recipe nor a trainer is public.
 */
async function readProfessionPage(context: PageContext, profession: string): Promise<SluggedPage | null> {
  const { snapshot, publisher } = context;
  const taught = await readTrainerList(snapshot, profession);
  const realm = await findLargestMarket(snapshot);
  const asked = { profession, ...(realm === null ? {} : { realm }) };
  const listed = await readRecipeList(context, asked, { first: 0, max: RECIPE_LINES_MAX });
  const list = listed.ok ? listed.value.page : undefined;
  if (list === undefined && taught.trainers.length === 0) return null;
  const name = list?.profession ?? taught.profession;
  const path = list === undefined ? null : buildProfessionPath(formatProfessionSlug(name));
  const gameData = listed.ok ? listed.value.gameData : null;
  const lines = [
    renderHeadline(name, list?.total ?? 0, taught),
    ...renderTitledList('Trainers', taught.trainers.map(formatTrainer), TRAINER_LINES_MAX),
    ...(await renderCheapestWay(context, asked, await readMatchingProfession(snapshot, profession))),
    ...(list === undefined
      ? []
      : renderTitledList(
          `${RECIPES_TITLE} at ${describePrices(list.realm, list.houses)}`,
          list.recipes.map((row) => `${formatThresholds(row)}; learned ${describeLesson(row)}`),
          RECIPE_LINES_MAX,
          list.total,
        )),
    path === null ? NO_RECIPES_TEXT : renderMoreLink(name, `${publisher.publicUrl}${path}`),
    ...renderCredit({
      connected: true,
      ...buildCreditFields(snapshot),
      ...(gameData == null ? {} : { gameData }),
    }),
  ];
  return { text: lines.join('\n'), name, observed: true, path };
}

function renderHeadline(name: string, recipes: number, { trainers }: ProfessionTrainers): string {
  const known = [
    ...(recipes === 0 ? [] : [formatQuantity(recipes, 'recipe')]),
    ...(trainers.length === 0 ? [] : [formatQuantity(trainers.length, 'trainer')]),
  ];
  const unknown = trainers.length === 0 ? ' No trainer is known yet.' : recipes === 0 ? ' No recipe is known yet.' : '';
  return `${JSON.stringify(name)} (profession): ${joinWithAnd(known)} known.${unknown}`;
}

/** The highest skill that a route is shown to. */
const ROUTE_SKILL_MAX = 300;

/** Renders the cheapest way from skill 1 to the skill at which the last recipe turns grey. */
async function renderCheapestWay(
  context: PageContext,
  asked: { readonly profession: string; readonly realm?: string },
  known: Awaited<ReturnType<typeof readMatchingProfession>>,
): Promise<readonly string[]> {
  const greys = (known?.recipes ?? []).map(
    ({ grey, inFiles, bounds }) => grey?.high ?? inFiles?.grey ?? bounds.grey?.atLeast ?? 0,
  );
  const to = Math.min(ROUTE_SKILL_MAX, Math.max(0, ...greys));
  if (to < 2) return [];
  const found = await profession_path.answer(context, { ...asked, from: 1, to });
  if (!found.ok || found.value.page === undefined) return [];
  const [head, ...lines] = renderRoute(found.value.page, true);
  return [`Cheapest known way: ${head}`, ...lines];
}

const NO_RECIPES_TEXT =
  'A recipe is known once three players have reported it. Ask npc_page for all lessons of a trainer.';

function renderMoreLink(name: string, url: string): string {
  return `Ask profession_path with profession ${JSON.stringify(name)}, two skills and a realm for a shopping list; recipe_thresholds lists every recipe. Its page: ${url}`;
}
