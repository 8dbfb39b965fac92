import type { RECIPE_DIFFICULTIES } from '../../schema/vocabulary.ts';
import { character, good, item, items, lesson, lot, npc, quest, recipe, stack, zone } from '../support/subjects.ts';
import * as they from '../support/verbs.ts';

/**
 * Lies about published figures. Each lie is told by installs that agree with each other, as one person with several
 * installs does, and has ids of its own.
 */

/** Ids of one case, derived from a base that no other case has. */
export interface Ids {
  readonly base: number;
  readonly creature: number;
  readonly other: number;
  readonly item: number;
  readonly quest: number;
  readonly map: number;
  readonly realm: string;
  readonly profession: string;
}

export function idsFrom(base: number): Ids {
  return {
    base,
    creature: base + 1,
    other: base + 2,
    item: base + 3,
    quest: base + 4,
    map: base + 5,
    realm: `Realm ${base}`,
    profession: `Craft ${base}`,
  };
}

/** What one install reports, with what its upload says about the client and the time. */
export interface Report extends they.Seen {
  /** Hours before the present. Negative hours are ahead of it. Defaults to 24. */
  readonly hours?: number;
  /** Fields of the upload. `clientBuild` defaults to a build of the instance's game. */
  readonly upload?: Readonly<Record<string, string | number>>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints, read loosely
export type Json = any;

/** Asks the instance. Returns the JSON of an answer of the API, or the text of a page. */
export type Ask = (path: string) => Promise<Json>;

/** What the answers show about a case. */
export interface Shown {
  /** The value that is shown first or alone. */
  readonly first: unknown;
  /** All values that are shown side by side. Absent if there is only one. */
  readonly all?: readonly unknown[];
}

export interface Lie {
  readonly figure: string;
  readonly lie: string;
  /** What the honest install with this number reports. */
  honest(ids: Ids, install: number): readonly Report[];
  /** What a liar with this number reports. */
  liar(ids: Ids, liar: number): readonly Report[];
  read(ask: Ask, ids: Ids): Promise<Shown>;
  /**
   * If the figure is a rate, the rate that the lie says. The lie counts as added once it moves the rate by four points,
   * and as the replacement once the rate is nearer to the lie than to what it was.
   */
  readonly liedRate?: number;
}

/** Returns the page of a tool's answer. */
async function page(ask: Ask, tool: string, query: Readonly<Record<string, string | number>>): Promise<Json> {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return (await ask(`/api/tools/${tool}?${params}`)).answer?.page;
}

/** Loot windows on a creature, of which the first `drops` contain the item. */
function windows(npcId: number, count: number, itemId: number, drops: number, more: object = {}): readonly Report[] {
  return Array.from({ length: count }, (_, at) =>
    withFields(they.looted(npc(npcId), ...(at < drops ? items(itemId) : [])), more),
  );
}

function withFields({ kind, fields }: they.Seen, more: object): they.Seen {
  return { kind, fields: { ...fields, ...more } };
}

/** Drops in twelve windows of honest installs, by turns: a quarter on average, with the spread of chance. */
const DROPS_OF_TWELVE = [3, 2, 4, 3, 1, 3, 5, 3];

async function readRate(ask: Ask, { creature, item }: Ids): Promise<Json> {
  const { rates } = await ask(`/api/rollups/drops?npc=${creature}`);
  return rates.find((rate: Json) => rate.itemId === item);
}

/** A lie about a rate of 25%, of which honest installs have twelve windows each. */
function aboutRate(lie: string, liedRate: number, liar: (ids: Ids) => readonly Report[]): Lie {
  return {
    figure: 'drop rate of 25%',
    lie,
    liedRate,
    honest: ({ creature, item }, n) => windows(creature, 12, item, DROPS_OF_TWELVE[n % DROPS_OF_TWELVE.length]!),
    liar,
    read: async (ask, ids) => ({ first: (await readRate(ask, ids))?.estimate }),
  };
}

function saysRate(count: number, drops: number): Lie {
  return aboutRate(`${drops} of ${count} windows`, drops / count, ({ creature, item }) =>
    windows(creature, count, item, drops),
  );
}

/** A lie about a rate of 2%, which is too rare to recognise a liar. */
function saysRareRate(count: number, drops: number): Lie {
  return {
    ...saysRate(count, drops),
    figure: 'drop rate of 2%',
    honest: ({ creature, item }, n) => windows(creature, 12, item, n % 4 === 0 ? 1 : 0),
  };
}

function onInventedQuest(count: number): (ids: Ids) => readonly Report[] {
  return ({ creature, item: itemId, quest: questId }) =>
    Array.from({ length: count }, () => they.lootedOnQuest(npc(creature), questId, item(itemId)));
}

/** A lie about the boss of a raid, which drops an item in two of twenty windows. */
function aboutBoss(lie: string, honestToo: (ids: Ids, n: number) => readonly Report[], count: number): Lie {
  return {
    figure: 'drop rate of 10% in a raid',
    lie,
    liedRate: 1,
    honest: (ids, n) => [
      ...windows(ids.creature, 20, ids.item, DROPS_OF_TWELVE[n % 4]! - 1, { group: 'raid' }),
      ...honestToo(ids, n),
    ],
    liar: ({ creature, item }) => windows(creature, count, item, count, { group: 'solo' }),
    read: async (ask, ids) => ({ first: (await readRate(ask, ids))?.estimate }),
  };
}

const RATES: readonly Lie[] = [
  saysRate(10, 10),
  saysRate(20, 20),
  saysRate(60, 60),
  saysRate(300, 300),
  saysRate(60, 0),
  saysRate(60, 36),
  saysRate(20, 8),
  saysRareRate(20, 6),
  saysRareRate(400, 40),
  aboutRate('1 window marked with an invented quest', 1, onInventedQuest(1)),
  aboutRate('20 windows marked with an invented quest', 1, onInventedQuest(20)),
  aboutRate('30 windows of a “solo” player, all with the drop', 1, ({ creature, item }) =>
    windows(creature, 30, item, 30, { group: 'solo' }),
  ),
  aboutRate('20 of 20 windows in another game’s build', 1, ({ creature, item }) =>
    windows(creature, 20, item, 20).map((report) => ({ ...report, upload: { clientBuild: '1.15.8.67156' } })),
  ),
  {
    ...saysRate(300, 300),
    figure: 'counted share of 25%, without an estimate',
    read: async (ask, ids) => ({ first: (await readRate(ask, ids))?.rate }),
  },
  aboutBoss('10 “solo” windows, all with the drop', () => [], 10),
  aboutBoss(
    '30 “solo” windows, and two honest players were there alone once',
    ({ creature, item }, n) => (n < 2 ? windows(creature, 1, item, 0, { group: 'solo' }) : []),
    30,
  ),
  {
    figure: 'basis of a drop rate',
    lie: '20 windows marked with an invented quest',
    honest: ({ creature, item }) => windows(creature, 12, item, 3),
    liar: onInventedQuest(20),
    read: async (ask, ids) => ({ first: (await readRate(ask, ids))?.basis }),
  },
  {
    figure: 'drops of a creature',
    lie: '6 of 20 windows hold an item that it never drops',
    honest: ({ creature, item }) => windows(creature, 12, item, 3),
    liar: ({ creature, quest }) => windows(creature, 20, quest, 6),
    read: async (ask, { creature }) => {
      const { loot } = await page(ask, 'npc_page', { npcId: creature });
      const drops = loot.drops.rows.map((row: Json) => row.item.id);
      return { first: drops[0], all: drops };
    },
  },
  {
    figure: 'sources of an item',
    lie: 'an invented creature drops it in 25 of 25 windows',
    honest: ({ creature, item }) => windows(creature, 12, item, 3),
    liar: ({ other, item }) => windows(other, 25, item, 25),
    read: async (ask, { item }) => {
      const { droppedBy } = await page(ask, 'item_page', { itemId: item });
      const sources = droppedBy.rows.map((row: Json) => row.source.id);
      return { first: sources[0], all: sources };
    },
  },
];

function sold(ids: Ids, priceCopper: number, more: object = {}): they.Seen {
  return withFields(they.visitedVendor(npc(ids.creature), good(item(ids.item), priceCopper)), more);
}

/** A lie about the price of 1,000 copper at a vendor. */
function aboutPrice(lie: string, price: number, more: object): Lie {
  return {
    figure: 'price at a vendor',
    lie,
    honest: (ids) => [sold(ids, 1_000)],
    liar: (ids) => [sold(ids, price, more)],
    read: async (ask, ids) => {
      const { soldBy } = await page(ask, 'item_page', { itemId: ids.item });
      const prices = soldBy.rows[0]?.prices.map(({ value }: Json) => value) ?? [];
      return { first: prices[0], all: prices };
    },
  };
}

function stocked(ids: Ids, more: object): they.Seen {
  return withFields(they.visitedVendor(npc(ids.creature)), {
    items: [{ itemId: ids.item, priceCopper: 100, ...more }],
  });
}

const VENDORS: readonly Lie[] = [
  aboutPrice('1 copper at standing 4', 1, { standing: 4 }),
  aboutPrice('900 copper', 900, {}),
  aboutPrice('1,300 copper at standing 4', 1_300, { standing: 4 }),
  {
    figure: 'limited stock',
    lie: 'none instead of a limited one',
    honest: (ids) => [stocked(ids, { limitedStock: 2, limited: true })],
    liar: (ids) => [stocked(ids, { limited: false })],
    read: async (ask, ids) => {
      const { soldBy } = await page(ask, 'item_page', { itemId: ids.item });
      return { first: soldBy.rows[0]?.limited?.value };
    },
  },
  {
    figure: 'vendors of an item',
    lie: 'an invented vendor',
    honest: (ids) => [sold(ids, 100)],
    liar: (ids) => [they.visitedVendor(npc(ids.other), good(item(ids.item), 1))],
    read: async (ask, ids) => {
      const { soldBy } = await page(ask, 'item_page', { itemId: ids.item });
      const vendors = soldBy.rows.map((row: Json) => row.vendor.id);
      return { first: vendors[0], all: vendors };
    },
  },
  {
    figure: 'cost of a lesson',
    lie: '1 copper',
    honest: ({ creature, base, profession }) => [trained(creature, base, profession, 500)],
    liar: ({ creature, base, profession }) => [trained(creature, base, profession, 1)],
    read: async (ask, { creature }) => {
      const { services } = await page(ask, 'npc_page', { npcId: creature });
      const costs = services.rows[0].costs.map(({ value }: Json) => value);
      return { first: costs[0], all: costs };
    },
  },
];

function trained(trainer: number, spellId: number, profession: string, cost: number): they.Seen {
  return they.visitedTrainer(npc(trainer), lesson('Lesson', cost, { spellId, profession, requiredSkill: 1 }));
}

/** A lie about a value of which answers show one: that on which most installs agree. */
function aboutName(lie: string, honestLocale: string, liedLocale: string): Lie {
  return {
    figure: 'name of an item',
    lie,
    honest: (ids) => [{ ...they.saw(item(ids.item, 'True Name')), upload: { locale: honestLocale } }],
    liar: (ids) => [{ ...they.saw(item(ids.item, 'False Name')), upload: { locale: liedLocale } }],
    read: async (ask, ids) => ({ first: (await page(ask, 'item_page', { itemId: ids.item })).name?.value }),
  };
}

/** A lie about a creature that players meet. `told` is what it changes about the sighting. */
function aboutCreature(figure: string, lie: string, told: object, read: (npcPage: Json) => Shown): Lie {
  const meet = ({ creature, map }: Ids, more: object): Report =>
    they.met(npc(creature), { level: 10, mapId: map, x: 40, y: 40, reaction: 'hostile', ...more });
  return {
    figure,
    lie,
    honest: (ids) => [meet(ids, {})],
    liar: (ids) => [meet(ids, told)],
    read: async (ask, { creature }) => read(await page(ask, 'npc_page', { npcId: creature })),
  };
}

function mostReported(values: readonly Json[]): unknown {
  return values.toSorted((a, b) => b.installs - a.installs)[0]?.value;
}

function aboutQuest(figure: string, lie: string, read: (questPage: Json) => Shown): Lie {
  const offered = ({ quest: id }: Ids, title: string, level: number, giver: number, reward: number): Report =>
    they.wasOffered(quest(id, title), { level, giverNpcId: giver, turnInNpcId: giver, rewardItemIds: [reward] });
  return {
    figure,
    lie,
    honest: (ids) => [offered(ids, 'True Quest', 10, ids.creature, ids.item)],
    liar: (ids) => [offered(ids, 'False Quest', 60, ids.other, ids.map)],
    read: async (ask, ids) => read(await page(ask, 'quest_page', { questId: ids.quest })),
  };
}

function aboutRecipe(figure: string, lie: string, read: (recipe: Json) => unknown): Lie {
  return {
    figure,
    lie,
    honest: (ids) => coloured(ids, [50, 70, 90], 1),
    liar: (ids) => coloured(ids, [2, 3, 4], 9),
    read: async (ask, { profession }) => {
      const { recipes } = await page(ask, 'recipe_thresholds', { profession });
      return { first: read(recipes[0]) };
    },
  };
}

/** The recipe at the last skill of each colour and at the first of the next. */
function coloured(
  ids: Ids,
  [yellow, green, grey]: readonly [number, number, number],
  count: number,
): readonly Report[] {
  const craft = recipe(ids.base, 'Recipe', ids.profession);
  const at = (skill: number, difficulty: (typeof RECIPE_DIFFICULTIES)[number]) =>
    they.sawDifficulty(craft, { skill, difficulty, itemId: ids.item, reagents: [stack(item(ids.other), count)] });
  return [
    ...[at(1, 'optimal'), at(yellow - 1, 'optimal'), at(yellow, 'medium'), at(green - 1, 'medium')],
    ...[at(green, 'easy'), at(grey - 1, 'easy'), at(grey, 'trivial')],
  ];
}

const AGREED: readonly Lie[] = [
  aboutName('another name', 'enUS', 'enUS'),
  aboutName('an English name where honest clients are German', 'deDE', 'enUS'),
  aboutCreature('level of a creature', 'another level', { level: 60 }, ({ levels }) => ({
    first: mostReported(levels?.reported ?? []),
    all: [levels?.min, levels?.max],
  })),
  aboutCreature('reaction of a creature', 'another reaction', { reaction: 'friendly' }, ({ reactions }) => ({
    first: mostReported(reactions),
    all: reactions.map(({ value }: Json) => value),
  })),
  aboutCreature('locations of a creature', 'another place of its zone', { x: 90, y: 90 }, ({ zones }) => {
    const pins = zones.rows[0].pins.rows.map(({ x, y }: Json) => `${x}, ${y}`);
    return { first: pins[0], all: pins };
  }),
  aboutCreature('zones of a creature', 'another zone', { mapId: 1 }, ({ zones }) => {
    const maps = zones.rows.map(({ mapId }: Json) => mapId);
    return { first: maps[0], all: maps };
  }),
  {
    ...aboutCreature('first and last day of a relation', 'dated 2004', {}, () => ({ first: null })),
    liar: ({ creature, map }) => [
      { ...they.met(npc(creature), { mapId: map, x: 40, y: 40, positionKind: 'npc' }), hours: 24 * 365 * 20 },
    ],
    read: async (ask, { creature }) => {
      const { edges } = await ask(`/api/edges?from_kind=npc&from_id=${creature}&rel=located_in`);
      return { first: `${edges[0]?.firstSeen} ${edges[0]?.lastSeen}` };
    },
  },
  {
    figure: 'size of a zone',
    lie: 'other bounds',
    honest: ({ map }) => [they.sawMap(zone(map), { left: 1_000, right: -1_000 })],
    liar: ({ map }) => [they.sawMap(zone(map), { left: 9_000, right: -9_000 })],
    read: async (ask, { map }) => ({ first: /[\d,]+ × [\d,]+ yd/.exec(await ask(`/zone/${map}`))?.[0] }),
  },
  aboutQuest('title of a quest', 'another title', ({ title }) => ({ first: title?.value })),
  aboutQuest('level of a quest', 'another level', ({ level }) => ({ first: level?.value })),
  aboutQuest('giver of a quest', 'another creature', ({ giver }) => ({ first: giver?.npc.id })),
  aboutQuest('rewards of a quest', 'another item', ({ rewards }) => {
    const items = rewards.rows.map((row: Json) => row.item.id);
    return { first: items[0], all: items };
  }),
  aboutRecipe('skills at which a recipe changes colour', 'yellow at 2, grey at 4', ({ yellow, grey }) =>
    JSON.stringify([yellow, grey].map((range) => [range?.low, range?.high])),
  ),
  aboutRecipe('reagents of a recipe', 'nine instead of one', ({ reagents }) =>
    JSON.stringify(reagents?.rows.map(({ count }: Json) => count)),
  ),
];

/** A lie about an item that costs 500 copper at auction. Unless `honest` says otherwise, all honest installs scanned it today. */
function aboutMarket(
  figure: string,
  lie: string,
  liar: (ids: Ids) => readonly Report[],
  read: (value: Json) => Shown,
  honest = (ids: Ids): readonly Report[] => [2, 26, 50].map((hours) => scanned(ids, 500, hours)),
): Lie {
  return {
    figure,
    lie,
    honest,
    liar,
    read: async (ask, ids) => {
      const { value } = (await page(ask, 'market_value', { itemId: ids.item, realm: ids.realm })) ?? {};
      return value === undefined ? { first: null } : read(value);
    },
  };
}

function scanned(ids: Ids, price: number, hours: number, more: object = {}): Report {
  const seen = they.scanned(ids.realm, [lot(item(ids.item), price, 10)], {
    house: 'Horde',
    scanId: `scan-${hours}`,
    ...more,
  });
  return { ...seen, hours };
}

const MARKETS: readonly Lie[] = [
  aboutMarket(
    'market value',
    'a scan of today, at 1,000 times the price',
    (ids) => [scanned(ids, 500_000, 1)],
    ({ market }) => ({ first: market }),
  ),
  aboutMarket(
    'market value',
    'a scan of today, when honest installs scanned yesterday',
    (ids) => [scanned(ids, 500_000, 1)],
    ({ market, thinDay }) => ({ first: market, all: [market, thinDay?.market] }),
    (ids) => [26, 50].map((hours) => scanned(ids, 500, hours)),
  ),
  aboutMarket(
    'market value',
    'a scan dated 23 hours ahead',
    (ids) => [scanned(ids, 500_000, -23)],
    ({ market }) => ({ first: market }),
  ),
  aboutMarket(
    'market value',
    'a scan of the realm of this name in another region',
    (ids) => [{ ...scanned(ids, 500_000, 1), upload: { region: 3 } }],
    ({ market }) => ({ first: market }),
    (ids) => [{ ...scanned(ids, 500, 2), upload: { region: 1 } }],
  ),
  aboutMarket(
    'lowest price',
    'one unit at 1 copper',
    (ids) => [scanned(ids, 1, 1)],
    ({ min }) => ({ first: min }),
  ),
  aboutMarket(
    'lowest price',
    'one unit at 1 copper in the neutral house',
    (ids) => [scanned(ids, 1, 1, { house: 'Neutral' })],
    ({ min }) => ({ first: min }),
  ),
  aboutMarket(
    'price of the last sixty days',
    '46 scans dated back to days without scans',
    (ids) => Array.from({ length: 46 }, (_, day) => scanned(ids, 500_000, 24 * (day + 9))),
    ({ historical }) => ({ first: historical }),
  ),
];

/** All lies except those about the population, which is counted once a day. */
export const LIES: readonly Lie[] = [...RATES, ...VENDORS, ...AGREED, ...MARKETS];

/** Characters that each honest install saw, the same for all. */
const SEEN_CHARACTERS = 50;

/** Characters that each liar invents, the same for all. */
const INVENTED_CHARACTERS = 2_000;

function metCharacters({ realm }: Ids, from: number, count: number, more: object = {}): readonly Report[] {
  return Array.from({ length: Math.ceil(count / 100) }, (_, part) =>
    they.metPlayers(
      realm,
      ...Array.from({ length: Math.min(100, count - 100 * part) }, (_, at) => character(from + 100 * part + at, more)),
    ),
  );
}

/** A lie about the characters of a realm, of which mages were seen. */
function aboutPopulation(lie: string, more: object): Lie {
  return {
    figure: 'population of a realm',
    lie,
    honest: (ids) => metCharacters(ids, ids.base, SEEN_CHARACTERS),
    liar: (ids) => metCharacters(ids, 100_000_000 + 100 * ids.base, INVENTED_CHARACTERS, more),
    read: async (ask, { realm }) => {
      const { factions } = (await page(ask, 'population', { realm })) ?? {};
      const total = factions?.total ?? 0;
      return { first: total > 2 * SEEN_CHARACTERS ? 'mostly invented' : 'true', all: [total] };
    },
  };
}

/** Lies about figures that are counted once a day. */
export const DAILY_LIES: readonly Lie[] = [
  aboutPopulation('2,000 invented characters of a faction, class, race and level that players met', {}),
  aboutPopulation('2,000 invented characters of a class that nobody met', { class: 'DRUID', race: 'NightElf' }),
];
