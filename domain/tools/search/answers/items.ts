import { type ItemPage, readItem } from '../../../reads/entities/item.ts';
import { CARD_LIMITS, type ItemLimits } from '../../../reads/entities/limits.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { counted } from '../../../values/phrases.ts';
import { itemSourceLines, SOURCE_UNKNOWN, sourceLines } from '../../pages/item_text.ts';
import { type AnswerIntent, type DirectAnswer, unknownName, withNotes } from './answer.ts';
import { findName, inZone, type NameMatch, numberOf } from './names.ts';

type Source = ItemPage['droppedBy']['rows'][number];

/** Number of sources in an answer, and number that are compared. */
const SHOWN_MAX = 5;
const COMPARED_MAX = 40;

const LIMITS: ItemLimits = { ...CARD_LIMITS.item, sources: COMPARED_MAX, placed: COMPARED_MAX };

/** Answers with the sources of an item, most likely first, or with the one source that the question names. */
export const answerDrops: AnswerIntent = async ({ snapshot }, { item = '', source, zone }) => {
  const [match, of, place] = await Promise.all([
    findName(snapshot, item, ['item']),
    source === undefined ? null : findName(snapshot, source, ['npc', 'object']),
    zone === undefined ? null : findName(snapshot, zone, ['zone']),
  ]);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const { droppedBy, ...page } = await readItem(snapshot, numberOf(hit), LIMITS);
  const isAsked = (row: Source): boolean =>
    (of === null || of.hits.some(({ id }) => id === entryId(row))) && (place === null || inZone(row.places, place));
  const rows = droppedBy.rows.filter(isAsked);
  const isNarrowed = of !== null || place !== null;
  if (rows.length === 0) {
    const lines = [noneDrop(hit.name, isNarrowed, droppedBy), ...otherWays({ ...page, droppedBy })];
    return answerAbout(match, [of, place], lines, droppedBy.rows.slice(0, SHOWN_MAX));
  }
  const total = isNarrowed ? rows.length : droppedBy.total;
  const lines = [`Sources of ${JSON.stringify(hit.name)}, surest first:`, ...sourceLines(rows, total)];
  return answerAbout(match, [of, place], lines, rows);
};

/**
 * Answers with places to farm an item. If the question states a level, sources within reach come first: those whose
 * level is at most three above and twelve below.
 */
export const answerFarm: AnswerIntent = async ({ snapshot }, { item = '', level, zone }) => {
  const [match, place] = await Promise.all([
    findName(snapshot, item, ['item']),
    zone === undefined ? null : findName(snapshot, zone, ['zone']),
  ]);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const { droppedBy, ...page } = await readItem(snapshot, numberOf(hit), LIMITS);
  const near = droppedBy.rows.filter((row) => place === null || inZone(row.places, place));
  if (near.length === 0) {
    const lines = [noneDrop(hit.name, place !== null, droppedBy), ...otherWays({ ...page, droppedBy })];
    return answerAbout(match, [place], lines, []);
  }
  const own = level === undefined ? null : Number(level);
  const name = JSON.stringify(hit.name);
  if (own === null) return answerAbout(match, [place], [`Best places to farm ${name}:`, ...sourceLines(near)], near);
  const reachable = near.filter((row) => isWithinReach(row, own));
  const unknown = near.filter(({ source, levels }) => source.kind === 'npc' && levels === null);
  const others = near.filter((row) => !reachable.includes(row) && !unknown.includes(row));
  const lines = [
    ...(reachable.length === 0
      ? [noneSuits(name, own, droppedBy)]
      : [`At level ${own}, farm ${name} from`, ...sourceLines(reachable)]),
    ...(unknown.length === 0 ? [] : ['Of unknown level:', ...sourceLines(unknown)]),
    ...(others.length === 0 || reachable.length > 0
      ? othersLine(others)
      : ['Too high or too low:', ...sourceLines(others)]),
  ];
  return answerAbout(match, [place], lines, [...reachable, ...unknown, ...others]);
};

/** Says that no source of an item suits a level, or that only the surest ones were compared. */
function noneSuits(name: string, level: number, { rows, total }: ItemPage['droppedBy']): string {
  return total > rows.length
    ? `None of the ${rows.length} surest sources of ${name} is known to suit level ${level}.`
    : `No source of ${name} is known to suit level ${level}.`;
}

/**
 * Says that no source of an item is known, at all or for the source or place that the question names, or that only the
 * surest ones were compared.
 */
function noneDrop(item: string, isThere: boolean, { rows, total }: ItemPage['droppedBy']): string {
  const name = JSON.stringify(item);
  if (total > rows.length) return `None of the ${rows.length} surest sources of ${name} is the one that you ask for.`;
  return isThere
    ? `No known creature or object there drops ${name} yet.`
    : `No known creature or object drops ${name} yet.`;
}

