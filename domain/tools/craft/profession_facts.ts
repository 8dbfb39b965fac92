import { compareStrings } from '../../families/counting/order.ts';
import { type Facts, families } from '../../families/mod.ts';
import { PROFESSION_FACTS_MAX, type SubjectFact } from '../../ports/facts.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../values/group_by.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { joinFirstTexts } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { toRealmKey } from '../../values/realm_key.ts';

/** Maximum number of professions named, so that the sentence stays within the length limit. */
const RECIPE_NAMES_MAX = 12;

/** Says that a profession has no public recipes, and lists the professions that do. */
export async function explainNoRecipes(
  snapshot: PublishedSnapshot,
  profession: string,
): Promise<{ readonly none: string }> {
  const found = await snapshot.professions();
  const spellings = [...new Map(found.map((spelling) => [toRealmKey(spelling), spelling])).values()].sort();
  const none = `No recipe of the profession ${quote(profession)} is public.`;
  if (spellings.length === 0) return { none: `${none} No profession has public recipes yet.` };
  const sentence = `${none} Known professions: ${joinFirstTexts(spellings.map(quote), RECIPE_NAMES_MAX)}.`;
  // Escaping can lengthen a quoted name well beyond its limit of 40 characters.
  return { none: sentence.length <= 500 ? sentence : `${sentence.slice(0, 499)}…` };
}

/** The public facts about a profession under all of its names. */
interface ProfessionFacts {
  readonly recipes: readonly SubjectFact<Facts['recipes']>[];
  readonly services: readonly SubjectFact<Facts['trainer_services']>[];
  /** True if there are more facts than are read at once. */
  readonly isCut: boolean;
}

/**
 * Reads the recipes and lessons of a profession. If three installs agree on a recipe only in another language, the
 * recipe is filed under the profession's name in that language. That name is found through recipes that are known in
 * both languages.
 */
export async function readProfessionFacts(snapshot: PublishedSnapshot, profession: string): Promise<ProfessionFacts> {
  const own = await readFactsByName(snapshot, profession);
  const foreign = await mapInOrder(listOtherNames(own.recipes, profession), (name) => readFactsByName(snapshot, name));
  const all = [own, ...foreign];
  return {
    recipes: all.flatMap(({ recipes }) => recipes),
    services: all.flatMap(({ services }) => services),
    isCut: all.some(({ isCut }) => isCut),
  };
}

async function readFactsByName(snapshot: PublishedSnapshot, name: string): Promise<ProfessionFacts> {
  const [recipes, services] = await Promise.all([
    snapshot.factsOfProfession(families.recipes, name),
    snapshot.factsOfProfession(families.trainer_services, name),
  ]);
  const isCut = [recipes, services].some(({ length }) => length >= PROFESSION_FACTS_MAX);
  return { recipes, services, isCut };
}

/** Returns the profession's most frequent name in each other language, omitting names that were already found. */
function listOtherNames(recipes: ProfessionFacts['recipes'], profession: string): readonly string[] {
  const translations = recipes.flatMap(({ body }) => body.professions ?? []);
  const names = [...groupBy(translations, ({ locale }) => locale).values()].map(
    (ofLanguage) => findCommonest(ofLanguage.map(({ value }) => value))!,
  );
  const keys = new Set([toRealmKey(profession)]);
  return names.filter((name) => {
    const isNew = !keys.has(toRealmKey(name));
    keys.add(toRealmKey(name));
    return isNew;
  });
}

/** Returns the most frequent of these spellings, or null if there are none. */
export function findCommonest(spellings: readonly string[]): string | null {
  const groups = [...groupBy(spellings, (spelling) => spelling)];
  return groups.sort(([a, one], [b, other]) => other.length - one.length || compareStrings(a, b))[0]?.[0] ?? null;
}
