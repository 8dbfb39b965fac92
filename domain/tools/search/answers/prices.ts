import { formatMoney } from '../../../cards/words.ts';
import { selectMentions } from '../../../families/lookups/mentioned.ts';
import { families } from '../../../families/mod.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { GameItem } from '../../../ports/build.ts';
import { readItem } from '../../../reads/entities/item.ts';
import { CARD_LIMITS } from '../../../reads/entities/limits.ts';
import { type MarketAnswer, readMarketValue, readMarketValues } from '../../../reads/entities/market_values.ts';
import { type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { UNUSUAL_PRICE_RULE } from '../../../reads/market.ts';
import { findRealm as findRealmKey } from '../../../reads/realms.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import { splitRegion as withoutMark } from '../../../values/realm_name.ts';
import { readUnitPrices, type UnitPrice } from '../../craft/prices.ts';
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
  type QuestionContext,
} from './answer.ts';
import { findRealm } from './known_names.ts';
import { findName, parseId } from './names.ts';
import { judgeOffer, type Offer, readOffers, readUnitOffer } from './offers.ts';

const SHOWN_REALMS_MAX = 5;

const AUCTION_HOUSE = /^(?:the )?(?:ah|auctions?|auction house|market)$/u;

/** Answers what an item is worth at the auction house of one realm, or of every realm with a value. */
const answerWorth: Answerer = async (context, slots) =>
  // A second realm is in `thing`: the question compares realms.
  describeWorth(context, slots.thing === undefined ? slots : { item: slots.item ?? '' }, null);

/** Answers whether a price is fair, or returns null if the question is none about the price of a known item. */
export async function answerOffer(context: QuestionContext, question: string): Promise<DirectAnswer | null> {
  const answers = await mapInOrder(readOffers(question), async (offer) => {
    const [item = '', other] = offer.names;
    if (other !== undefined) {
      const isRealm = (name: string) =>
        findRealm(context.snapshot, name).then(({ certainty }) => certainty === 'exact');
      if (await isRealm(other)) return describeWorth(context, { item, realm: other }, offer);
      return (await isRealm(item)) ? describeWorth(context, { item: other, realm: item }, offer) : NO_ANSWER;
    }
    const whole = await describeWorth(context, { item }, offer);
    const [, thing, realm] = /^(.+?) (?:on|at|in) (?:the )?(?:realm |server )?(.+)$/u.exec(item) ?? [];
    const isWhole = whole.certainty === 'exact' || thing === undefined || realm === undefined;
    return isWhole ? whole : describeWorth(context, { item: thing, realm }, offer);
  });
  const known = answers.filter(({ about }) => about.length > 0);
  return known.find(({ certainty }) => certainty === 'exact') ?? known[0] ?? null;
}

const NO_ANSWER = explainUnknownName({ note: null });

async function describeWorth(
  { snapshot, realm: own }: QuestionContext,
  asked: { readonly item?: string; readonly realm?: string },
  offer: Offer | null,
): Promise<DirectAnswer> {
  const { item, realm } = await splitRealm(snapshot, asked);
  const reader = offer === null || own == null ? null : await findRealm(snapshot, own);
  const on = realm !== undefined ? await findRealm(snapshot, realm) : reader?.certainty === 'exact' ? reader : null;
  const match = await findName(snapshot, item, ['item']);
  const [hit] = match.hits;
  if (on !== null && on.name === null) return { ...explainUnknownName(on), about: hit === undefined ? [] : [hit.id] };
  if (hit === undefined) return explainUnknownName(match);
  const itemId = parseId(hit);
  const { values, more } = await readMarketAnswers(snapshot, itemId, on?.name ?? null, own ?? null);
  const sold = values.length === 0 ? await readItem(snapshot, itemId, { ...VENDOR_LIMITS, placed: 3 }) : null;
  const vendor =
    offer !== null || sold === null || sold.soldBy.total === 0 ? await readVendorPrice(snapshot, itemId) : null;
  const filed = await readFiledItem(snapshot, itemId);
  const pays = filed?.sellPriceCopper ?? null;
  const name = toLabel({ kind: 'item', id: itemId, name: hit.name, url: null });
  const where = on?.name == null ? '' : ` on ${JSON.stringify(on.name)}`;
  const unit = offer === null ? null : readUnitOffer(offer, filed);
  const judged = unit === null ? [] : await mapInOrder(values, (value) => judgeOffer(snapshot, unit, value, name));
  const elsewhere =
    unit === null || on === null || values.length > 0
      ? []
      : (await readMarketAnswers(snapshot, itemId, null, null)).values;
  const asks =
    vendor === null ? [] : [`Vendors sell it for ${formatMoney(vendor.copper)} (${vendor.installs} players)`];
  const isDearer = unit !== null && vendor !== null && vendor.copper < unit.each;
  const unknown = unit === null ? '' : `, so whether ${unit.words} is fair is not known`;
  return addNameNotes([match, on], {
    lines: [
      ...(isDearer ? asks.map((line) => `${line}, less than this price.`) : []),
      ...(offer !== null && unit === null ? [`How many ${name} are in a stack is not known here.`] : []),
      ...(values.length === 0 ? [`No auction price of ${name}${where} is public yet${unknown}. ${SCANS_HINT}`] : []),
      ...(sold === null ? [] : renderVendors(sold.soldBy, `${name} is sold by`)),
      ...(unit === null ? values.map((value) => `${name} is worth ${formatWorth(value)}`) : judged.flat()),
      ...elsewhere.map((value) => `Elsewhere, ${name} is worth ${formatWorth(value)}`),
      ...(more > 0 ? [`${formatQuantity(more, 'more realm')} with a price.`] : []),
      ...(pays === null
        ? []
        : [
            `Vendors pay ${describePayment(pays)} for it${unit !== null && pays > unit.each ? ', more than this price' : ''} (in the game’s files, unconfirmed).`,
          ]),
      ...(isDearer ? [] : asks.map((line) => `${line}.`)),
      ...(values.some(({ unusual }) => unusual) ? [UNUSUAL_PRICE_RULE] : []),
    ],
    about: [hit.id],
    fromFiles: pays !== null,
    arguments: { itemId, ...(on?.name == null ? {} : { realm: on.name }) },
  });
}

