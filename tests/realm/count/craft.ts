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

export interface Bound {
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly installs: number;
}

interface CountedRange {
  readonly low: number;
  readonly high: number;
  readonly source: 'reports' | 'bounds' | 'game-files';
}

/** The price of one unit of an item (contract, section 6, Professions). */
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

/**
 * Returns the discount of 5, 10, 15 or 20 percent (within the rounding to whole copper) that explains `price` and one
 * of `others`, or null if there is none. The highest full price wins.
 */
function discountOf(price: number, others: readonly number[]): Discount | null {
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
}

export interface Lesson {
  readonly trainerNpcId: number;
  /** The number of trainers with the same cost. */
  readonly trainers: number;
  readonly cost: Backed | null;
  readonly discount: Discount | null;
  readonly requiredSkill: Backed | null;
  readonly requiredLevel: Backed | null;
}

/** A recipe and everything that is public about it. */
export interface CountedRecipe {
  readonly recipeId: number;
  readonly body: Body;
  readonly ranges: { readonly yellow: Range | null; readonly green: Range | null; readonly grey: Range | null };
  readonly bounds: { readonly yellow: Bound | null; readonly green: Bound | null; readonly grey: Bound | null };
  readonly inFiles: { readonly yellow: number; readonly green: number; readonly grey: number } | null;
  /** The ranges that the number of crafts is computed from. */
  readonly counted: {
    readonly yellow: CountedRange | null;
    readonly grey: CountedRange | null;
    readonly from: { readonly skill: number; readonly source: string } | null;
  };
  readonly lesson: Lesson | null;
  readonly learnableFrom: { readonly skill: number; readonly source: 'trainer' | 'game-files' } | null;
  /** Whether someone is known to teach it, or three installs had it when their skill was 1. */
  readonly isLearnable: boolean;
}

export function agreedOf(body: Body | undefined, member: string): Backed | null {
  return (body?.[member] as Backed | undefined) ?? null;
}

