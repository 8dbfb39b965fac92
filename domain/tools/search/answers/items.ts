import type { SearchHit } from '../../../ports/knowledge.ts';
import { NO_FIRST_ROWS, renderOneLine } from '../../../reads/entities/first_of.ts';
import { type ItemPage, readItem } from '../../../reads/entities/item.ts';
import { CARD_LIMITS, type ItemLimits } from '../../../reads/entities/limits.ts';
import { formatPlace, readPlacesById } from '../../../reads/entities/places.ts';
import { type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { quote } from '../../../values/quoted.ts';
import {
  renderItemSources,
  renderRewards,
  renderSourceRows,
  renderVendors,
  UNKNOWN_SOURCE_TEXT,
} from '../../pages/item_text.ts';
import { sortByDistance } from '../../pages/neighbours.ts';
import { createIntent, createNamedAnswer, type DirectAnswer } from './answer.ts';
import { isInZone, type NameMatch, parseId } from './names.ts';
import { renderAuctions } from './prices.ts';

export type DropSource = ItemPage['droppedBy']['rows'][number];

/** Number of entries with the same name that one answer covers. */
export const SHOWN_NAMESAKES_MAX = 3;

/** Number of sources in an answer, and number that are compared. */
const SHOWN_SOURCES_MAX = 5;
const SOURCES_COMPARED_MAX = 40;
const VENDORS_MAX = 100;

export const ITEM_LIMITS: ItemLimits = {
  ...CARD_LIMITS.item,
  sources: SOURCES_COMPARED_MAX,
  placed: SOURCES_COMPARED_MAX,
};

/** Answers with the sources of an item, most likely first, or with the one source that the question names. */
const answerDrops = createNamedAnswer(
  'item',
  ['item'],
  async ({ snapshot, hit, id, quotedName, source, zone }) => {
    const page = await readItem(snapshot, id, ITEM_LIMITS);
    const { droppedBy } = page;
    const isAsked = (row: DropSource): boolean =>
      (source === null || source.hits.some((one) => one.id === entryId(row))) &&
      (zone === null || isInZone(row.places, zone));
    const rows = droppedBy.rows.filter(isAsked);
    const isNarrowed = source !== null || zone !== null;
    if (rows.length === 0) {
      const lines = [
        explainNoDrop(quotedName, isNarrowed, droppedBy, source),
        ...(await renderOtherWays(snapshot, page)),
      ];
      return buildItemAnswer(hit, lines, droppedBy.rows.slice(0, SHOWN_SOURCES_MAX).map(entryId));
    }
    const total = isNarrowed ? rows.length : droppedBy.total;
    const lines = [`Sources of ${quotedName}, surest first:`, ...renderSourceRows(page.item, rows, total)];
    return buildItemAnswer(hit, lines, rows.map(entryId));
  },
  ['source', 'zone'],
);

export const dropsIntent = createIntent('drops', 'item_page', answerDrops)`
  ~who [~mob] ~drop [~a] [~best] [~drop] ~droprate (of|for|on) {item}
  [what ~be] [the] [~best] [~drop] ~droprate (of|for|on) {item} from {source}
  [~can] (any ~mob|anything|something|anyone) [that] ~drop {item}; ~mob with {item}
  how (often|likely) ~can {source} ~drop {item}; ~can {source} ~drop {item}; ~who [~mob] [~can] [~best] ~drop {item}
  ~who [~mob] [that|who] ~drop {item}; where [~can] {item} ~drop [from] [~best]
  where (~be|~can) {item} [a] ~drop [from] [~best]; [what ~be] [the] [~best] ~drop [~droprate] (of|for|on) {item}
  [what ~be] [the] [~best] ~droprate (of|for|on|to ~drop) {item}; ~mob (that|which|who) ~drop {item}
  ~can {item} ~drop [from (anything|anyone|something|~mob)]; {item} [~drop] ~droprate; {item} ~drop [from|by|location|source|sources|who|where]; how rare ~be {item}
  what {item} ~drop (from|off); where ~can ~i ~drop {item}
`;

/**
 * Says that no source of an item is known, at all or for the source or place that the question names, or that only the
 * surest ones were compared.
 */
export function explainNoDrop(
  name: string,
  isThere: boolean,
  { rows, total }: ItemPage['droppedBy'],
  source: NameMatch | null = null,
): string {
  if (total > rows.length) return `None of the ${rows.length} surest sources of ${name} is the one that you ask for.`;
  const [from] = source?.hits ?? [];
  if (from !== undefined) return `No drop of ${name} from ${quote(from.name)} is known yet.`;
  return isThere
    ? `No known creature or object there drops ${name} yet.`
    : `No known creature or object drops ${name} yet.`;
}

/** Answers with every way to get an item that players reported. */
const answerWaysToObtain = createNamedAnswer(
  'item',
  ['item'],
  async ({ snapshot, realm, slots, hit, id, quotedName }) => {
    const ways = await renderOtherWays(snapshot, await readItemSources(snapshot, id));
    const auctions = await renderAuctions(snapshot, id, slots.realm ?? realm ?? null);
    return buildItemAnswer(
      hit,
      [
        `Ways to get ${quotedName}:`,
        ...(ways.length + auctions.length === 0 ? [UNKNOWN_SOURCE_TEXT] : ways),
        ...auctions,
      ],
      [],
    );
  },
);

export const obtainIntent = createIntent('obtain', 'item_page', answerWaysToObtain)`
  how [else] [~can|to] [~i] (~find|buy) {item}; where [else] ~can {item} come from; (source|sources) (of|for) {item}
  where [else] [~can|to] [~i] ~find {item}; where ~be {item} [from]; {item} where; where {item}; {item} (source|sources)
`;

/** Answers with the vendors that sell an item, cheapest first. */
const answerSellers = createNamedAnswer(
  'item',
  ['item'],
  async ({ snapshot, hit, id, quotedName, zone }) => {
    const page = await readItemSources(snapshot, id, zone !== null);
    const near = await sortByDistance(snapshot, zone?.hits.map(parseId) ?? [], page.soldBy.rows);
    const rows = near.filter(({ places }) => zone === null || isInZone(places, zone));
    const none = [
      `No known vendor${zone === null ? '' : ' there'} sells ${quotedName} yet${near[0]?.isPlaced ? '; the nearest come first' : ''}.`,
      ...(await renderOtherWays(snapshot, { ...page, soldBy: { ...page.soldBy, rows: near } })),
    ];
    const soldBy = { total: zone === null ? page.soldBy.total : rows.length, rows };
    return buildItemAnswer(
      hit,
      rows.length === 0 ? none : renderVendors(soldBy, `${quotedName} is sold by`),
      rows.map(({ vendor }) => `npc:${vendor.id}`),
    );
  },
  ['zone'],
);

export const sellersIntent = createIntent('sellers', 'item_page', answerSellers)`
  (anyone|anybody|someone) ~sell {item}; (cheapest|cheap|~best) (~spot|way|~vendor) to buy {item}
  ~who [~vendor|~mob] ~sell {item} ~inzone; ~vendor (that|who|which) ~sell {item} ~inzone
  (where|from who|from whom) [~can|to] [~i] (buy|purchase) {item} ~inzone; where ~be {item} (sold|for sale|available)
  [~a] ~vendor (for|of|with|selling) {item} ~inzone; {item} ~vendor [~location]; (buy|buying) {item}
  ~can [~i] buy {item} [from [~a] ~vendor]
`;

const answerRewardQuests = createNamedAnswer('item', ['item'], async ({ snapshot, hit, id, quotedName }) => {
  const page = await readItemSources(snapshot, id);
  const { rows, total } = page.rewardFrom;
  const none = [`No quest that rewards ${quotedName} is known yet.`, ...(await renderOtherWays(snapshot, page))];
  return buildItemAnswer(
    hit,
    total === 0 ? none : renderRewards(page),
    rows.map(({ quest }) => `quest:${quest.id}`),
  );
});

export const rewardFromIntent = createIntent('reward_from', 'item_page', answerRewardQuests)`
  ~who ~quest ~give [me] {item}; ~who ~quest [that|which] (reward|rewards) {item}
  ~quest (for|with|that ~give|which ~give|giving|rewarding) {item}; {item} quest reward; {item} ~quest
  ~who ~give [me] {item}; [~can] [~a] ~quest ~give [me] {item}
`;

/** Lists the known ways to get an item. Says nothing if there are none, because the answer has said so already. */
export async function renderOtherWays(
  snapshot: PublishedSnapshot,
  page: Parameters<typeof renderItemSources>[0],
  zone: NameMatch | null = null,
): Promise<readonly string[]> {
  const ways = renderItemSources(page).filter((line) => line !== UNKNOWN_SOURCE_TEXT);
  return [...ways, ...(await describePlaces(snapshot, listNodes(page), zone))];
}

/** Returns the entries that an item is gathered from. */
export function listNodes({ gatheredFrom }: Pick<ItemPage, 'gatheredFrom'>) {
  return gatheredFrom.rows.map((row) => ({ ...row.source, id: entryId(row) }));
}

/** Reads the sources of an item. If the question names a place, the places of all vendors are needed. */
export function readItemSources(snapshot: PublishedSnapshot, itemId: number, isNarrowed = false) {
  const limits = isNarrowed ? { vendors: VENDORS_MAX, placed: VENDORS_MAX } : { placed: SHOWN_SOURCES_MAX };
  return readItem(snapshot, itemId, { ...CARD_LIMITS.item, ...limits });
}

export function entryId({ source: { kind, id } }: { readonly source: DropSource['source'] }): string {
  return `${kind}:${id}`;
}

export function buildItemAnswer(hit: SearchHit, lines: readonly string[], others: readonly string[]) {
  return { lines, about: [hit.id, ...others.slice(0, SHOWN_SOURCES_MAX)], arguments: { itemId: parseId(hit) } };
}

/** The lines about one entry, and the ids of other entries that they mention. */
export type AnswerPart = Pick<DirectAnswer, 'lines' | 'about'>;

export type Hit = NameMatch['hits'][number];
type Findable = Pick<Hit, 'id' | 'kind'> & { readonly name: string | null };

/** Says where an NPC or object is found, or in which of these zones. */
export async function describePlace(
  snapshot: PublishedSnapshot,
  hit: Findable,
  zone: NameMatch | null,
): Promise<AnswerPart> {
  const [kind, id] = [hit.kind === 'npc' ? 'npc' : 'object', parseId(hit)] as const;
  const found = await readPlacesById(snapshot, kind, [id], { maps: 10, pins: 3 });
  const { rows, total } = found.get(id) ?? NO_FIRST_ROWS;
  const name = formatHitTitle({ ...hit, kind });
  const shown = zone === null ? rows : rows.filter((row) => isInZone([row], zone));
  const places = { total: zone === null ? total : shown.length, rows: shown };
  return {
    lines:
      zone === null && total === 0
        ? [`Where ${name} is found is not known yet.`]
        : renderOneLine(`${name} is found in`, places, formatPlace),
    about: shown.map(({ mapId }) => `zone:${mapId}`),
  };
}

/** Returns the title of an entry, such as `"Wolf" (npc 60)`. */
export function formatHitTitle(hit: Findable): string {
  return toLabel({ kind: hit.kind, id: parseId(hit), name: hit.name, url: null });
}

/** Says where the first of these creatures and objects are found, or that none of them was seen in the given zones. */
export async function describePlaces(
  snapshot: PublishedSnapshot,
  entries: readonly Findable[],
  zone: NameMatch | null = null,
): Promise<readonly string[]> {
  const placed = entries.filter(({ kind }) => kind === 'npc' || kind === 'object').slice(0, SHOWN_NAMESAKES_MAX);
  const lines = (await mapInOrder(placed, (entry) => describePlace(snapshot, entry, zone))).flatMap((one) => one.lines);
  return placed.length > 0 && lines.length === 0 ? ['It has not been seen there yet.'] : lines;
}