function othersLine(others: readonly Source[]): readonly string[] {
  return others.length === 0 ? [] : [`Too high or too low: ${counted(others.length, 'other source')}.`];
}

/** Highest and lowest difference between the level of a creature and of the player who farms it. */
const ABOVE_MAX = 3;
const BELOW_MAX = 12;

function isWithinReach({ source, levels }: Source, own: number): boolean {
  if (source.kind === 'object') return true;
  return levels !== null && levels.max <= own + ABOVE_MAX && levels.max >= own - BELOW_MAX;
}

/** Answers with what an item is gathered from, or with the other ways to get it. */
export const answerGatheredFrom: AnswerIntent = async ({ snapshot }, { item = '' }) => {
  const match = await findName(snapshot, item, ['item']);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const page = await readSources(snapshot, match);
  const { gatheredFrom } = page;
  const lines =
    gatheredFrom.total === 0
      ? [`Nothing that ${JSON.stringify(hit.name)} is gathered from is known yet.`, ...otherWays(page)]
      : itemSourceLines({ ...NO_SOURCES, gatheredFrom });
  const sources = gatheredFrom.rows.map(({ source: { kind, id } }) => `${kind}:${id}`);
  return { ...answerAbout(match, [], lines, []), about: [hit.id, ...sources.slice(0, SHOWN_MAX)] };
};

/** Answers with every way to get an item that players reported. */
export const answerObtain: AnswerIntent = async ({ snapshot }, { item = '' }) => {
  const match = await findName(snapshot, item, ['item']);
  const [hit] = match.hits;
  if (hit === undefined) return null;
  const lines = itemSourceLines(await readSources(snapshot, match));
  return answerAbout(match, [], [`Ways to get ${JSON.stringify(hit.name)}:`, ...lines], []);
};

/** Answers with the vendors that sell an item, cheapest first. */
export const answerSellers: AnswerIntent = async ({ snapshot }, { item = '', zone }) => {
  const [match, place] = await Promise.all([
    findName(snapshot, item, ['item']),
    zone === undefined ? null : findName(snapshot, zone, ['zone']),
  ]);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const page = await readSources(snapshot, match);
  const rows = page.soldBy.rows.filter(({ places }) => place === null || inZone(places, place));
  const where = place === null ? '' : ' there';
  const lines =
    rows.length === 0
      ? [`No known vendor${where} sells ${JSON.stringify(hit.name)} yet.`, ...otherWays(page)]
      : itemSourceLines({ ...NO_SOURCES, soldBy: { total: place === null ? page.soldBy.total : rows.length, rows } });
  const vendors = rows.map(({ vendor: { id } }) => `npc:${id}`);
  return { ...answerAbout(match, [place], lines, []), about: [hit.id, ...vendors.slice(0, SHOWN_MAX)] };
};

/** Answers with the quests that reward an item. */
export const answerRewardFrom: AnswerIntent = async ({ snapshot }, { item = '' }) => {
  const match = await findName(snapshot, item, ['item']);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const page = await readSources(snapshot, match);
  const lines =
    page.rewardFrom.total === 0
      ? [`No quest that rewards ${JSON.stringify(hit.name)} is known yet.`, ...otherWays(page)]
      : itemSourceLines({ ...NO_SOURCES, rewardFrom: page.rewardFrom });
  const quests = page.rewardFrom.rows.map(({ quest: { id } }) => `quest:${id}`);
  return { ...answerAbout(match, [], lines, []), about: [hit.id, ...quests.slice(0, SHOWN_MAX)] };
};

const NO_LIST = { total: 0, rows: [] } as const;
const NO_SOURCES = {
  droppedBy: NO_LIST,
  droppedBySeenByFew: NO_LIST,
  gatheredFrom: NO_LIST,
  soldBy: NO_LIST,
  vendorPrices: [],
  rewardFrom: NO_LIST,
  madeBy: NO_LIST,
} as const;

/** Lists the known ways to get an item. Says nothing if there are none, because the answer has said so already. */
function otherWays(page: Parameters<typeof itemSourceLines>[0]): readonly string[] {
  const lines = itemSourceLines(page);
  return lines[0] === SOURCE_UNKNOWN ? lines.slice(1) : lines;
}

function readSources(snapshot: PublishedSnapshot, { hits }: NameMatch) {
  return readItem(snapshot, numberOf(hits[0]!), { ...CARD_LIMITS.item, placed: SHOWN_MAX });
}

function entryId({ source: { kind, id } }: Source): string {
  return `${kind}:${id}`;
}

/** Builds an answer about an item: notes about names first, then its lines. */
function answerAbout(
  match: NameMatch,
  others: readonly (NameMatch | null)[],
  lines: readonly string[],
  sources: readonly Source[],
): DirectAnswer {
  const hit = match.hits[0]!;
  const about = [hit.id, ...sources.slice(0, SHOWN_MAX).map(entryId)];
  return withNotes([match, ...others], { lines, about, arguments: { itemId: numberOf(hit) } });
}