/** Returns a function that finds an item's price. Reads the vendor prices from the counted facts once. */
export function countPrices({ counted }: Counted) {
  const offers = new Map<number, Price[]>();
  const seen = new Map<number, number[]>();
  for (const [key, fact] of counted.facts) {
    const [family, subject] = key.split(' ', 2) as [string, string];
    if (family !== 'vendor_goods' && family !== 'vendor_prices') continue;
    const [vendor, itemId] = family === 'vendor_goods' ? subject.split(':').map(Number) : [null, Number(subject)];
    const { prices = [], withReputation = [] } = fact as Readonly<Record<string, readonly Backed[]>>;
    reach(seen, itemId!, () => []).push(...[...prices, ...withReputation].map(({ value }) => Number(value)));
    // Only the leading price of a vendor is a price to count with.
    for (const { value, installs } of prices.slice(0, 1)) {
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
  const sizes = (realm: string) => (house: string) =>
    [...counted.market.leading.keys()].filter((key) => key.startsWith(`${realmKeyOf(realm)}|${house}|`)).length;
  return (itemId: number, realm: string | null): Price | null => {
    const [best] = (offers.get(itemId) ?? []).sort(
      (a, b) =>
        b.installs - a.installs ||
        a.copper - b.copper ||
        (a.source === b.source ? 0 : a.source === 'vendor' ? -1 : 1) ||
        Number(a.vendorNpcId) - Number(b.vendorNpcId),
    );
    if (best !== undefined) {
      return { ...best, discount: discountOf(best.copper, seen.get(itemId) ?? []) };
    }
    if (realm === null) return null;
    const day = factionDay(counted.market.leading, realmKeyOf(realm), itemId, sizes(realm));
    if (day === undefined) return null;
    const copper = Math.floor(day.market + 0.5);
    const shown = dayText(day.day * DAY_MS);
    return { copper, source: 'market', installs: day.reporters, vendorNpcId: null, day: shown, discount: null };
  };
}

type LeadingDay = { readonly market: number; readonly reporters: number; readonly day: number } | undefined;

/** Returns an item's day in the faction's house that has more items, otherwise in the other, otherwise without a house. */
function factionDay(
  leading: ReadonlyMap<string, unknown>,
  realm: string,
  itemId: number,
  size: (house: string) => number,
) {
  const dayIn = (house: string) => leading.get(`${realm}|${house}|${itemId}`) as LeadingDay;
  const [first, second] = size('Alliance') < size('Horde') ? ['Horde', 'Alliance'] : ['Alliance', 'Horde'];
  return dayIn(first!) ?? dayIn(second!) ?? (dayIn('Neutral') === undefined ? dayIn('') : undefined);
}

/** Returns a profession's recipes, sorted by id, and how each is learned. */
export function countRecipes(ground: Counted, profession: string): readonly CountedRecipe[] {
  const isOfIt = (body: Body): boolean =>
    realmKeyOf(String(agreedOf(body, 'profession')?.value ?? '')) === realmKeyOf(profession);
  const bodyOf = (family: string, subject: string): Body | undefined =>
    ground.counted.facts.get(`${family} ${subject}`) as Body | undefined;
  const own = subjectsOf(ground, 'recipes').filter((subject) => isOfIt(bodyOf('recipes', subject)!));
  const services = subjectsOf(ground, 'trainer_services').filter((one) => isOfIt(bodyOf('trainer_services', one)!));
  const obtainable = countObtainable(ground);
  const sparse = new Map(readTable(ground.tables, 'ItemSparse').map((row) => [Number(row['ID']), row]));
  const abilities = readTable(ground.tables, 'SkillLineAbility');
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
      const { bounds: ends = {}, ...told } = (bodyOf('recipe_ranges', subject) ?? {}) as {
        readonly bounds?: Readonly<Record<string, Partial<Bound>>>;
      } & Readonly<Partial<Record<'yellow' | 'green' | 'grey', Range>>>;
      const { yellow = null, green = null, grey = null } = told;
      const endOf = (colour: 'yellow' | 'green' | 'grey'): Bound | null =>
        ends[colour] === undefined || told[colour] !== undefined
          ? null
          : ({ atLeast: null, atMost: null, ...ends[colour] } as Bound);
      const bounds = { yellow: endOf('yellow'), green: endOf('green'), grey: endOf('grey') };
      const filed = abilities
        .filter((row) => row['Spell'] === subject)
        .map((row) => ({
          low: numberIn(row, 'TrivialSkillLineRankLow') ?? 0,
          high: numberIn(row, 'TrivialSkillLineRankHigh') ?? 0,
          learnable: numberIn(row, 'MinSkillLineRank') ?? 0,
        }));
      const coloured = filed.find(({ low, high }) => low > 0 && high >= low);
      const inFiles =
        coloured === undefined
          ? null
          : {
              yellow: coloured.low,
              grey: coloured.high,
              green: Math.floor((coloured.low + coloured.high) / 2),
            };
      const line = coloured ?? filed.find(({ learnable }) => learnable > 1);
      const written = line?.learnable ?? 0;
      const fromFiles = asked > 0 ? asked : skills.length > 0 || written < 2 ? 0 : written;
      const learnableFrom: CountedRecipe['learnableFrom'] =
        skills.length > 0
          ? { skill: skills[0]!, source: 'trainer' }
          : fromFiles > 0
            ? { skill: fromFiles, source: 'game-files' }
            : null;
      const thresholds = countedIn({ yellow, green, grey }, bounds, inFiles);
      const seen = agreedOf(bodyOf('recipe_ranges', subject), 'seenFrom');
      const confirmed =
        seen !== null
          ? { skill: Number(seen.value), source: 'reports' }
          : thresholds.yellow === null
            ? null
            : { skill: thresholds.yellow.high, source: 'yellow' };
      return {
        recipeId: Number(subject),
        body,
        ranges: { yellow, green, grey },
        bounds,
        inFiles,
        counted: { ...thresholds, from: learnableFrom ?? confirmed },
        lesson: lessons[0] === undefined ? null : { ...lessons[0], trainers: countAlike(lessons) },
        learnableFrom,
        isLearnable:
          lessons.length > 0 || obtainable.has(Number(teaches)) || (seen !== null && Number(seen.value) <= 1),
      };
    })
    .sort((a, b) => a.recipeId - b.recipeId);
}

/** Returns the items with a public vendor, drop, quest or market value. The players of the realm gather nothing. */
function countObtainable({ counted }: Counted): ReadonlySet<number> {
  const found = [...counted.edges.keys()].flatMap(
    (edge) => /^item (\d+) (?:sold_by|dropped_by|reward_from) /.exec(edge)?.[1] ?? [],
  );
  const valued = [...counted.market.leading.keys()].map((key) => key.split('|')[2]);
  return new Set([...found, ...valued].map(Number));
}

/** Counts the trainers whose cost is the cost of the first lesson. */
function countAlike([first, ...others]: readonly Lesson[]): number {
  const alike = others.filter(({ cost }) => cost?.value === first?.cost?.value);
  return new Set([first, ...alike].map((one) => one?.trainerNpcId)).size;
}

