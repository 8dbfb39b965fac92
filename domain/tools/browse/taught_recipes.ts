import { families } from '../../families/mod.ts';
import type { LocalizedText } from '../../values/language.ts';
import { formatProfessionSlug } from '../../values/profession_page.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';

/** The lessons of a trainer that teach public recipes. */
export interface TaughtRecipes {
  /** Slugs of all professions that have public recipes. */
  readonly professions: ReadonlySet<string>;
  /** The recipes, keyed by the id of the spell that the lesson teaches. The spell's id is also the recipe's id. */
  readonly recipes: ReadonlyMap<number, { readonly name: string | null; readonly profession: LocalizedText }>;
}

/**
 * Finds the lessons that teach public recipes, so that a page can link to the recipes. Takes two reads, whatever the
 * number of lessons.
 */
export const taught_recipes: Pick<
  ToolRule<{ readonly spellIds: readonly number[] }, PageAnswer<TaughtRecipes>>,
  'answer'
> = {
  answer: (context, { spellIds }) =>
    answerPage(context, async (snapshot) => {
      const [spellings, facts] = await Promise.all([
        snapshot.professions(),
        snapshot.factsAmong(families.recipes, spellIds.map(String)),
      ]);
      const recipes = new Map(
        [...facts].flatMap(([subject, { name, profession }]) =>
          profession == null ? [] : [[Number(subject), { name: name?.value ?? null, profession }] as const],
        ),
      );
      return { page: { professions: new Set(spellings.map(formatProfessionSlug)), recipes } };
    }),
};
