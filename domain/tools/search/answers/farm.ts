import type { Slots } from '../../../knowledge/intents/grammar.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { SearchHit } from '../../../ports/knowledge.ts';
import { readItem } from '../../../reads/entities/item.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { readLevels } from '../../../reads/entities/zone_npcs.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';
import { renderGathering, renderSourceRows } from '../../pages/item_text.ts';
import { type Answerer, addNameNotes, createIntent, createNamedAnswer } from './answer.ts';
import {
  buildItemAnswer,
  type DropSource,
  describePlaces,
  entryId,
  explainNoDrop,
  ITEM_LIMITS,
  listNodes,
  renderOtherWays,
} from './items.ts';
import { findName, isInZone, parseId } from './names.ts';

/**
 * Answers with places to farm an item. If the question states a level, creatures near it come first, and
 * those more than three levels above or twelve below do not count. Of several items with the name, as with "cloth", the
 * one that drops nearest to the level is chosen.
 */
export const answerFarm: Answerer = async (context, slots) => {
  const chosen = slots.level === undefined ? null : await findItemNearLevel(context.snapshot, slots);
  if (chosen === null) return answerFarmOfItem(context, slots);
  const { item = '', level } = slots;
  const answer = await answerFarmOfItem(context, { ...slots, item: foldName(chosen.name) });
  const note = `Several items have ${quote(item)} in their names; ${quote(chosen.name)} has a source near level ${level}.`;
  return answer && addNameNotes([{ certainty: 'close', note }], answer);
};

/** Number of items with a name that are compared. */
const ITEMS_COMPARED_MAX = 6;

/** Returns the item with a source nearest to the level, or null if the closest name fits as well. */
async function findItemNearLevel(snapshot: PublishedSnapshot, { item = '', level }: Slots): Promise<SearchHit | null> {
  const { begun = [], certainty } = await findName(snapshot, item, ['item']);
  if (certainty !== 'close') return null;
  const compared = await mapInOrder(begun.slice(0, ITEMS_COMPARED_MAX), async (hit) => {
    const { droppedBy } = await readItem(snapshot, parseId(hit), { ...ITEM_LIMITS, placed: 0 });
    const steps = droppedBy.rows.filter(isCreature).map((row) => countLevelSteps(row, Number(level)));
    return { hit, steps: Math.min(STEPS_NEAR + 1, ...steps) };
  });
  const [nearest] = compared.toSorted((a, b) => a.steps - b.steps);
  return nearest === undefined || nearest === compared[0] ? null : nearest.hit;
}

const answerFarmOfItem = createNamedAnswer(
  'item',
  ['item'],
  async ({ snapshot, slots: { level }, hit, id, quotedName, zone }) => {
    const page = await readItem(snapshot, id, ITEM_LIMITS);
    const { droppedBy, gatheredFrom } = page;
    // If the place is unknown, all places are listed.
    const place = zone?.hits.length === 0 ? null : zone;
    const there = droppedBy.rows.filter((row) => place === null || isInZone(row.places, place));
    if (there.length === 0) {
      const none = explainNoDrop(quotedName, place !== null, droppedBy);
      const ways = await renderOtherWays(snapshot, page, place);
      const isElsewhere = place !== null && gatheredFrom.total === 0;
      return buildItemAnswer(hit, isElsewhere ? [none, ...ways] : [...ways, none], []);
    }
    if (level === undefined) {
      const start = [`Best places to farm ${quotedName}, surest first:`, ...renderSourceRows(page.item, there)];
      const gathered = [...renderGathering(page), ...(await describePlaces(snapshot, listNodes(page), place))];
      return buildItemAnswer(hit, [...start, ...gathered], there.map(entryId));
    }
    const own = Number(level);
    const sources = await addZoneLevels(snapshot, there);
    const reachable = sources
      .filter((row) => countLevelSteps(row, own) <= STEPS_MAX)
      .toSorted((a, b) => rankLevel(a, own) - rankLevel(b, own));
    const unknown = sources.filter(({ levels }) => levels === null);
    const others = sources.filter((row) => !reachable.includes(row) && !unknown.includes(row));
    const compared =
      droppedBy.total > droppedBy.rows.length ? `None of the ${droppedBy.rows.length} surest sources` : 'No source';
    const creatures = reachable.filter(isCreature);
    const isFar = creatures.length > 0 && creatures.every((row) => countLevelSteps(row, own) > STEPS_NEAR);
    const lines = [
      ...(isFar ? [`No creature near level ${own} is known to drop ${quotedName}; these are of lower levels.`] : []),
      ...(reachable.length === 0
        ? [`${compared} of ${quotedName} is known to suit level ${own}.`]
        : [`At level ${own}, farm ${quotedName} from`, ...renderSourceRows(page.item, reachable)]),
      ...(unknown.length === 0 ? [] : ['Of unknown level:', ...renderSourceRows(page.item, unknown)]),
      ...(others.length === 0
        ? []
        : reachable.length > 0
          ? [`Too high or too low: ${formatQuantity(others.length, 'other source')}.`]
          : ['Too high or too low:', ...renderSourceRows(page.item, others)]),
    ];
    return buildItemAnswer(hit, lines, [...reachable, ...unknown, ...others].map(entryId));
  },
  ['zone'],
);