export const worthIntent = createIntent('worth', 'item_page', answerWorth)`
  [what ~be] [the] [~current] [~auction] [market] ~price (of|for|on) {item} ~onrealm {realm}
  [what ~be] [the] [~current] [~auction] [house] [market] ~price (of|for|on) {item} [~onauction]
  [what ~be] [the] going rate (of|for) {item} ~atrealm
  is {item} (worth more|cheaper|more expensive|better) ~onrealm {realm} or [on] {thing}
  (what|which|on which) (realm|server) [~can|~be] (has|have|pays|is|with|~i (sell|buy)) [the] [best|highest|lowest|cheapest|most] [~price] [for|of] {item} [for the most|at|best|cheapest]
  where [~can|to] [~i] sell {item} [best|for the most|for most]
  what ~be [~a] [stack of] {item} (worth|selling for|going for) [~onauction]
  what ~be [~a] [stack of] {item} (worth|selling for|going for) [~onauction] ~onrealm {realm}
  how much (~be|~can) [~a] [stack of] {item} (worth|cost|sell for|go for|selling for|going for) [~onauction]
  how much (~be|~can) [~a] [stack of] {item} (worth|cost|sell for|go for|selling for|going for) ~onrealm {realm}
  how much ~be {item} ~onrealm {realm}; how much ~be {item} [~onauction]; how (expensive|cheap) ~be {item} ~atrealm
  how much ~can ~i (get|sell|make) (for|from) {item} ~atrealm
  what (~can|~be) {item} (sell for|go for|cost|fetch|selling for|going for) [~onauction]
  what (~can|~be) {item} (sell for|go for|cost|fetch|selling for|going for) [~onauction] ~onrealm {realm}
  what ~can ~i (get|sell) (for|it for) {item} ~atrealm
  [~current] [~auction] [house] ~price check [on|of|for] {item} ~atrealm
  {item} [~auction] [house] [market] ~price [(~onauction|~auction [house])]
  {item} [~auction] [house] [market] ~price [~onauction] ~onrealm {realm}
  {item} [~auction] [house] ~price (history|trend|on all realms); {item} [~auction] [house] ~price {realm}
  {item} ~auction [house]; is {item} worth (selling|anything|something|money|much|a lot) ~atrealm
  [~current] [~auction] (price|value|cost) [of|for|on|check] {item}; {item} (per stack|a stack|each|per piece|apiece)
  (cheapest|cheap) {item}; is {item} (expensive|cheap|valuable)
  [what ~be] [the] [~current] (min|minimum|lowest|cheapest) (buyout|bid|offer) (of|for) {item} ~atrealm
  {item} [min] buyout ~atrealm; what ~can ~i sell {item} for ~atrealm; (sell|selling) {item} [~onauction]
  (~vendor|sell|keep|~auction [house]) or (~vendor|sell|keep|~auction [house]) {item}
  [~vendor|sell|keep] {item} or [~a] (~vendor|sell|keep|~auction [house]) [it]
  how much ~can ~i (get|sell|make) (for|from) {level} {item} ~atrealm
`;

