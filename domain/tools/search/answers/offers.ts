import { UNUSUAL_PRICE } from '../../../../schema/limits.ts';
import { formatMoney } from '../../../cards/words.ts';
import { findUsualPrice, LEADING_DAYS_MAX } from '../../../families/counting/leading_day.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { GameItem } from '../../../ports/build.ts';
import type { RealmValue } from '../../../reads/entities/market_values.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { toUtcDay } from '../../../values/instant.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import { formatThinDay } from '../../shared/market.ts';
import { trimWords } from './names_inside.ts';

/** A price that a question names, as in `is 40 silver for 20 linen cloth on whitemane ok`. */
export interface Offer {
  /** The words that name the item, and perhaps a realm after it or on the other side of the price. */
  readonly names: readonly string[];
  readonly copper: number;
  /** Number of units or, if `inStacks`, of stacks that the price is for. */
  readonly count: number;
  readonly inStacks: boolean;
}

const COINS = { g: 10_000, s: 100, c: 1 } as const;
const COIN = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,9}(?:[.,]\d{1,4})?)\s*(?:gold|silver|copper|[gsc])(?!\p{L})`;
const AMOUNT = new RegExp(String.raw`(?<![\p{L}\d.,])${COIN}(?:(?:\s|and)*${COIN})*(?!\d)`, 'gu');
/** The second figure of a price such as `1g50`, whose coin is left out. */
const REST = /(?<=\d([gs]))\d\d(?![\p{L}\d.,])/gu;
const COUNT = /(?<![\p{L}\d])(?:x\s?)?(\d{1,5})\s?x?(?![\p{L}\d])/gu;
const STACKS = /\bstacks?\b/u;
const SIZED_STACKS = /\bstacks? of (?:x\s?)?\d/u;
const EACH = /\b(?:each|apiece|ea|(?:per|a) (?:piece|unit|one))\b|\bper (?!stack|\d)/u;
const NO_NAME = /\d|^(?:gold|silver|copper)$/u;
const OTHER_QUESTION = /\b(?:how|what|which|where|who|when|why|afford)\b/u;

/** Words beside the name of an item in questions about a price. */
const OFFER_WORDS = new Set(
  `a an the any some my this that these is are be was were would should could can do does did will it its i im you we they he she
  someone somebody guy dude people ppl player person friend trade chat wants want wanted asks ask asking offers offered offering offer
  selling sells sell sold buying buys buy bought pay pays paying paid wtb wts get give for at per each ea apiece piece unit one of x
  with to from and or no not ok okay good great fair fine bad decent reasonable normal usual cheap expensive pricey overpriced dear deal
  steal bargain legit right high low too much little enough worth ripoff ripped rip off scam price prices priced value cost costs rate now
  today on in ah auction auctions house if only just saw see listed stack stacks please pls lol really think`.match(
    /\w+/gu,
  ),
);

/** Returns the ways in which a question can be read as an offer. It has none if it names no price or asks something else. */
export function readOffers(question: string): readonly Offer[] {
  const text = question.toLowerCase().replace(REST, (rest, coin: string) => `${rest}${coin === 'g' ? 's' : 'c'}`);
  if (OTHER_QUESTION.test(text)) return [];
  // In "20 copper ore for 40 silver", either number can be the price.
  return [...text.matchAll(AMOUNT)].toReversed().flatMap(({ 0: amount, index }): readonly Offer[] => {
    const around = `${text.slice(0, index)} | ${text.slice(index + amount.length)}`;
    const counts = [...around.matchAll(COUNT)].map(([, count]) => Number(count));
    // In "2 stacks of 20", both numbers count.
    if (counts.length > (SIZED_STACKS.test(around) ? 2 : 1)) return [];
    const parts = around.replace(COUNT, ' ').split('|').map(foldName);
    const names = parts.map((part) => trimWords(part.split(' '), (word) => OFFER_WORDS.has(word)));
    const named = names.filter((name) => !name.split(' ').every((word) => OFFER_WORDS.has(word) || word === ''));
    if (named.length === 0 || named.some((name) => NO_NAME.test(name)) || counts.includes(0)) return [];
    const isEach = EACH.test(around);
    const count = isEach ? 1 : counts.reduce((product, one) => product * one, 1);
    const inStacks = !isEach && STACKS.test(around) && !SIZED_STACKS.test(around);
    return [{ names: named, copper: parseAmount(amount), count, inStacks }];
  });
}

/** Parses an amount such as `1g20s`, `1.5 gold` or `2 silver and 50 copper`. */
function parseAmount(amount: string): number {
  const coins = amount.matchAll(/(?<figure>[\d.,]+)\s*(?<coin>[gsc])/gu);
  return [...coins].reduce((sum, [, figure = '', coin]) => {
    const plain = figure.replace(/,(?=\d{3}(?:,|$))/gu, '').replace(',', '.');
    return sum + Number(plain) * COINS[coin as keyof typeof COINS];
  }, 0);
}

/** An offer for a known number of units. */
interface UnitOffer {
  /** Copper for one unit. May be a fraction. */
  readonly each: number;
  /** The price in words, such as `2s each (40s for 20)`. */
  readonly words: string;
}

/** Returns the number of units, or null if it is a number of stacks of an item whose stack size is unknown. */
export function countUnits({ count, inStacks }: Pick<Offer, 'count' | 'inStacks'>, filed: GameItem | null) {
  const stack = inStacks ? filed?.stack || null : 1;
  return stack === null ? null : count * stack;
}

export function dividePrice(copper: number, units: number): UnitOffer {
  const each = copper / units;
  const shown = `${each < 1 ? 'less than 1c' : formatMoney(Math.round(each))} each`;
  return { each, words: units === 1 ? shown : `${shown} (${formatMoney(Math.round(copper))} for ${units})` };
}

/** Renders `"Whitemane" (all houses; Alliance 40c, Horde 55c)`, or only the house if the value rests on no other. */
export function describeMarket({ realm, house, market, reporters, houses }: RealmValue): string {
  const [first, second] = houses;
  const isAlone = second === undefined && first?.market === market && first.reporters === reporters;
  const own = houses.map((value) => `${value.house} ${formatMoney(value.market)}`).join(', ');
  const covered = house ?? (isAlone ? first.house : `all houses${own === '' ? '' : `; ${own}`}`);
  return `${JSON.stringify(realm)} (${covered})`;
}

/** Compares an offer with the usual price on a realm and in houses whose prices differ, and adds the newest price there. */
export async function judgeOffer(
  snapshot: PublishedSnapshot,
  { each, words }: UnitOffer,
  value: RealmValue,
  name: string,
): Promise<readonly string[]> {
  const { realm, house, itemId, market, min, day, reporters, unusual = false, houses } = value;
  const usual = findUsualPrice(
    await snapshot.market.days(toRealmKey(realm), house ?? '', itemId, LEADING_DAYS_MAX),
    toUtcDay(Date.parse(day)),
  );
  const differing = new Set(houses.map((own) => own.market)).size > 1 ? houses : [];
  const inHouses = await mapInOrder(differing, (own) =>
    judgeOffer(snapshot, { each, words }, { ...own, houses: [] }, name),
  );
  const start = `${name} on ${describeMarket(value)}: ${words} is`;
  const newest = `${compareWith(each, market)} the price on ${day}, ${formatMoney(market)} (cheapest ${formatMoney(min)}, ${formatQuantity(reporters, 'player')})${formatThinDay(value)}.`;
  if (usual === null || usual.days < UNUSUAL_PRICE.daysNeeded) {
    return [`${start} ${newest} Too few days are known there to call a price usual.`, ...inHouses.flat()];
  }
  // A day that may be odd does not change the verdict.
  const verdict = rateOffer(each, usual.market);
  const isAgreed = unusual || rateOffer(each, market) === verdict;
  const days = `median of ${formatQuantity(usual.days, 'day')}, ${formatQuantity(usual.reporters, 'player')} a day`;
  return [
    `${start} ${isAgreed ? `${verdict}: ` : ''}${compareWith(each, usual.market)} the usual ${formatMoney(Math.round(usual.market))} (${days}).`,
    `${isAgreed ? 'It' : 'But it'} is ${newest}`,
    ...inHouses.map(([verdict]) => `- ${verdict}`),
  ];
}

/** Rates an offer. Prices at most 15% from the usual one are fair. */
function rateOffer(each: number, copper: number): 'cheap' | 'fair' | 'expensive' {
  if (Math.abs(each - copper) <= 0.15 * copper) return 'fair';
  return each < copper ? 'cheap' : 'expensive';
}

/** Renders `40% above`, `6 times` or `about`. */
function compareWith(each: number, copper: number): string {
  if (copper <= 0) return 'above';
  const percent = Math.round(100 * (each / copper - 1));
  if (percent >= 200) return formatQuantity(Math.round(each / copper), 'time');
  if (percent === 0) return 'about';
  return percent > 0 ? `${percent}% above` : `${Math.min(-percent, 99)}% below`;
}