export const farmIntent = createIntent('farm', 'item_page', answerFarm)`
  where [~can|to] [~i] (~farm|~find|~drop) [for] {item} ~inzone ~level
  where [else] [~can|to] [~i] ~farm [for] {item} ~inzone; where ~be [~a] [~best] ~spot (to ~farm|for ~farm|for) {item} ~atlevel
  [what ~be] [~a] [~best] (~spot|~mob|way|zone to|~mob to ~farm|~mob to kill) (to|for) [~farm|~find|kill] [for|of] {item} [i am] ~atlevel
  [~best] (~farm [~spot] (for|of)|~farm|~spot [to] ~farm|place to ~farm|how to ~farm) {item} ~atlevel
  how [~can|to] [~i] ~farm {item} ~atlevel; [~best] {item} ~farm [~spot|guide|route] ~atlevel
  where ~can {item} ~drop ~inzone ~level; ~who {item} ~can ~i ~farm ~inzone ~level; [~best] {item} level {level}
  ~who ~can ~drop {item} ~level; where [~can|to] [~i] ~drop {item} ~level; ~who ~drop {item} ~level
  ~farm {item} [~spot] [[at|as|for|around] [~a] [level] {level}]
  ~who ~mob [~can|to|for] [~i] [kill|~farm] [to ~find] [for] {item} ~atlevel
  [i am] level {level} [and] (want|need|trying|going|looking) [to ~farm] [for|some] {item}; [i am] level {level} where [~can|to] [~i] (~farm|~find) [for] {item}; [~best] {item} (at [level]|for [~a] level) {level}
  [i am] level {level} ~who {item} ~can ~i ~farm; {item} (near|around|for) my level {level}
  [~best] ~spot {item}; where ~can [~a] level {level} [player|character|toon|alt] (~farm|~find) {item}
`;

/** Steps of three levels below a player: most within which creatures are near, and most within which they are listed. */
const STEPS_NEAR = 1;
const STEPS_MAX = 3;

/** Gives objects the levels of the zone in which most players saw them, which fewer liars cannot change. */
async function addZoneLevels(snapshot: PublishedSnapshot, rows: readonly DropSource[]): Promise<readonly DropSource[]> {
  const placed = rows.map((row) => ({ ...row, places: row.places?.toSorted((a, b) => b.installs - a.installs) ?? [] }));
  const zones = placed.map(({ places }) => places[0]?.mapId ?? 0);
  const levels = await readLevels(snapshot, [...new Set(zones)]);
  return placed.map((row, at) => (isCreature(row) ? row : { ...row, levels: levels.get(zones[at]!) ?? null }));
}

/**
 * Returns the number of steps of three levels by which a source, or the nearest level of an object's zone, is below a
 * player: 0 within three levels, infinitely many if it is more than three levels above or of unknown level.
 */
function countLevelSteps({ source, levels }: DropSource, own: number): number {
  const level = levels && (source.kind === 'npc' ? levels.max : Math.max(levels.min, Math.min(own, levels.max)));
  if (level === null || level > own + 3) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.ceil((own - level) / 3) - 1);
}

/** Sources that are near the level stay in order of their rates. */
function rankLevel(row: DropSource, own: number): number {
  return Math.max(STEPS_NEAR, countLevelSteps(row, own));
}

function isCreature({ source }: DropSource): boolean {
  return source.kind === 'npc';
}
