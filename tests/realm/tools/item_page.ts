import { type ClientTables, readClientTables } from '../client_tables.ts';
import { realmKeyOf } from '../count/agreed.ts';
import { DAY_MS, dayText } from '../record.ts';
import {
  bySurest,
  type CountedEdge,
  type CountedRate,
  firstOf,
  NOTHING_GATHERED,
  type ToolView,
  viewOf,
} from '../tool_view.ts';
import { spread, subjectsOf, type ToolCheck } from '../tools.ts';
import { NEVER_SEEN, offerOf } from './pages.ts';

interface Asked {
  readonly itemId: number;
  readonly realm?: string;
  readonly house?: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Checks item pages against the count and the imported tables. */
export const checkItemPages: ToolCheck = async (ground) => {
  const tables = readClientTables(ground.tables);
  const view = await viewOf(ground);
  const { expect, settle } = view;
  const finder = finderOf(view);
  for (const asked of [...itemsAsked(view, tables.itemIds), ...marketsAsked(view)]) {
    const reply = await ground.ask('item_page', { ...asked });
    const files = filesOf(view, tables, asked.itemId);
    const page = finder.page(asked);
    const observed = finder.isObserved(asked.itemId);
    const item = { ...view.entity('item', asked.itemId), ...(observed ? {} : { url: null }) };
    const url = observed ? `${view.base}/item/${asked.itemId}` : undefined;
    const { droppedBy, soldBy } = page;
    const placed = { droppedBy: withPlaces(view, droppedBy, reply.answer.page?.droppedBy, 'source') };
    const sold = { soldBy: withPlaces(view, soldBy, reply.answer.page?.soldBy, 'vendor') };
    const whole = { ...page, ...placed, ...sold, item, files };
    expect(
      Object.values(asked).join(' '),
      reply,
      observed || files !== null ? { page: whole, url, files: files !== null } : null,
    );
  }
  return await settle('item_page');
};

/** Returns an item's data from the tables, with the spells that use or make the item. */
function filesOf(view: ToolView, tables: ClientTables, itemId: number): object | null {
  const row = tables.item(itemId);
  if (row === null) return null;
  const named = (id: number) => {
    const entity = view.entity('item', id);
    return view.fact('items', id) === undefined ? { ...entity, url: null } : entity;
  };
  const itemsOf = (rel: string, spellId: number) =>
    tables.edges.filter((edge) => edge.rel === rel && edge.toId === spellId).map(({ fromId }) => named(fromId));
  const spells = (rel: string, more: (spellId: number) => object) => {
    const found = tables.edges.filter((edge) => edge.rel === rel && edge.fromId === itemId).map(({ toId }) => toId);
    return firstOf(found, 15, (spellId) => {
      const line = tables.edges.find((edge) => edge.rel === 'in_skill_line' && edge.fromId === spellId);
      const skill = line === undefined ? null : tables.nameOf('skill', line.toId);
      return { spellId, name: tables.nameOf('spell', spellId), skill, ...more(spellId) };
    });
  };
  return {
    ...row,
    reagentFor: spells('reagent_for', (spellId) => ({ makes: itemsOf('created_by', spellId)[0] ?? null })),
    createdBy: spells('created_by', (spellId) => ({ reagents: itemsOf('reagent_for', spellId).slice(0, 8) })),
  };
}

const RELATIONS = ['dropped_by', 'sold_by', 'reward_from'];

function mostOften(ids: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

/** Picks items of every public category, some items that are not public, and some that only the game files have. */
function itemsAsked({ ground, edges }: ToolView, filed: readonly number[]): readonly Asked[] {
  const ends = (one: string) => edges.flatMap(({ rel, fromId }) => (rel === one ? [fromId] : []));
  const named = subjectsOf(ground, 'items').map(Number);
  const recipes = subjectsOf(ground, 'recipes').flatMap((id) =>
    itemsOfRecipe(ground.counted.facts.get(`recipes ${id}`)),
  );
  const collected = subjectsOf(ground, 'collections').map((subject) => Number(subject.split(':')[1]));
  const priced = subjectsOf(ground, 'vendor_prices').map(Number);
  const seen = ground.kept.flatMap(({ record }) => (record.kind === 'item_seen' ? [record.itemId] : []));
  const hidden = seen.filter((id) => !ground.counted.facts.has(`items ${id}`));
  const groups = [...RELATIONS.map(ends), named, recipes, collected, priced, hidden, filed];
  const ids = groups.flatMap((group) =>
    spread(
      [...new Set(group)].sort((a, b) => a - b),
      6,
    ),
  );
  // Add the items with the longest lists, to check how lists are sorted and truncated.
  const longest = RELATIONS.flatMap((rel) => mostOften(ends(rel)).slice(0, 8));
  return [...new Set([...ids, ...longest, NEVER_SEEN])].map((itemId) => ({ itemId }));
}

function itemsOfRecipe(body: unknown): number[] {
  const { itemId, taughtByItemId, reagents } = body as Record<string, { readonly value: unknown } | undefined>;
  const used = (reagents?.value ?? []) as readonly { readonly itemId: number }[];
  const ends = [itemId, taughtByItemId].flatMap((end) => (end === undefined ? [] : [Number(end.value)]));
  return [...ends, ...used.map((reagent) => reagent.itemId)];
}

/** Picks items with market values in each house. Includes realms in other cases and one that does not exist. */
function marketsAsked({ ground }: ToolView): readonly Asked[] {
  return spread([...ground.counted.market.newest.keys()], 30).flatMap((key, i): Asked[] => {
    const [realm, house, itemId] = key.split('|') as [string, string, string];
    const spelt = i % 2 === 0 ? realm.toUpperCase() : realm;
    const own = { itemId: Number(itemId), realm: spelt, ...(house === '' ? {} : { house }) };
    return i % 8 === 0 ? [own, { ...own, realm: 'Nowhere' }, { ...own, house: 'Neutral' }] : [own];
  });
}

function finderOf(view: ToolView) {
  const { ground, fact, member, list, entity, edges } = view;
  const { counted } = ground;
  const recipes = subjectsOf(ground, 'recipes')
    .map(Number)
    .sort((a, b) => a - b);
  const recipesWith = (itemId: number, role: string, max: number) =>
    firstOf(
      recipes.filter((id) => {
        const value = member('recipes', id, role)?.value;
        return Array.isArray(value) ? value.some((one) => one.itemId === itemId) : value === itemId;
      }),
      max,
      (id) => recipeRow(view, id, role === 'reagents' ? itemId : null),
    );
  const edgesOf = (rel: string, itemId: number): readonly CountedEdge[] =>
    edges.filter((edge) => edge.rel === rel && edge.fromId === itemId);
  const realmsWith = (itemId: number): readonly string[] =>
    subjectsOf(ground, 'realms').filter((key) => counted.market.newest.has(`${key}||${itemId}`));
  const page = ({ itemId, realm, house = '' }: Asked) => ({
    name: member('items', itemId, 'name'),
    quality: member('items', itemId, 'quality'),
    itemLevel: member('items', itemId, 'itemLevel'),
    droppedBy: firstOf(
      sourcesOf(view, itemId).filter(({ installs }) => installs > 2),
      60,
    ),
    droppedBySeenByFew: firstOf(
      sourcesOf(view, itemId)
        .filter(({ installs }) => installs < 3)
        .map(({ levels: _, ...source }) => source),
      40,
    ),
    gatheredFrom: NOTHING_GATHERED,
    gathering: NOTHING_GATHERED,
    soldBy: firstOf(offersOf(view, itemId, edgesOf('sold_by', itemId)), 40),
    vendorPrices: list('vendor_prices', itemId, 'prices'),
    rewardFrom: firstOf(edgesOf('reward_from', itemId), 40, ({ toId, seen }) => {
      return { quest: entity('quest', toId), level: member('quests', toId, 'level'), ...seen };
    }),
    madeBy: recipesWith(itemId, 'itemId', 10),
    reagentFor: recipesWith(itemId, 'reagents', 30),
    teaches: recipesWith(itemId, 'taughtByItemId', 10),
    collections: firstOf(
      subjectsOf(ground, 'collections').filter((subject) => subject.endsWith(`:${itemId}`)),
      50,
      (subject) => ({ collection: subject.split(':')[0], sources: list('collections', subject, 'sources') }),
    ),
    market: realm === undefined ? null : marketOf(view, realmKeyOf(realm), house, itemId),
    marketRealms: firstOf(realmsWith(itemId), 50, (key) => fact('realms', key)?.['spelling']),
    markets:
      realm === undefined
        ? realmsWith(itemId)
            .slice(0, 10)
            .map((key) => marketOf(view, key, '', itemId))
        : [],
  });
  return {
    page,
    isObserved: (itemId: number): boolean => {
      const { market: _market, markets: _markets, name, quality, itemLevel, vendorPrices, ...lists } = page({ itemId });
      const agreed = [name, quality, itemLevel].some((one) => one !== null);
      return agreed || vendorPrices.length > 0 || Object.values(lists).some(({ total }) => total > 0);
    },
  };
}

/** Returns 1 for a source that fewer than five installs looted, which comes after all others. */
function hasFew({ figures }: { readonly figures: { readonly reporters: number } }): number {
  return figures.reporters < 5 ? 1 : 0;
}

/** Returns an item's drop sources, the surest first, then by kind and id. */
function sourcesOf({ ground, entity, list, ratedFigures }: ToolView, itemId: number) {
  return [...ground.counted.drops.rates]
    .filter(([line]) => line.endsWith(` item ${itemId}`))
    .map(([line, rate]) => {
      const [kind, id] = line.split(' ') as [string, string];
      return { kind, id: Number(id), figures: ratedFigures(line, rate as CountedRate) };
    })
    .sort(
      (a, b) =>
        hasFew(a) - hasFew(b) ||
        bySurest(a.figures, b.figures) ||
        (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1),
    )
    .map(({ kind, id, figures }) => {
      const seen = kind === 'npc' ? list('npcs', id, 'levels').map(({ value }) => Number(value)) : [];
      const levels = seen.length === 0 ? null : { min: Math.min(...seen), max: Math.max(...seen) };
      return { source: entity(kind, id), levels, ...figures };
    });
}

/** Returns the vendors' offers, sorted by price, then those with a known place, then by NPC id. Unpriced ones come last. */
function offersOf(view: ToolView, itemId: number, sold: readonly CountedEdge[]) {
  const offers = sold.map(({ toId, seen }) => ({ npcId: toId, offer: { ...offerOf(view, toId, itemId), ...seen } }));
  const lowest = ({ offer }: (typeof offers)[number]) => Number(offer.prices[0]?.value ?? Number.MAX_VALUE);
  const isPlaced = ({ npcId }: (typeof offers)[number]) => Number(view.places(npcId, 1, 1).rows.length > 0);
  return offers
    .sort((a, b) => lowest(a) - lowest(b) || isPlaced(b) - isPlaced(a) || a.npcId - b.npcId)
    .map(({ npcId, offer }) => ({ vendor: view.entity('npc', npcId), ...offer }));
}

/** Formats a recipe. If `only` is an item id, its reagents are limited to that item. */
function recipeRow({ member, entity, fact }: ToolView, id: number, only: number | null) {
  const [made, reagents] = [member('recipes', id, 'itemId'), member('recipes', id, 'reagents')];
  const taught = member('recipes', id, 'taughtByItemId');
  const used = (reagents?.value ?? []) as readonly { readonly itemId: number; readonly count: number }[];
  const told = used.filter(({ itemId }) => only === null || itemId === only);
  const rows = told.map(({ itemId, count }) => ({ item: entity('item', itemId), count }));
  const [min, max] = [member('recipes', id, 'makesMin'), member('recipes', id, 'makesMax')];
  return {
    recipe: entity('recipe', id),
    profession: member('recipes', id, 'profession'),
    makes: made === null ? null : { item: entity('item', Number(made.value)), installs: made.installs, min, max },
    reagents: reagents === null ? null : { installs: reagents.installs, rows },
    thresholds: coloursOf(fact('recipe_ranges', id)),
    taughtBy: taught === null ? null : { item: entity('item', Number(taught.value)), installs: taught.installs },
  };
}

interface End {
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly installs: number;
}

/** Returns where a recipe's colours begin. `bounds` holds the known ends of colours without a complete range. */
function coloursOf(body: Readonly<Record<string, unknown>> | undefined) {
  if (body === undefined) return null;
  const ends = (body['bounds'] ?? {}) as Readonly<Record<string, End | undefined>>;
  const each = (of: (colour: string) => unknown) => ({ yellow: of('yellow'), green: of('green'), grey: of('grey') });
  return {
    ...each((colour) => body[colour] ?? null),
    bounds: each((colour) => {
      const end = body[colour] === undefined ? ends[colour] : undefined;
      return end === undefined ? null : { atLeast: null, atMost: null, ...end };
    }),
  };
}

function halfUp(exact: number): number {
  return Math.floor(exact + 0.5);
}

function marketOf({ ground, fact }: ToolView, key: string, house: string, itemId: number) {
  const { leading, newest } = ground.counted.market;
  const found = leading.get(`${key}|${house}|${itemId}`) as Record<string, number> | undefined;
  if (found === undefined) return null;
  const { market, min, historical, quantity, day, reporters } = found as Record<'market', number> & typeof found;
  const thin = newest.get(`${key}|${house}|${itemId}`) as Record<
    'market' | 'min' | 'quantity' | 'day' | 'reporters',
    number
  >;
  const figures = { market: halfUp(thin.market), min: halfUp(thin.min), quantity: halfUp(thin.quantity) };
  const thinDay = { day: dayText(thin.day * DAY_MS), ...figures, reporters: thin.reporters };
  return {
    realm: fact('realms', key)?.['spelling'],
    house: house === '' ? null : house,
    itemId,
    market: halfUp(market),
    min: halfUp(min!),
    historical: halfUp(historical!),
    quantity: halfUp(quantity!),
    day: dayText(day! * DAY_MS),
    reporters,
    ...(ground.counted.market.unusual.has(`${key}|${house}|${itemId}|${day}`) ? { unusual: true } : {}),
    ...(thin.day > day! ? { thinDay } : {}),
  };
}

/**
 * Adds each source's places. The service may leave them out after the first five rows, so a null is accepted there. The
 * loot of the realm does not say where objects are.
 */
function withPlaces(
  view: ToolView,
  { total, rows }: { total: number; rows: readonly Row[] },
  served: unknown,
  who: string,
) {
  const answered = (served as { rows?: readonly Row[] } | undefined)?.rows ?? [];
  const placed = rows.map((row, i) => {
    const { kind, id } = row[who] as { kind: string; id: number };
    const isLeftOut = i >= 5 && answered[i]?.['places'] === null;
    return { ...row, places: isLeftOut ? null : kind === 'object' ? [] : view.places(id, 3, 3).rows };
  });
  return { total, rows: placed };
}
