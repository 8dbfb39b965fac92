import { families } from '../../families/mod.ts';
import type { Worded } from '../../values/language.ts';
import { professionSlug } from '../../values/profession_slug.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';

/** What of a trainer's lessons stands among public recipes. */
export interface TaughtRecipes {
  /** Slugs of all professions that have public recipes. */
  readonly professions: ReadonlySet<string>;
  /** By the spell that is taught: a recipe's id is its spell's. */
  readonly recipes: ReadonlyMap<number, { readonly name: string | null; readonly profession: Worded }>;
}

/** Which lessons are public recipes, so that a page can lead to them: two reads, however many lessons there are. */
export const taught_recipes: Pick<
  ToolRule<{ readonly spellIds: readonly number[] }, PageAnswer<TaughtRecipes>>,
  'answer'
> = {
  answer: (ground, { spellIds }) =>
    answerPage(ground, async (view) => {
      const { reader } = ground;
      const [spellings, facts] = await Promise.all([
        reader.professions(view),
        reader.factsAmong(view, families.recipes, spellIds.map(String)),
      ]);
      const recipes = new Map(
        [...facts].flatMap(([subject, { name, profession }]) =>
          profession == null ? [] : [[Number(subject), { name: name?.value ?? null, profession }] as const],
        ),
      );
      return { page: { professions: new Set(spellings.map(professionSlug)), recipes } };
    }),
};
