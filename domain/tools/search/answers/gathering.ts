import { METHOD_PHRASES } from '../../../knowledge/intents/word_classes.ts';
import { GATHERED_TYPES, type GatheredType, type StoredRate } from '../../../ports/drops.ts';
import { pickRateFields, splitSourceType } from '../../../reads/drops.ts';
import { readGathering } from '../../../reads/entities/gathering.ts';
import { readEdges } from '../../../reads/entities/observed_edges.ts';
import { type PublishedSnapshot, readEntities, readEntity, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { NPCS_OF_ZONE_MAX } from '../../../reads/entities/zone_npcs.ts';
import { describeWithCounts } from '../../../values/estimates/describe_rate.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { quote } from '../../../values/quoted.ts';
import { renderGathering } from '../../pages/item_text.ts';
import { METHOD_WORDS, renderGatheredItems } from '../../pages/loot_text.ts';
import { renderTitledList } from '../../shared/page.ts';
import { type Answerer, createIntent, createNamedAnswer } from './answer.ts';
import { buildPageArguments, combineParts } from './creatures.ts';
import {
  buildItemAnswer,
  describePlaces,
  entryId,
  formatHitTitle,
  listNodes,
  readItemSources,
  renderOtherWays,
  SHOWN_NAMESAKES_MAX,
} from './items.ts';
import { parseId } from './names.ts';

/** Numbers of items in an answer, and of objects of a zone whose contents are compared. */
const GATHERED_ITEMS_MAX = 10;
const ZONE_OBJECTS_MAX = 200;

const GATHERED_KINDS = ['npc', 'object', 'item'] as const;

/** Answers with what players gather from a creature, an object or an item. */
const answerGathering = createNamedAnswer('thing', GATHERED_KINDS, async ({ snapshot, hits }) => {
  const found = await mapInOrder(hits.slice(0, SHOWN_NAMESAKES_MAX), async (hit) => {
    const kind = GATHERED_KINDS.find((one) => one === hit.kind)!;
    const gathering = await readGathering(snapshot, kind, parseId(hit), GATHERED_ITEMS_MAX);
    const label = `Players gather from ${formatHitTitle(hit)}`;
    return {
      lines: gathering.total === 0 ? [`${label} nothing that is known yet.`] : renderGatheredItems(label, gathering),
      about: gathering.rows.map(({ item }) => `item:${item.id}`),
    };
  });
  return combineParts(hits, found);
});

export const gatheringIntent = createIntent('gathering', 'npc_page', answerGathering)`
  what ~can [~i] ~gather (from|off|in|at|out of) {thing}
  what ~can [~i] (~find|~drop) (from|by|when) ~gather [in|at] {thing}; ~gather (in|at|from) {thing}
  (skin|skinning|pickpocketing|disenchanting|prospecting) {thing}
`;

/** Answers with what an item is gathered from and the places of that, or with the other ways to get the item. */
const answerGatherSources = createNamedAnswer(
  'item',
  ['item', 'object'],
  async ({ snapshot, hit: first, hits, zone }) => {
    const hit = hits.find(({ kind }) => kind === 'item') ?? first;
    const near = zone?.hits.length === 0 ? null : zone;
    const page = hit.kind === 'object' ? null : await readItemSources(snapshot, parseId(hit));
    const rows = page?.gatheredFrom.rows ?? [];
    const none = `Nothing that ${quote(hit.name)} is gathered from is known yet.`;
    const lines =
      page === null
        ? await describePlaces(snapshot, [hit], near)
        : rows.length === 0
          ? [none, ...(await renderOtherWays(snapshot, page))]
          : [...renderGathering(page), ...(await describePlaces(snapshot, listNodes(page), near))];
    return { ...buildItemAnswer(hit, lines, rows.map(entryId)), arguments: buildPageArguments(hit) };
  },
  ['zone'],
);

export const gatheredFromIntent = createIntent('gathered_from', 'item_page', answerGatherSources)`
  where [~can|to] [~i] ~gather [for|up] {item} ~inzone; what [~can|to] [~i] ~gather (for|to ~find) {item}
  (where|how) [~can] {item} [be] (fished|caught|skinned|mined|gathered|disenchanted)
`;

/** Answers with the items that players get in a zone by a method, such as herbalism, each from its surest source. */
const answerZoneMethod = createNamedAnswer('zone', ['zone'], async ({ snapshot, slots, hit, hits, id, quotedName }) => {
  const method = METHOD_PHRASES.get(slots.method ?? '');
  if (method === undefined) return null;
  const types = GATHERED_TYPES.filter((type) => method === 'any' || splitSourceType(type).method === method);
  const found = (await Promise.all(types.map((type) => readZoneRates(snapshot, type, id)))).flat();
  const surest = found.toSorted((a, b) => b.estimateLow - a.estimateLow || a.itemId - b.itemId);
  const rates = surest.filter(({ itemId }, at) => surest.findIndex((one) => one.itemId === itemId) === at);
  const shown = rates.slice(0, GATHERED_ITEMS_MAX);
  const items = await readEntities(
    snapshot,
    'item',
    shown.map(({ itemId }) => itemId),
  );
  const lines = await mapInOrder(shown, async (rate) => {
    const { kind } = splitSourceType(rate.sourceType);
    const source = kind === 'zone' ? '' : ` from ${toLabel(await readEntity(snapshot, kind, rate.sourceId))}`;
    return `${toLabel(items.get(rate.itemId)!)}${source}: ${describeWithCounts(pickRateFields(rate), 'times')}`;
  });
  const what = `by ${METHOD_WORDS[method] ?? 'gathering'} in ${quotedName}`;
  const part = {
    lines:
      lines.length === 0
        ? [`Nothing that players get ${what} is known yet.`]
        : renderTitledList(`Players get ${what}`, lines, GATHERED_ITEMS_MAX, rates.length),
    about: [hit.id, ...shown.map(({ itemId }) => `item:${itemId}`)],
  };
  return combineParts(hits.slice(0, 1), [part]);
});

/** A phrase such as "copper ore" need not name a zone. */
const answerZoneGathering: Answerer = async (context, slots) => {
  const answer = await answerZoneMethod(context, slots);
  return answer?.certainty === 'unknown' ? null : answer;
};

export const gatheredInIntent = createIntent('gathered_in', 'entity_relations', answerZoneGathering)`
  {method} [~spot|map|route] ~inzone; {zone} {method} [~spot|map|route]; [~a] [~best] ~spot (to|for) {method} ~inzone
  (what|which|where) [~can] [~i] {method} [~be|~can|to] [~i|there] [~find|get|grow|grows|catch|gather|mine|pick] ~inzone
  (~farm|~find|catch|gather|pick) {method} ~inzone; what ~can ~i {method} ~inzone
`;

/** Returns the surest rate of each item of a zone's sources of one type, or all rates of the zone itself. */
async function readZoneRates(
  snapshot: PublishedSnapshot,
  type: GatheredType,
  mapId: number,
): Promise<readonly StoredRate<GatheredType>[]> {
  const { kind } = splitSourceType(type);
  if (kind === 'zone') {
    const found = await snapshot.gathering.ofSource({ type, id: mapId }, GATHERED_ITEMS_MAX);
    return found?.corroborated.rates ?? [];
  }
  const ids =
    kind === 'npc'
      ? (await snapshot.levelsMetIn(mapId, NPCS_OF_ZONE_MAX)).map(({ id }) => id)
      : (await readEdges(snapshot, 'located_in:object:zone', { toId: mapId }, ZONE_OBJECTS_MAX)).rows.map(
          ({ fromId }) => fromId,
        );
  return [...(await snapshot.gathering.surestOfSources(type, ids)).values()];
}
