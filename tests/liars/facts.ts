import { type Case, idsOf } from './records.ts';

/** One public figure or value of a case, as a line of the table. */
export interface Line {
  readonly what: string;
  readonly value: string;
  /**
   * Whether the line is a drop rate, which follows the windows, including those of liars. All other lines must not
   * change.
   */
  readonly isRate: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints, read loosely
type Json = any;

async function json(url: string): Promise<Json> {
  return (await fetch(url)).json();
}

/** Returns the answers of an instance about a case. */
export async function linesOf(url: string, one: Case): Promise<readonly Line[]> {
  const ids = idsOf(one);
  const page = async (tool: string, query: string): Promise<Json> =>
    ((await json(`${url}/api/tools/${tool}?${query}`)) as Json).answer?.page;
  const item = await page('item_page', `itemId=${ids.cloth}`);
  const creature = await page('npc_page', `npcId=${ids.creature}`);
  const trainer = await page('npc_page', `npcId=${ids.trainer}`);
  const quest = await page('quest_page', `questId=${ids.quest}`);
  const recipes = await page('recipe_thresholds', `profession=${encodeURIComponent(ids.profession)}`);
  const market = await page('market_value', `itemId=${ids.cloth}&realm=${encodeURIComponent(ids.realm)}`);
  const { edges } = await json(`${url}/api/edges?from_kind=npc&from_id=${ids.creature}`);
  const { edges: dropped } = await json(
    `${url}/api/edges?from_kind=item&rel=dropped_by&to_id=${ids.creature}&to_kind=npc`,
  );
  const { rates } = await json(`${url}/api/rollups/drops?limit=500`);
  const rateOf = (itemId: number): Json =>
    (rates as Json[]).find((rate) => rate.sourceNpcId === ids.creature && rate.itemId === itemId);
  const recipe = recipes?.recipes[0];
  const told = (value: unknown): string =>
    value === null || value === undefined ? 'unknown' : JSON.stringify(value).replaceAll('"', '');
  const line = (what: string, value: unknown): Line => ({ what, value: told(value), isRate: false });
  const zone = creature?.zones.rows[0];
  return [
    line('item: name', item?.name?.value),
    line(
      'item: vendor prices',
      item?.vendorPrices?.map((price: Json) => price.value),
    ),
    line(
      'item: sold for',
      item?.soldBy.rows[0]?.prices.map((price: Json) => price.value),
    ),
    line('creature: name', creature?.name?.value),
    line('creature: levels', creature?.levels && [creature.levels.min, creature.levels.max]),
    line(
      'creature: reactions',
      creature?.reactions.map((reaction: Json) => reaction.value),
    ),
    line('creature: zone', zone?.map),
    line(
      'creature: places',
      zone?.pins.rows.map((pin: Json) => [pin.x, pin.y]),
    ),
    line(
      'lesson: cost',
      trainer?.services.rows[0]?.costs.map((cost: Json) => cost.value),
    ),
    line('lesson: name', trainer?.services.rows[0]?.name?.value),
    line('quest: title', quest?.title?.value),
    line('quest: level', quest?.level?.value),
    line('quest: giver', quest?.giver && quest.giver.npc.id - one.base),
    line(
      'quest: rewards',
      quest?.rewards.rows.map((reward: Json) => reward.item.id - one.base),
    ),
    line('recipe: name', recipe?.recipe.name),
    line('recipe: yellow', recipe?.yellow && [recipe.yellow.low, recipe.yellow.high]),
    line('recipe: grey', recipe?.grey && [recipe.grey.low, recipe.grey.high]),
    line(
      'recipe: reagents',
      recipe?.reagents?.rows.map((reagent: Json) => reagent.count),
    ),
    line('market: value', market?.value?.market),
    line('market: lowest price', market?.value?.min),
    line('relation to its zone: days', edges?.length > 0 && daysSince(edges[0])),
    line('relation to its drop: days', dropped?.length > 0 && daysSince(dropped[0])),
    line(
      'relations of drops',
      dropped?.map((edge: Json) => edge.fromId - one.base),
    ),
    { what: 'estimate of the true drop', value: estimateText(rateOf(ids.cloth)), isRate: true },
    { what: 'counts of the true drop', value: countsText(rateOf(ids.cloth)), isRate: true },
    { what: 'counts of the false drop', value: countsText(rateOf(ids.sword)), isRate: true },
  ];
}

/** Returns the first and last day as numbers of days before today, so that the table does not depend on the date. */
function daysSince({ firstSeen, lastSeen }: { firstSeen: string; lastSeen: string }): readonly number[] {
  const today = Math.floor(Date.now() / 86_400_000);
  return [firstSeen, lastSeen].map((day) => today - Date.parse(day) / 86_400_000);
}

function percent(share: number): string {
  return `${Math.round(1000 * share) / 10}%`;
}

/** Formats an estimate in whole percent. */
function estimateText({ estimate, estimateLow, estimateHigh, disagrees }: Json): string {
  const [about, from, to] = [estimate, estimateLow, estimateHigh].map((share) => `${Math.round(100 * share)}%`);
  return `about ${about}, between ${from} and ${to}${disagrees === true ? '; players differ more than chance explains' : ''}`;
}

function countsText(rate: Json): string {
  return rate === undefined
    ? 'none'
    : `${percent(rate.rate)}, seen by ${rate.installs} of ${rate.reporters} installs; one brings ${percent(rate.topShare)} of the windows`;
}
