import type { GameItem } from '../game_files/build.ts';
import { PROFESSION_FACTS_MAX, type SubjectFact } from '../ports/snapshots.ts';
import { eachOf, ok, type Reached, together } from '../result.ts';
import type { Agreed } from '../rollups/agreed.ts';
import { agreedIn } from '../rollups/agreed.ts';
import { byNumber, byText } from '../rollups/order.ts';
import type { SkillRange } from '../rollups/recipe_ranges.ts';
import type { Reagent } from '../rollups/recipes.ts';
import type { FactBody } from '../rollups/rollup.ts';
import { type Lesson, lessonsOf } from './lessons.ts';
import type { Sight } from './sight.ts';

/** At which skill a recipe can be learned, and who says so: its trainers, or the item that teaches it in the game's files. */
export interface LearnableFrom {
  readonly skill: number;
  readonly source: 'trainer' | 'game-files';
}

/** A recipe of a profession, as far as it is public. */
export interface KnownRecipe {
  readonly recipeId: number;
  readonly name: Agreed<string> | null;
  readonly makes: Agreed<number> | null;
  readonly makesMin: Agreed<number> | null;
  readonly makesMax: Agreed<number> | null;
  readonly reagents: Agreed<readonly Reagent[]> | null;
  readonly taughtByItemId: Agreed<number> | null;
  /** The cheapest lesson in it; null: no trainer is known to teach it. */
  readonly lesson: Lesson | null;
  readonly learnableFrom: LearnableFrom | null;
  readonly yellow: SkillRange | null;
  readonly green: SkillRange | null;
  readonly grey: SkillRange | null;
}

/** What is public of a profession. */
export interface KnownProfession {
  /** As most of its recipes spell it. */
  readonly spelling: string;
  /** By id. */
  readonly recipes: readonly KnownRecipe[];
  /** There are more recipes or lessons than are read at once. */
  readonly isCut: boolean;
}

/** The recipes of a profession whose agreed name `isAsked` takes; null: no recipe of the profession is public. */
export const professionOf = async (
  sight: Sight,
  profession: string,
  isAsked: (name: string | null) => boolean = () => true,
): Promise<Reached<KnownProfession | null>> => {
  const { reader, view } = sight;
  const found = await together([
    reader.factsOfProfession(view, 'recipes', profession),
    reader.factsOfProfession(view, 'trainer_services', profession),
  ] as const);
  if (!found.ok) return found;
  const [facts, services] = found.value;
  if (facts.length === 0) return ok(null);
  const lessons = lessonsOf(facts, services);
  const asked = facts.filter(({ body }) => isAsked(agreedIn<string>(body, 'name')?.value ?? null));
  const ranges = await reader.factsAmong(
    view,
    'recipe_ranges',
    asked.map(({ subject }) => subject),
  );
  if (!ranges.ok) return ranges;
  const recipes = await eachOf(asked, (fact) =>
    recipeOf(sight, fact, ranges.value.get(fact.subject) ?? null, lessons.get(fact.subject) ?? []),
  );
  if (!recipes.ok) return recipes;
  return ok({
    spelling: spellingOf(facts, profession),
    recipes: recipes.value.toSorted((a, b) => byNumber(a.recipeId, b.recipeId)),
    isCut: facts.length >= PROFESSION_FACTS_MAX || services.length >= PROFESSION_FACTS_MAX,
  });
};

const recipeOf = async (
  sight: Sight,
  { subject, body }: SubjectFact,
  ranges: FactBody | null,
  lessons: readonly Lesson[],
): Promise<Reached<KnownRecipe>> => {
  const taughtByItemId = agreedIn<number>(body, 'taughtByItemId');
  const skills = lessons.flatMap(({ requiredSkill }) => (requiredSkill === null ? [] : [requiredSkill.value]));
  const asks = await skillOfItem(sight, skills.length > 0 ? null : (taughtByItemId?.value ?? null));
  if (!asks.ok) return asks;
  const fileSkill = asks.value;
  return ok({
    recipeId: Number(subject),
    name: agreedIn<string>(body, 'name'),
    makes: agreedIn<number>(body, 'itemId'),
    makesMin: agreedIn<number>(body, 'makesMin'),
    makesMax: agreedIn<number>(body, 'makesMax'),
    reagents: agreedIn<readonly Reagent[]>(body, 'reagents'),
    taughtByItemId,
    lesson: lessons[0] ?? null,
    learnableFrom:
      skills.length > 0
        ? { skill: Math.min(...skills), source: 'trainer' }
        : fileSkill === null
          ? null
          : { skill: fileSkill, source: 'game-files' },
    yellow: rangeIn(ranges, 'yellow'),
    green: rangeIn(ranges, 'green'),
    grey: rangeIn(ranges, 'grey'),
  });
};

const rangeIn = (body: Readonly<Record<string, unknown>> | null, colour: string): SkillRange | null =>
  (body?.[colour] as SkillRange | undefined) ?? null;

/** The skill that an item asks of its reader, in the game's files; null: none is known. */
const skillOfItem = async ({ reader, view }: Sight, itemId: number | null): Promise<Reached<number | null>> => {
  if (itemId === null || view.game === null) return ok(null);
  const row = (await reader.gameFact(view, 'item', String(itemId))) as Reached<GameItem | null>;
  if (!row.ok) return row;
  const skill = row.value?.card.requiredSkill ?? 0;
  return ok(skill > 0 ? skill : null);
};

/** The spelling that most recipes have. */
const spellingOf = (facts: readonly SubjectFact[], asked: string): string => {
  const counts = new Map<string, number>();
  for (const { body } of facts) {
    const spelling = agreedIn<string>(body, 'profession')?.value;
    if (spelling !== undefined) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  }
  return [...counts].sort(([a, left], [b, right]) => right - left || byText(a, b))[0]?.[0] ?? asked;
};
