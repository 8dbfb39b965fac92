import { formatMoney } from '../../../cards/words.ts';
import type { MarketItem } from '../../../ports/market.ts';
import { type PublishedSnapshot, readEntities, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { roundPrice } from '../../../reads/market.ts';
import { formatDayNumber } from '../../../values/instant.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { formatProfessionSlug } from '../../../values/profession_page.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import { listReagents, priceCraft, roundCopper } from '../../craft/craft_answers.ts';
import { describePrices, explainNoAuctions, findPricedRealm } from '../../craft/priced_realms.ts';
import { type PricedMarket, readUnitPrices } from '../../craft/prices.ts';
import { explainNoRecipes } from '../../craft/profession_facts.ts';
import { type RecipeFacts, readMatchingProfession } from '../../craft/recipes.ts';
import { SCANS_HINT } from '../../shared/empty_hints.ts';
import { formatMarketName } from '../../shared/market.ts';
import { type Answerer, addNameNotes, createIntent, explainUnknownName } from './answer.ts';
import { findAskedMarket, findProfession } from './known_names.ts';

/** Number of recipes in an answer, and of recipes without a known cost. */
const RECIPES_LISTED = 5;
const SHOWN_UNPRICED_MAX = 3;

/** Answers with the recipes of a profession whose products are worth most beyond the cost of their reagents. */
const answerBestSellers: Answerer = async (context, { profession, thing = '', realm }) => {
  const { snapshot } = context;
  const match = await findProfession(snapshot, profession ?? thing);
  const { name } = match;
  if (name === null) return profession === undefined ? null : explainUnknownName(match);
  const market = await findAskedMarket(context, realm);
  const answer = (lines: readonly string[], sold: readonly PricedProduct[] = []) =>
    addNameNotes([match, market], {
      lines,
      about: [...sold.map(({ product }) => `item:${product.itemId}`), `profession:${formatProfessionSlug(name)}`],
      arguments: { profession: name, ...(market.name === null ? {} : { realm: market.name }) },
    });
  if (market.name === null)
    return answer(realm === undefined ? [`No realm has auction prices yet. ${SCANS_HINT}`] : []);
  const known = await readMatchingProfession(snapshot, name);
  if (known === null) return answer([(await explainNoRecipes(snapshot, name)).none]);
  const auctions = await findPricedRealm(snapshot, market.name);
  if (auctions.realm === null) return answer([explainNoAuctions(market.name)]);
  const { priced, unpriced, worthless } = await readSoldRecipes(snapshot, known.recipes, auctions);
  const best = priced.slice(0, RECIPES_LISTED);
  const named = [...best, ...unpriced.slice(0, SHOWN_UNPRICED_MAX)].map(({ product }) => product.itemId);
  const names = await readEntities(snapshot, 'item', named);
  const nameOf = ({ product }: PricedProduct): string => toLabel(names.get(product.itemId)!);
  const where = `${JSON.stringify(known.spelling)} on ${formatMarketName({ realm: auctions.realm, house: auctions.house })}`;
  const worthlessRecipes = formatQuantity(worthless, 'recipe makes', 'recipes make');
  const rest = [
    ...renderUnpriced(unpriced, nameOf),
    ...(worthless === 0 ? [] : [`${worthlessRecipes} nothing that has an auction price there.`]),
    ...(market.choice === null ? [] : [market.choice]),
  ];
  if (best.length === 0) {
    return answer([`Nothing made with ${where} has both an auction price and a known cost yet.`, ...rest]);
  }
  return answer(
    [
      ...best.map((sold, at) => `${at === 0 ? `Best from ${where}: ` : ''}${nameOf(sold)}${formatSale(sold)}.`),
      `Margins are value minus reagents, before the auction house’s cut: the value in ${auctions.house === null ? 'all houses' : `the ${auctions.house} house`}, reagents at ${describePrices(auctions.realm, auctions.houses)}.`,
      ...rest,
    ],
    best,
  );
};

export const sellsBestIntent = createIntent('sells_best', 'recipe_thresholds', answerBestSellers)`
  what [~can|~be] (sells|sell|selling|makes) [the] (best|well|most|most gold|most money|good) (~madeby) {profession} ~atrealm
  what (sells|sell|(to|~can ~i) (sell|make and sell)) (~madeby) {profession} ~atrealm
  what (to|~can ~i) (~make|cook|sell|brew|sew) (~madeby) {profession} (to sell|for (gold|money|profit)|to make (gold|money|profit|a profit)) ~atrealm
  (what|which) [~be] [the] (most profitable|best|best selling) {profession} [recipe|recipes|item|items|craft|crafts|product|products] [to sell|to make money|to make gold|for gold|for money|for profit] ~onrealm {realm}
  [what|which] [~be] [the] (most profitable|best selling) {profession} [recipe|recipes|item|items|craft|crafts|product|products] ~atrealm
  (what|which) {profession} (recipe|recipes|item|items|craft|crafts|goods) [~can] (sell|sells|make|makes|~be) [the] [best|most|most gold|most money|most profitable|a profit|profitable|well] ~atrealm
  (best|good) {thing} [recipe|recipes|item|items|craft|crafts] (to sell|to make (gold|money)|for (gold|money|profit)) ~atrealm
  [how [~can] [~i|to]] [best] (make|making|earn|earning) (gold|money|profit|a profit) (~madeby) {profession} ~atrealm
  {thing} (profit|profits|gold|money|goldmaking|gold making|money making|gold guide|moneymaker|moneymakers) ~atrealm
  is {thing} (profitable|worth it) ~atrealm
  what (to|~can ~i) (~make|sell|cook|brew|sew) (to sell|(to make|for) (gold|money|profit|a profit)) (~madeby) {profession} ~atrealm
  {thing} (money maker|money makers|gold maker); (gold|money|profit|profits|income) (~madeby) {profession} ~atrealm
  best {profession} (item|items|recipe|recipes|craft|crafts|thing|things) to (sell|make|craft) ~atrealm
  what (makes|make) [the] [most|good] (gold|money|profit) (~madeby) {profession} ~atrealm
  best [thing|things|item|items] to (craft|make|sell) (~madeby) {profession} [for (gold|money|profit)] ~atrealm
  what {profession} (sells|sell) [the] [best|well|most] ~atrealm
`;

interface PricedProduct {
  readonly recipe: RecipeFacts;
  readonly product: MarketItem;
  /** Number of items that a craft makes at least. */
  readonly amount: number;
  /** Cost of the reagents of one craft in copper, or null if unknown. */
  readonly cost: number | null;
}

interface RecipesByPrice {
  /** Recipes with a known cost, highest margin first. */
  readonly priced: readonly (PricedProduct & { readonly cost: number })[];
  readonly unpriced: readonly PricedProduct[];
  /** Number of recipes without a product that has an auction price. */
  readonly worthless: number;
}

async function readSoldRecipes(
  snapshot: PublishedSnapshot,
  recipes: readonly RecipeFacts[],
  market: PricedMarket,
): Promise<RecipesByPrice> {
  const products = [...new Set(recipes.flatMap(({ makes }) => makes?.value ?? []))];
  const values = await snapshot.market.itemsAmong(toRealmKey(market.realm ?? ''), market.house ?? '', products);
  const made = recipes.filter(({ makes }) => makes !== null && values.has(makes.value));
  const { byItem } = await readUnitPrices(snapshot, listReagents(made), market);
  const sold = made.map((recipe): PricedProduct => {
    const product = values.get(recipe.makes!.value)!;
    return { recipe, product, amount: recipe.makesMin?.value ?? 1, cost: priceCraft(recipe, byItem) };
  });
  const priced = sold.filter((one): one is PricedProduct & { readonly cost: number } => one.cost !== null);
  return {
    priced: priced.toSorted((a, b) => computeMargin(b) - computeMargin(a) || a.recipe.recipeId - b.recipe.recipeId),
    unpriced: sold.filter(({ cost }) => cost === null),
    worthless: recipes.length - made.length,
  };
}

function computeProductValue({ product, amount }: PricedProduct): number {
  return roundPrice(product.market) * amount;
}

function computeMargin(sold: PricedProduct & { readonly cost: number }): number {
  return computeProductValue(sold) - sold.cost;
}

/** Renders ` is worth 78c, its reagents 72c: 6c more a craft; 60 on sale (2026-11-25, 4 players)`. */
function formatSale(sold: PricedProduct & { readonly cost: number }): string {
  const { product, amount, recipe, cost } = sold;
  const margin = roundCopper(Math.abs(computeMargin(sold)))!;
  const each = amount === 1 ? '' : ` (${amount} of ${formatMoney(roundPrice(product.market))})`;
  const result = computeMargin(sold) < 0 ? `a loss of ${formatMoney(margin)}` : `a margin of ${formatMoney(margin)}`;
  const unsure = recipe.makesMin === null ? ' (the number made is unknown and counted as 1)' : '';
  const sample = `${formatDayNumber(product.day)}, ${product.reporters} players`;
  return ` is worth ${formatMoney(computeProductValue(sold))}${each}, its reagents cost ${formatMoney(roundCopper(cost)!)}: ${result}${unsure}; ${roundPrice(product.quantity)} on sale (${sample})`;
}

function renderUnpriced(unpriced: readonly PricedProduct[], nameOf: (sold: PricedProduct) => string) {
  if (unpriced.length === 0) return [];
  const shown = unpriced
    .slice(0, SHOWN_UNPRICED_MAX)
    .map((sold) => `${nameOf(sold)}, worth ${formatMoney(roundPrice(sold.product.market))}`);
  const more = unpriced.length - shown.length;
  const rest = more > 0 ? `; and ${more} more` : '';
  return [`Left out, because the cost of a reagent is not known: ${shown.join('; ')}${rest}.`];
}
