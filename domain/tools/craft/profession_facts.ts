import { byText } from '../../families/counting/order.ts';
import { type Facts, families } from '../../families/mod.ts';
import { PROFESSION_FACTS_MAX, type SubjectFact } from '../../ports/facts.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../values/group_by.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { realmKey } from '../../values/realm_key.ts';

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
export async function professionFacts(snapshot: PublishedSnapshot, profession: string): Promise<ProfessionFacts> {
  const own = await factsUnder(snapshot, profession);
  const foreign = await mapInOrder(namesElsewhere(own.recipes, profession), (name) => factsUnder(snapshot, name));
  const all = [own, ...foreign];
  return {
    recipes: all.flatMap(({ recipes }) => recipes),
    services: all.flatMap(({ services }) => services),
    isCut: all.some(({ isCut }) => isCut),
  };
}

async function factsUnder(snapshot: PublishedSnapshot, name: string): Promise<ProfessionFacts> {
  const [recipes, services] = await Promise.all([
    snapshot.factsOfProfession(families.recipes, name),
    snapshot.factsOfProfession(families.trainer_services, name),
  ]);
  const isCut = [recipes, services].some(({ length }) => length >= PROFESSION_FACTS_MAX);
  return { recipes, services, isCut };
}

/** Returns the profession's most frequent name in each other language, omitting names that were already found. */
function namesElsewhere(recipes: ProfessionFacts['recipes'], profession: string): readonly string[] {
  const told = recipes.flatMap(({ body }) => body.professions ?? []);
  const names = [...groupBy(told, ({ locale }) => locale).values()].map((ofLanguage) => {
    const spellings = [...groupBy(ofLanguage, ({ value }) => value)];
    return spellings.sort(([a, one], [b, other]) => other.length - one.length || byText(a, b))[0]![0];
  });
  const keys = new Set([realmKey(profession)]);
  return names.filter((name) => {
    const isNew = !keys.has(realmKey(name));
    keys.add(realmKey(name));
    return isNew;
  });
}