function lessonOf(service: string, body: Body): Lesson {
  const { costs = [], withReputation = [] } = body as Readonly<Record<string, readonly Backed[]>>;
  const [cost, ...others] = [...costs, ...withReputation];
  return {
    trainerNpcId: Number(service.split(':', 1)[0]),
    trainers: 1,
    cost: costs[0] ?? null,
    discount:
      cost === undefined || costs.length === 0
        ? null
        : discountOf(
            Number(cost.value),
            others.map(({ value }) => Number(value)),
          ),
    requiredSkill: agreedOf(body, 'requiredSkill'),
    requiredLevel: agreedOf(body, 'requiredLevel'),
  };
}

/**
 * Returns the skills between which a recipe turns yellow and grey (contract, section 6, Professions). Prefers reports
 * that bound the skill on both sides, then the game files if the reports do not contradict them, and finally a
 * one-sided bound, narrowed by the rule that green lies midway between yellow and grey.
 */
function countedIn(
  ranges: CountedRecipe['ranges'],
  bounds: CountedRecipe['bounds'],
  inFiles: CountedRecipe['inFiles'],
): Omit<CountedRecipe['counted'], 'from'> {
  type Colour = keyof typeof ranges;
  const least = (colour: Colour): number | null => ranges[colour]?.low ?? bounds[colour]?.atLeast ?? null;
  const most = (colour: Colour): number | null => ranges[colour]?.high ?? bounds[colour]?.atMost ?? null;
  const known = (colour: 'yellow' | 'grey'): CountedRange | null => {
    const range = ranges[colour];
    if (range !== null) return { low: range.low, high: range.high, source: 'reports' };
    if (inFiles === null) return null;
    const at = inFiles[colour];
    const isAllowed = (least(colour) ?? 0) <= at && at <= (most(colour) ?? 9_999);
    return isAllowed ? { low: at, high: at, source: 'game-files' } : null;
  };
  const scale = Array.from({ length: 451 }, (_, at) => at + 1);
  const [yellowMost, yellowLeast, greenMost, greenLeast] = [
    most('yellow'),
    least('yellow'),
    most('green'),
    least('green'),
  ];
  const [greyMost, greyLeast] = [most('grey'), least('grey')];
  const yellowBounded = (): CountedRange | null => {
    if (yellowMost === null) {
      return yellowLeast === null ? null : { low: yellowLeast, high: yellowLeast, source: 'bounds' };
    }
    const isAllowed = (at: number): boolean =>
      greenLeast === null || greyMost === null || Math.floor((at + greyMost) / 2) >= greenLeast;
    const low = scale.find((at) => at <= yellowMost && isAllowed(at)) ?? yellowMost;
    return { low, high: yellowMost, source: 'bounds' };
  };
  const greyBounded = (): CountedRange | null => {
    if (greyLeast === null) return null;
    if (greenMost === null || yellowLeast === null) return { low: greyLeast, high: greyLeast, source: 'bounds' };
    const isAllowed = (at: number): boolean => Math.floor((yellowLeast + at) / 2) <= greenMost;
    const high = scale.findLast((at) => at >= greyLeast && isAllowed(at)) ?? greyLeast;
    return { low: greyLeast, high, source: 'bounds' };
  };
  return { yellow: known('yellow') ?? yellowBounded(), grey: known('grey') ?? greyBounded() };
}

/**
 * Returns the expected number of crafts per skill point (contract, section 6), averaged over every pair of skills at
 * which the recipe may turn yellow and grey, or null if the recipe is not known to raise the skill.
 */
export function craftsAt({ counted: { yellow, grey, from } }: CountedRecipe, skill: number): number | null {
  if (yellow === null || from === null || skill < from.skill || (grey !== null && skill >= grey.low)) return null;
  if (skill < yellow.low) return 1;
  if (grey === null) return null;
  let sum = 0;
  let pairs = 0;
  for (let turnsYellow = yellow.low; turnsYellow <= yellow.high; turnsYellow++) {
    for (let turnsGrey = grey.low; turnsGrey <= grey.high; turnsGrey++) {
      sum += skill < turnsYellow ? 1 : (turnsGrey - turnsYellow) / (turnsGrey - skill);
      pairs++;
    }
  }
  return sum / pairs;
}

/** A recipe that has a price: its cost for each skill point, and the cost of learning it. */
export interface Offer {
  readonly perPoint: readonly (number | null)[];
  readonly lesson: number;
}

/** Maximum number of recipes with a paid lesson for which `leastCost` tries every combination. */
const TRIED_MAX = 14;

/**
 * Returns the lowest total cost, including lessons, of all points that at least one offer can give. Tries every set of
 * lessons. If there are too many lessons, `exact` is false and `least` is only a lower bound.
 */
export function leastCost(offers: readonly Offer[], points: number): { least: number; exact: boolean } {
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
}