/** Takes a realm off the end of an item's name, as in `linen cloth whitemane`. */
async function splitRealm(
  snapshot: PublishedSnapshot,
  { item = '', realm }: { readonly item?: string; readonly realm?: string },
): Promise<{ readonly item: string; readonly realm: string | undefined }> {
  if (realm !== undefined) return { item, realm: AUCTION_HOUSE.test(realm) ? undefined : realm };
  const realms = await snapshot.market.realms();
  const names = realms.flatMap(({ name }) => [name, withoutMark(name).name]);
  const named = names.find((name) => item.endsWith(` ${foldName(name)}`));
  return named === undefined ? { item, realm } : { item: item.slice(0, -foldName(named).length - 1), realm: named };
}

async function readMarketAnswers(
  snapshot: PublishedSnapshot,
  itemId: number,
  realm: string | null,
  first: string | null,
): Promise<{ readonly values: readonly MarketAnswer[]; readonly more: number }> {
  if (realm !== null) {
    const value = await readMarketValue(snapshot, { itemId, realmKey: toRealmKey(realm), house: '' });
    return { values: value === null ? [] : [value], more: 0 };
  }
  const mentions = await snapshot.mentionsOf('item', itemId);
  const { subjects, total } = selectMentions(mentions, families.market, 'itemId');
  const key = first === null ? null : (await findRealmKey(snapshot, first)).key;
  const keys = [...subjects.filter((one) => one === key), ...subjects.filter((one) => one !== key).toSorted()];
  const values = await readMarketValues(snapshot, itemId, keys.slice(0, SHOWN_REALMS_MAX));
  return { values, more: total - values.length };
}

async function readVendorPrice(snapshot: PublishedSnapshot, itemId: number): Promise<UnitPrice | null> {
  const { byItem } = await readUnitPrices(snapshot, [itemId], null);
  return byItem.get(itemId) ?? null;
}

async function readFiledItem(snapshot: PublishedSnapshot, itemId: number): Promise<GameItem | null> {
  return snapshot.view.game === null ? null : ((await snapshot.game.fact('item', String(itemId))) as GameItem | null);
}

function describePayment(copper: number): string {
  return copper === 0 ? 'nothing' : formatMoney(copper);
}

/** Renders `42c a piece on "Whitemane": cheapest 40c, median of up to 60 days 41c, 220 on sale (2026-11-25, 4 players).` */
function formatWorth(value: MarketAnswer): string {
  const { realm, market, min, historical, quantity, day, reporters, unusual } = value;
  const figures = `cheapest ${formatMoney(min)}, median of up to 60 days ${formatMoney(historical)}, ${quantity} on sale`;
  const flag = unusual === true ? ', unusual' : '';
  return `${formatMoney(market)} a piece on ${JSON.stringify(realm)}: ${figures} (${day}, ${reporters} players${flag})${formatThinDay(value)}.`;
}

const VENDOR_LIMITS = {
  ...CARD_LIMITS.item,
  sources: 0,
  seenByFew: 0,
  quests: 0,
  madeBy: 0,
  reagentFor: 0,
  teaches: 0,
};

/** Answers for how much vendors sell an item, and what they pay for it. */
const answerVendorPrice = createNamedAnswer('item', ['item'], async ({ snapshot, hit, id: itemId, title }) => {
  const [{ soldBy, vendorPrices }, filed] = await Promise.all([
    readItem(snapshot, itemId, { ...VENDOR_LIMITS, placed: 3 }),
    readFiledItem(snapshot, itemId),
  ]);
  const pays = filed?.sellPriceCopper ?? null;
  const seen = vendorPrices.map(({ value, installs }) => `${formatMoney(value)} (${installs} players)`).join(' or ');
  return {
    lines: [
      ...renderVendors(soldBy, `${title} is sold by`),
      ...(seen === '' ? [] : [`Players saw vendors ask ${seen} for ${title}.`]),
      ...(soldBy.total === 0 && seen === '' ? [`No vendor that sells ${title} is known yet.`] : []),
      pays === null
        ? `What vendors pay for ${title} is not known here.`
        : `Vendors pay ${describePayment(pays)} for ${title} (in the game’s files, unconfirmed).`,
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
  (what|how much) ~can [~a] ~vendor (pay|pays|give|gives|offer|ask|asks|charge|want) [me] for {item}
  (what|how much) ~can {item} (vendor|cost) (for|(at|from) [~a] ~vendor)
  (what|how much) ~can {item} sell [for] (to|at) [~a] ~vendor [for]
  (what|how much) ~be {item} worth (to|at) [~a] ~vendor; (what|how much) ~can [~a] ~vendor (sell|sells) {item} [for]
  how much (copper|silver|gold|money) ~can [~a] ~vendor (pay|pays|give|gives|offer|ask|asks|charge|want) [me] for {item}
`;
