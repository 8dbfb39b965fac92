import { HOUSES } from '../../../../schema/vocabulary.ts';
import { formatMoney } from '../../../cards/words.ts';
import { selectMentions } from '../../../families/lookups/mentioned.ts';
import { families } from '../../../families/mod.ts';
import type { GameItem } from '../../../ports/build.ts';
import type { House } from '../../../ports/market.ts';
import { renderOneLine } from '../../../reads/entities/first_of.ts';
import { readItem } from '../../../reads/entities/item.ts';
import { CARD_LIMITS } from '../../../reads/entities/limits.ts';
import { type RealmValue, readMarketValues } from '../../../reads/entities/market_values.ts';
import { listFirstZone } from '../../../reads/entities/places.ts';
import { addDetails, type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { UNUSUAL_PRICE_RULE } from '../../../reads/market.ts';
import { findRealm as findRealmKey } from '../../../reads/realms.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import { readUnitPrices } from '../../craft/prices.ts';
import { renderVendors } from '../../pages/item_text.ts';
import { SCANS_HINT } from '../../shared/empty_hints.ts';
import { formatThinDay } from '../../shared/market.ts';
import {
  type Answerer,
  addNameNotes,
  createIntent,
  createNamedAnswer,
  type DirectAnswer,
  explainUnknownName,
  isSurer,
  type QuestionContext,
} from './answer.ts';
import { findRealm, splitMarket } from './known_names.ts';
import { findName, parseId } from './names.ts';
import { countUnits, describeMarket, dividePrice, judgeOffer, type Offer, readOffers } from './offers.ts';

const SHOWN_REALMS_MAX = 5;

/** Answers what an item is worth at the auction house of one realm, or of every realm with a value. */
const answerWorth: Answerer = async (context, slots) =>
  // A second realm is in `thing`: the question compares realms.
  describeWorth(context, slots.thing === undefined ? slots : { item: slots.item ?? '' }, null);

/** Answers whether a vendor or the auction house pays more for an item. */
const answerSale: Answerer = async (context, slots) => describeWorth(context, slots, null, true);

/** Answers whether a price is fair, or returns null if the question is none about the price of a known item. */
export async function answerOffer(context: QuestionContext, question: string): Promise<DirectAnswer | null> {
  const answers = await mapInOrder(readOffers(question), async (offer) => {
    const [item = '', other] = offer.names;
    for (const realm of other === undefined ? [] : [other, item])
      if ((await findRealm(context.snapshot, realm)).certainty === 'exact')
        return describeWorth(context, { item: realm === item ? other! : item, realm }, offer);
    if (other !== undefined) return explainUnknownName({ note: null });
    const whole = await describeWorth(context, { item }, offer);
    const [, thing, realm] = /^(.+?) (?:on|at|in) (?:the )?(?:realm |server )?(.+)$/u.exec(item) ?? [];
    const isWhole = whole.certainty === 'exact' || thing === undefined || realm === undefined;
    return isWhole ? whole : describeWorth(context, { item: thing, realm }, offer);
  });
  const known = answers.filter(({ about }) => about.length > 0);
  return known.find(({ certainty }) => certainty === 'exact') ?? known[0] ?? null;
}

async function describeWorth(
  { snapshot, realm: own }: QuestionContext,
  asked: { readonly item?: string; readonly realm?: string },
  offer: Offer | null,
  isSale = false,
): Promise<DirectAnswer> {
  const { item, realm, house: named } = await splitMarket(snapshot, asked);
  const reader = offer === null || own == null ? null : await findRealm(snapshot, own);
  const on = realm !== undefined ? await findRealm(snapshot, realm) : reader?.certainty === 'exact' ? reader : null;
  const { match, ...counted } = await findCountedItem(snapshot, item);
  const [hit] = match.hits;
  if (on !== null && on.name === null) return { ...explainUnknownName(on), about: hit === undefined ? [] : [hit.id] };
  if (hit === undefined) return explainUnknownName(match);
  const itemId = parseId(hit);
  const house = named ?? on?.house ?? null;
  const { values, more } = await readMarketAnswers(snapshot, itemId, on?.name ?? null, house, own ?? null);
  const { soldBy } = await readItem(snapshot, itemId, VENDOR_LIMITS);
  const isListed = offer === null && values.length === 0 && soldBy.total > 0;
  const vendor = isListed ? undefined : (await readUnitPrices(snapshot, [itemId], null)).byItem.get(itemId);
  const seller = soldBy.rows.find(({ prices }) => prices[0]?.value === vendor?.copper);
  const filed = await readFiledItem(snapshot, itemId);
  const pays = filed?.sellPriceCopper ?? null;
  const name = toLabel({ kind: 'item', id: itemId, name: hit.name, url: null });
  const where = on?.name == null ? '' : ` on ${JSON.stringify(on.name)}`;
  const units = countUnits(offer ?? counted, filed);
  const unit = offer === null || units === null ? null : dividePrice(offer.copper, units);
  const judged = unit === null ? [] : await mapInOrder(values, (value) => judgeOffer(snapshot, unit, value, name));
  const elsewhere =
    values.length > 0 || (house === null && (unit === null || on === null))
      ? []
      : (await readMarketAnswers(snapshot, itemId, house === null ? null : (on?.name ?? null), null, null)).values;
  const such = seller === undefined ? '' : `, such as ${addDetails(seller.vendor, listFirstZone(seller.places))}`;
  const asks = vendor && `Vendors sell it for ${formatMoney(vendor.copper)} (${vendor.installs} players)${such}`;
  const isDearer = unit !== null && vendor !== undefined && vendor.copper < unit.each;
  const compare = ({ market }: RealmValue) =>
    `More ${market > (pays ?? 0) ? 'at auction, before the auction house’s cut' : 'from a vendor'}: `;
  const start = `No ${house === null ? '' : `${house} `}auction price of ${name}${where} is public yet`;
  const unknown = unit === null ? '' : `, so whether ${unit.words} is fair is not known`;
  const worth = (value: RealmValue) =>
    `${isSale && pays !== null ? compare(value) : ''}${name} is worth ${formatWorth(value)}`;
  const isPaidMore = unit !== null && pays !== null && pays > unit.each;
  return addNameNotes([match, on], {
    lines: [
      ...(isDearer ? [`${asks}, less than this price.`] : []),
      ...(offer === null && units !== null ? describeUnits(units, values, pays ?? 0) : []),
      ...(units === null ? [`How many ${name} are in a stack is not known here.`] : []),
      ...(values.length === 0 ? [`${start}${unknown}. ${SCANS_HINT}`] : []),
      ...(isListed ? renderVendors(soldBy, `${name} is sold by`) : []),
      ...(unit === null ? values.map(worth) : judged.flat()),
      ...elsewhere.map((value) => `Elsewhere, ${name} is worth ${formatWorth(value)}`),
      ...(more > 0 ? [`${formatQuantity(more, 'more realm')} with a price.`] : []),
      ...(pays === null && !isSale ? [] : [describePayment(pays, 'it', isPaidMore ? ', more than this price' : '')]),
      ...(isDearer || asks === undefined ? [] : [`${asks}.`]),
      ...(values.some(({ unusual }) => unusual) ? [UNUSUAL_PRICE_RULE] : []),
    ],
    about: [hit.id],
    fromFiles: pays !== null,
    arguments: { itemId, ...(on?.name == null ? {} : { realm: on.name, ...(house && { house }) }) },
  });
}

/** Numbers beside the name of an item: `20 linen cloth`, `linen cloth x20` or `2 stacks of linen cloth`. */
const COUNTED =
  /^(?:(?:x ?)?([1-9]\d{0,4})(?: ?x)? )?(stacks? of )?(.+?)(?: (?:x ?([1-9]\d{0,4})|([1-9]\d{0,4}) ?x))?(?: (?:on|at|in))?$/u;

/** Finds an item, and the number of units before or after its name. A number may also be part of the name. */
async function findCountedItem(snapshot: PublishedSnapshot, words: string) {
  const [, before, stacks, name = '', x, after = x] = COUNTED.exec(words)!;
  const [whole, bare] = [await findName(snapshot, words, ['item']), await findName(snapshot, name, ['item'])];
  const isKnown = bare.certainty === 'exact' && bare.hits[0]!.importance >= (whole.hits[0]?.importance ?? 0);
  if (!isKnown && !isSurer(bare.certainty, whole.certainty)) return { match: whole, count: 1, inStacks: false };
  return { match: bare, count: Number(before ?? after ?? 1), inStacks: stacks !== undefined };
}

function describeUnits(units: number, [value]: readonly RealmValue[], pays: number): readonly string[] {
  const auction = value && `about ${formatMoney(units * value.market)} at auction on ${JSON.stringify(value.realm)}`;
  const worth = [auction, pays === 0 ? undefined : `${formatMoney(units * pays)} from a vendor`].filter((one) => one);
  return units === 1 || worth.length === 0 ? [] : [`${units} are worth ${worth.join(', and ')}.`];
}

export const worthIntent = createIntent('worth', 'item_page', answerWorth)`
  [what ~be] [the] [~current] [~auction] [market] ~price (of|for|on) {item} ~onrealm {realm}
  [what ~be] [the] [~current] [~auction] [house] [market] ~price (of|for|on) {item} [~onauction]
  is {item} (worth more|cheaper|more expensive|better) ~onrealm {realm} or [on] {thing}
  (what|which|on which) (realm|server) [~can|~be] (has|have|pays|is|with|~i (sell|buy)) [the] [best|highest|lowest|cheapest|most] [~price] [for|of] {item} [for the most|at|best|cheapest]
  where [~can|to] [~i] sell {item} [best|for the most|for most]; [what ~be] [the] going rate (of|for) {item} ~atrealm
  (what|how much) (~be|~can) [~a] [stack of] {item} (worth|cost|fetch|sell for|go for|selling for|going for) [~onauction]
  (what|how much) (~be|~can) [~a] [stack of] {item} (worth|cost|fetch|sell for|go for|selling for|going for) [~onauction] ~onrealm {realm}
  how much ~be {item} ~onrealm {realm}; how much ~be {item} [~onauction]; how (expensive|cheap) ~be {item} ~atrealm
  how much ~can ~i (get|sell|make) (for|from) {item} ~atrealm; what ~can ~i (get|sell) (for|it for) {item} ~atrealm
  [~current] [~auction] [house] ~price check [on|of|for] {item} ~atrealm
  {item} [~auction] [house] [market] ~price [(~onauction|~auction [house])]
  {item} [~auction] [house] [market] ~price [~onauction] ~onrealm {realm}
  {item} [~auction] [house] ~price (history|trend|on all realms); {item} [~auction] [house] ~price {realm}
  {item} ~auction [house]; is {item} worth (selling|anything|something|money|much|a lot) ~atrealm
  [~current] [~auction] (price|value|cost) [of|for|on|check] {item}; {item} (per stack|a stack|each|per piece|apiece)
  (cheapest|cheap) {item}; is {item} (expensive|cheap|valuable)
  [what ~be] [the] [~current] (min|minimum|lowest|cheapest) (buyout|bid|offer) (of|for) {item} ~atrealm
  {item} [min] buyout ~atrealm; what ~can ~i sell {item} for ~atrealm; (sell|selling) {item} [~onauction]
  how much ~can ~i (get|sell|make) (for|from) {level} {item} ~atrealm
`;

export const saleIntent = createIntent('vendor_or_auction', 'item_page', answerSale)`
  [~can ~i] (~vendor|sell|keep|~auction [house]) [it] or (~vendor|sell|keep|~auction [house]) [it] {item} ~atrealm
  [~can ~i] [~vendor|sell|keep|~auction] {item} [(to|at|on)] [~a] (~vendor|~auction [house]) or [(to|at|on)] [~a] (~vendor|sell|keep|~auction [house]) [it] ~atrealm
  [~can ~i] [~vendor|sell|keep|~auction] {item} ~onrealm {realm} [~can ~i] [sell|keep] [it] [(to|at|on)] [~a] (~vendor|~auction [house]) or [(to|at|on)] [~a] (~vendor|sell|keep|~auction [house]) [it]
  [~can ~i] [~vendor|sell|keep|~auction] {item} or [(to|at|on)] [~a] (~vendor|sell|keep|~auction [house]) [it] ~atrealm
`;

/** Says for how much an item is sold at auction, on the reader's realm first. Empty if no value is public. */
export async function renderAuctions(snapshot: PublishedSnapshot, itemId: number, realm: string | null) {
  const { values, more } = await readMarketAnswers(snapshot, itemId, null, null, realm);
  const list = { total: values.length + more, rows: values };
  return renderOneLine(
    'At auction for',
    list,
    (value) => `${formatMoney(value.market)} each on ${describeMarket(value)}`,
  );
}

async function readMarketAnswers(
  snapshot: PublishedSnapshot,
  itemId: number,
  realm: string | null,
  house: House | null,
  first: string | null,
): Promise<{ readonly values: readonly RealmValue[]; readonly more: number }> {
  const mentions = realm === null ? await snapshot.mentionsOf('item', itemId) : [];
  const { subjects, total } =
    realm === null ? selectMentions(mentions, families.market, 'itemId') : { subjects: [toRealmKey(realm)], total: 1 };
  const key = first === null ? null : (await findRealmKey(snapshot, first)).key;
  const keys = [...subjects.filter((one) => one === key), ...subjects.filter((one) => one !== key).toSorted()];
  const read = (of: House | '') => readMarketValues(snapshot, itemId, keys.slice(0, SHOWN_REALMS_MAX), of);
  const [values, own] = await Promise.all([read(house ?? ''), mapInOrder(house === null ? HOUSES : [], read)]);
  const housesOn = (on: string) => own.flat().filter(({ realm }) => realm === on);
  const withHouses = values.map((value) => ({ ...value, houses: housesOn(value.realm) }));
  return { values: withHouses, more: Math.max(0, total - SHOWN_REALMS_MAX) };
}

async function readFiledItem(snapshot: PublishedSnapshot, itemId: number): Promise<GameItem | null> {
  return snapshot.view.game === null ? null : ((await snapshot.game.fact('item', String(itemId))) as GameItem | null);
}

/** Says what vendors pay for an item, which only the game's files tell, or that it is not known. */
function describePayment(copper: number | null, item: string, more = ''): string {
  if (copper === null) return `What vendors pay for ${item} is not known here.`;
  return `Vendors pay ${copper === 0 ? 'nothing' : formatMoney(copper)} for ${item}${more} (in the game’s files, unconfirmed).`;
}

/** Renders `42c a piece on "Whitemane" (Horde): cheapest 40c, median of up to 60 days 41c, 220 on sale (2026-11-25, 4 players).` */
function formatWorth(value: RealmValue): string {
  const { market, min, historical, quantity, day, reporters, unusual } = value;
  const figures = `cheapest ${formatMoney(min)}, median of up to 60 days ${formatMoney(historical)}, ${quantity} on sale`;
  const flag = unusual === true ? ', unusual' : '';
  return `${formatMoney(market)} a piece on ${describeMarket(value)}: ${figures} (${day}, ${reporters} players${flag})${formatThinDay(value)}.`;
}

const VENDOR_LIMITS = {
  ...CARD_LIMITS.item,
  sources: 0,
  seenByFew: 0,
  quests: 0,
  madeBy: 0,
  reagentFor: 0,
  teaches: 0,
  placed: CARD_LIMITS.item.vendors,
};

/** Answers for how much vendors sell an item, and what they pay for it. */
const answerVendorPrice = createNamedAnswer('item', ['item'], async ({ snapshot, hit, id: itemId, title }) => {
  const [{ soldBy, vendorPrices }, filed] = await Promise.all([
    readItem(snapshot, itemId, VENDOR_LIMITS),
    readFiledItem(snapshot, itemId),
  ]);
  const pays = filed?.sellPriceCopper ?? null;
  const seen = vendorPrices.map(({ value, installs }) => `${formatMoney(value)} (${installs} players)`).join(' or ');
  return {
    lines: [
      ...renderVendors(soldBy, `${title} is sold by`),
      ...(seen === '' ? [] : [`Players saw vendors ask ${seen} for ${title}.`]),
      ...(soldBy.total === 0 && seen === '' ? [`No vendor that sells ${title} is known yet.`] : []),
      describePayment(pays, title),
    ],
    about: [hit.id, ...soldBy.rows.map(({ vendor }) => `npc:${vendor.id}`)],
    arguments: { itemId },
    fromFiles: pays !== null,
  };
});

export const vendorPriceIntent = createIntent('vendor_price', 'item_page', answerVendorPrice)`
  [what ~be] [the] ~vendor (~price|sell ~price|buy ~price|sale ~price) [of|for|on] {item}
  [what ~be] [the] (sell|buy|sale) (~price|~price (at|from|to) [~a] ~vendor) (of|for|on) {item}
  {item} (~vendor|vendoring) (~price|sell ~price|buy ~price|sale ~price); {item} (sell|buy|sale) ~price
  (what|how much [copper|silver|gold|money]) ~can [~a] ~vendor (pay|pays|give|gives|offer|ask|asks|charge|want) [me] for {item}
  (what|how much) ~can {item} (vendor|cost) (for|(at|from) [~a] ~vendor)
  (what|how much) ~can {item} sell [for] (to|at) [~a] ~vendor [for]
  (what|how much) ~be {item} worth (to|at) [~a] ~vendor; (what|how much) ~can [~a] ~vendor (sell|sells) {item} [for]
`;
