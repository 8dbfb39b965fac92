import { type Backed, reach } from '../kept.ts';
import { DAY_MS, dayText } from '../record.ts';
import { numberIn, readTable } from '../tables.ts';
import { subjectsOf, type ToolGround } from '../tools.ts';
import { realmKeyOf } from './agreed.ts';

type Counted = Pick<ToolGround, 'counted' | 'tables'>;
type Body = Readonly<Record<string, unknown>>;

export interface Range {
  readonly low: number;
  readonly high: number;
  readonly installs: number;
}

/** What one unit of an item costs (contract, section 6, Professions). */
export interface Price {
  readonly copper: number;
  readonly source: 'vendor' | 'vendor-seen' | 'market';
  readonly installs: number;
  readonly vendorNpcId: number | null;
  readonly day: string | null;
  readonly discount: Discount | null;
}

interface Discount {
  readonly fullCopper: number;
  readonly reducedCopper: number;
  readonly percent: number;
}

/** The greatest price beside which the other is 5, 10, 15 or 20 percent lower, as far as whole copper can be. */
const discountOf = (price: number, others: readonly number[]): Discount | null => {
  for (const full of [...new Set([price, ...others])].sort((a, b) => b - a)) {
    for (const reduced of full === price ? [...others].sort((a, b) => b - a) : [price]) {
      const off = ((full - reduced) / full) * 100;
      const [percent] = [5, 10, 15, 20]
        .filter((one) => Math.abs(off - one) <= 2.5 && Math.abs(full - (full * one) / 100 - reduced) < 1)
        .sort((a, b) => Math.abs(a - off) - Math.abs(b - off));
      if (reduced < full && percent !== undefined) return { fullCopper: full, reducedCopper: reduced, percent };
    }
  }
  return null;
};

export interface Lesson {
  readonly trainerNpcId: number;
  readonly cost: Backed | null;
  readonly discount: Discount | null;
  readonly requiredSkill: Backed | null;
  readonly requiredLevel: Backed | null;
}

/** A recipe with all that is public of it. */
export interface CountedRecipe {
  readonly recipeId: number;
  readonly body: Body;
  readonly ranges: { readonly yellow: Range | null; readonly green: Range | null; readonly grey: Range | null };
  readonly lesson: Lesson | null;
  readonly learnableFrom: { readonly skill: number; readonly source: 'trainer' | 'game-files' } | null;
}

export const agreedOf = (body: Body | undefined, member: string): Backed | null =>
  (body?.[member] as Backed | undefined) ?? null;

/** Price lists of items, read once from the counted facts. */
export const countPrices = ({ counted }: Counted) => {
  const offers = new Map<number, Price[]>();
  for (const [key, fact] of counted.facts) {
    const [family, subject] = key.split(' ', 2) as [string, string];
    if (family !== 'vendor_goods' && family !== 'vendor_prices') continue;
    const [vendor, itemId] = family === 'vendor_goods' ? subject.split(':').map(Number) : [null, Number(subject)];
    for (const { value, installs } of ((fact as Body)['prices'] ?? []) as readonly Backed[]) {
      reach(offers, itemId!, () => []).push({
        copper: Number(value),
        source: family === 'vendor_goods' ? 'vendor' : 'vendor-seen',
        installs,
        vendorNpcId: vendor ?? null,
        day: null,
        discount: null,
      });
    }
  }
  return (itemId: number, realm: string | null): Price | null => {
    const [best, ...others] = (offers.get(itemId) ?? []).sort(
      (a, b) =>
        b.installs - a.installs ||
        a.copper - b.copper ||
        (a.source === b.source ? 0 : a.source === 'vendor' ? -1 : 1) ||
        Number(a.vendorNpcId) - Number(b.vendorNpcId),
    );
    if (best !== undefined) {
      const discount = discountOf(
        best.copper,
        others.map(({ copper }) => copper),
      );
      return { ...best, discount };
    }
    if (realm === null) return null;
    const day = counted.market.newest.get(`${realmKeyOf(realm)}||${itemId}`) as
      | { readonly market: number; readonly reporters: number; readonly day: number }
      | undefined;
    if (day === undefined) return null;
    const copper = Math.floor(day.market + 0.5);
    const shown = dayText(day.day * DAY_MS);
    return { copper, source: 'market', installs: day.reporters, vendorNpcId: null, day: shown, discount: null };
  };
};

