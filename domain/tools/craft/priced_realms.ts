import { HOUSES } from '../../../schema/vocabulary.ts';
import { TOKENS_BY_DIMENSION } from '../../knowledge/intents/word_classes.ts';
import type { House } from '../../ports/market.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { type FoundRealm, findRealm, readKnownSpelling } from '../../reads/realms.ts';
import { joinFirstTexts } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { readLargestRealms } from '../market/market_movers.ts';
import { orderHouses, type PricedMarket } from './prices.ts';

/** The realm whose auction prices are used, and the alternatives to it. */
interface PricedRealm extends Pick<FoundRealm, 'otherRealms'>, PricedMarket {
  /** Realms with market values. Empty if `realm` is set. */
  readonly realmsWithPrices: readonly string[];
}

const REALMS_NAMED_MAX = 50;

export async function findPricedRealm(snapshot: PublishedSnapshot, asked: string | undefined): Promise<PricedRealm> {
  for (const { name, house } of asked === undefined ? [] : [splitHouse(asked), { name: asked, house: null }]) {
    const { key, ...others } = await findRealm(snapshot, name);
    const spelling = await readKnownSpelling(snapshot, key);
    const all = await orderHouses(snapshot, key);
    const houses = all.filter((one) => (house === null ? one !== 'Neutral' : one === house));
    if (spelling === null || (house !== null && houses.length === 0)) continue;
    return { realm: spelling, house, houses, ...others, realmsWithPrices: [] };
  }
  const realms = await snapshot.market.realms();
  const realmsWithPrices = realms.slice(0, REALMS_NAMED_MAX).map(({ name }) => name);
  return { realm: null, house: null, houses: [], realmsWithPrices };
}

const HOUSE_WORDS = new Map([...TOKENS_BY_DIMENSION.factions, ['neutral', 'neutral']]);
const HOUSE_WORD = String.raw`\(?(${[...HOUSE_WORDS.keys()].join('|')})\)?(?: side)?`;
const HOUSE_PATTERN = new RegExp(
  `^${HOUSE_WORD}(?:$| (?:(?:on|at|in|the) )*)|(?:^| )(?:(?:on|at|in|for|as|the) )*${HOUSE_WORD}$`,
  'iu',
);

/** Splits a name from the faction before or after it, whose auction house is meant, as in `horde Whitemane`. */
export function splitHouse(text: string): { readonly name: string; readonly house: House | null } {
  const [found = '', first, last = ''] = HOUSE_PATTERN.exec(text) ?? [];
  const token = HOUSE_WORDS.get((first ?? last).toLowerCase());
  const house = HOUSES.find((one) => one.toLowerCase() === token) ?? null;
  return { name: first === undefined ? text.slice(0, text.length - found.length) : text.slice(found.length), house };
}

/** Names a realm and a house as an argument, such as `Whitemane (Horde)`. Without a house, returns the realm. */
export function joinHouse<R extends string | null>(realm: R, house: House | null): R | string {
  return realm === null || house === null ? realm : `${realm} (${house})`;
}

/** Returns the realm on which most items have a market value, or null if there is no market. */
export async function findLargestMarket(snapshot: PublishedSnapshot): Promise<string | null> {
  const [largest] = await readLargestRealms(snapshot, 1);
  return largest?.name ?? null;
}

/** Explains why a requested realm has no auction prices. */
export function explainNoAuctions(realm: string): string {
  const { name, house } = splitHouse(realm);
  return `Fewer than three installs have scanned ${house === null ? '' : `${house} `}auctions on a realm called ${quote(name)}.`;
}

/** Lists the realms that can be requested. Returns no line if there are none. */
export function renderRealms(realms: readonly string[] | undefined): readonly string[] {
  if (realms === undefined || realms.length === 0) return [];
  const named = realms.map((realm) => JSON.stringify(realm));
  return [`Auction prices are known on ${joinFirstTexts(named, REALM_NAMES_MAX)}. Name a realm to use them.`];
}

const REALM_NAMES_MAX = 8;

/** Names the prices that costs are based on: vendors’ prices, and the market of a realm and its houses if there is one. */
export function describePrices(realm: string | null | undefined, houses: readonly House[]): string {
  if (realm == null) return 'vendors’ prices';
  return `vendors’ prices and the market of ${JSON.stringify(realm)}${houses.length === 0 ? '' : ` (${houses.join(', else ')})`}`;
}