/** The recipes of a profession by id, with how they are learned. */
export const countRecipes = (ground: Counted, profession: string): readonly CountedRecipe[] => {
  const isOfIt = (body: Body): boolean =>
    realmKeyOf(String(agreedOf(body, 'profession')?.value ?? '')) === realmKeyOf(profession);
  const bodyOf = (family: string, subject: string): Body | undefined =>
    ground.counted.facts.get(`${family} ${subject}`) as Body | undefined;
  const own = subjectsOf(ground, 'recipes').filter((subject) => isOfIt(bodyOf('recipes', subject)!));
  const services = subjectsOf(ground, 'trainer_services').filter((one) => isOfIt(bodyOf('trainer_services', one)!));
  const sparse = new Map(readTable(ground.tables, 'ItemSparse').map((row) => [Number(row['ID']), row]));
  return own
    .map((subject): CountedRecipe => {
      const body = bodyOf('recipes', subject)!;
      const name = agreedOf(body, 'name')?.value;
      const lessons = services
        .filter((service) => {
          const spell = /^\d+:spell:(\d+)$/.exec(service)?.[1];
          if (spell !== undefined && own.includes(spell)) return spell === subject;
          return name !== undefined && agreedOf(bodyOf('trainer_services', service), 'name')?.value === name;
        })
        .map((service) => lessonOf(service, bodyOf('trainer_services', service)!))
        .sort(
          (a, b) =>
            (b.cost?.installs ?? 0) - (a.cost?.installs ?? 0) ||
            (a.cost === null || b.cost === null ? 0 : Number(a.cost.value) - Number(b.cost.value)) ||
            a.trainerNpcId - b.trainerNpcId,
        );
      const skills = lessons
        .flatMap(({ requiredSkill }) => requiredSkill ?? [])
        .sort((a, b) => b.installs - a.installs || Number(a.value) - Number(b.value))
        .map(({ value }) => Number(value));
      const teaches = agreedOf(body, 'taughtByItemId')?.value;
      const asked = skills.length > 0 ? 0 : (numberIn(sparse.get(Number(teaches)), 'RequiredSkillRank') ?? 0);
      const ranges = bodyOf('recipe_ranges', subject) as Readonly<Record<string, Range>> | undefined;
      const { yellow = null, green = null, grey = null } = ranges ?? {};
      return {
        recipeId: Number(subject),
        body,
        ranges: { yellow, green, grey },
        lesson: lessons[0] ?? null,
        learnableFrom:
          skills.length > 0
            ? { skill: skills[0]!, source: 'trainer' }
            : asked > 0
              ? { skill: asked, source: 'game-files' }
              : null,
      };
    })
    .sort((a, b) => a.recipeId - b.recipeId);
};

const lessonOf = (service: string, body: Body): Lesson => {
  const costs = [...((body['costs'] ?? []) as readonly Backed[])];
  const [cost, ...others] = costs.sort((a, b) => b.installs - a.installs || Number(a.value) - Number(b.value));
  return {
    trainerNpcId: Number(service.split(':', 1)[0]),
    cost: cost ?? null,
    discount:
      cost === undefined
        ? null
        : discountOf(
            Number(cost.value),
            others.map(({ value }) => Number(value)),
          ),
    requiredSkill: agreedOf(body, 'requiredSkill'),
    requiredLevel: agreedOf(body, 'requiredLevel'),
  };
};

/** Crafts that raise the skill by one point (contract, section 6); null: not known to raise it. */
export const craftsAt = ({ ranges, learnableFrom }: CountedRecipe, skill: number): number | null => {
  const [yellow, grey] = [ranges.yellow?.low ?? null, ranges.grey?.low ?? null];
  if (yellow === null || skill < (learnableFrom?.skill ?? 0) || (grey !== null && skill >= grey)) return null;
  if (skill < yellow) return 1;
  return grey === null ? null : (grey - yellow) / (grey - skill);
};

/** A recipe that has a price: what each point costs with it, and what it costs to learn. */
export interface Offer {
  readonly perPoint: readonly (number | null)[];
  readonly lesson: number;
}

/** Recipes with a paid lesson that are all tried with and without. */
const TRIED_MAX = 14;

/**
 * The least that all points cost together which any of these gives, lessons included: every set of lessons is tried.
 * `least` only bounds it from below where there are too many lessons for that.
 */
export const leastCost = (offers: readonly Offer[], points: number): { least: number; exact: boolean } => {
  const covered = Array.from({ length: points }, (_, at) => at).filter((at) =>
    offers.some(({ perPoint }) => perPoint[at] !== null),
  );
  const paid = offers.filter(({ lesson }) => lesson > 0);
  const free = offers.filter(({ lesson }) => lesson === 0);
  const costWith = (known: readonly Offer[]): number =>
    covered.reduce((sum, at) => sum + Math.min(...known.map(({ perPoint }) => perPoint[at] ?? Infinity)), 0);
  if (paid.length > TRIED_MAX) return { least: costWith(offers), exact: false };
  let least = Infinity;
  for (let set = 0; set < 2 ** paid.length; set++) {
    const bought = paid.filter((_, at) => Math.floor(set / 2 ** at) % 2 === 1);
    const lessons = bought.reduce((sum, { lesson }) => sum + lesson, 0);
    least = Math.min(least, lessons + costWith([...free, ...bought]));
  }
  return { least, exact: true };
};
