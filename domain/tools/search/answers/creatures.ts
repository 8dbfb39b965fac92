import { type FirstRows, renderOneLine } from '../../../reads/entities/first_of.ts';
import { CARD_LIMITS, type NpcLimits, TOOL_LIMITS } from '../../../reads/entities/limits.ts';
import { readLoot } from '../../../reads/entities/loot.ts';
import { type Npc, readNpc } from '../../../reads/entities/npc.ts';
import { formatPlace, readPlacesById, renderPlaces } from '../../../reads/entities/places.ts';
import { readQuest } from '../../../reads/entities/quest.ts';
import { type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { toPageUrl } from '../../../values/entity_page.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { formatLesson, formatNpcQuest, formatOffer, renderQuest } from '../../pages/entity_pages.ts';
import { renderLoot } from '../../pages/loot_text.ts';
import { renderTitledList } from '../../shared/page.ts';
import { readPageText } from '../page_text.ts';
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
import { answerFarm } from './farm.ts';
import { type AnswerPart, describePlace, formatHitTitle, type Hit, SHOWN_NAMESAKES_MAX } from './items.ts';
import { findName, type NameMatch, parseId } from './names.ts';
import { answerQuest } from './quests.ts';

/** Number of entries that an answer refers to. */
const ENTRIES_CITED = 5;

const LOOT_LIMITS = { drops: 10, seenByFew: 3, ratesCompared: 40 };

/** Answers with the loot of a creature, or the contents of an object. */
const answerLoot = createNamedAnswer('source', ['npc', 'object'], async ({ snapshot, hits }) => {
  const looted = await mapInOrder(hits.slice(0, SHOWN_NAMESAKES_MAX), async (hit) => {
    const own = { type: hit.kind === 'npc' ? 'npc' : 'object', id: parseId(hit) } as const;
    const [loot, places] = await Promise.all([
      readLoot(snapshot, own, LOOT_LIMITS),
      readPlacesById(snapshot, own.type, [own.id], { maps: 1, pins: 1 }),
    ]);
    const where = places.get(own.id)?.rows.map(formatPlace) ?? [];
    const url = toPageUrl(snapshot.publisher, own.type, own.id);
    const [first, ...lines] = loot === null ? ['Nobody has reported its loot yet.'] : renderLoot(loot, own.type, url);
    return {
      lines: [`${[formatHitTitle(hit), ...where].join(' in ')}: ${first}`, ...lines],
      about: loot?.drops.rows.map(({ item }) => `item:${item.id}`) ?? [],
    };
  });
  return combineParts(hits, looted);
});

export const lootIntent = createIntent('loot', 'npc_page', answerLoot)`
  what ~drop (from|off|by) {source}; (what|which) [~item] ~can [~i] [~drop|~find|get] [from|off] {source} ~drop
  (what|which) [~item] ~can {source} (~drop|hold|holds|contain|contains)
  (what|which) [~item] ~can ~i ~find (from|off|in|inside|on) {source}; what ~be (in|inside) {source}
  [what ~be] [~a] (~drop|loot table|drop table|contents|drop list) (of|from|for|by|in) {source}
  {source} (loot table|drop table|loot list|drop list|~drop|contents)
  (~can|~be) {source} ~drop (anything|something|stuff) [good|nice|useful|special|worth it]; ~drop {source}
`;

const NPC_LIMITS: NpcLimits = {
  ...CARD_LIMITS.npc,
  drops: 0,
  seenByFew: 0,
  goods: 12,
  services: 12,
  quests: 12,
  servicesCompared: 60,
  pins: 3,
};

const answerVendorGoods = createNpcAnswer(({ goods }) => ({
  lines: goods.total === 0 ? ['Nothing that it sells is known yet.'] : renderRows('Sells', goods, formatOffer),
  about: goods.rows.map(({ item }) => `item:${item.id}`),
}));

export const goodsIntent = createIntent('goods', 'vendor_page', answerVendorGoods)`
  (what|which) [~item] ~can {npc} ~sell; (what|which) [~item] ~can ~i buy (from|at) {npc}; ~be {npc} [~a] ~vendor
  {npc} (goods|inventory|wares|shop|stock|vendor list); what ~be (sold by|for sale at) {npc}
`;

const answerLessons = createNpcAnswer(({ services }) => ({
  lines:
    services.total === 0 ? ['Nothing that it teaches is known yet.'] : renderRows('Teaches', services, formatLesson),
  about: services.rows.flatMap(({ spellId }) => (spellId === null ? [] : [`recipe:${spellId.value}`])),
}));

export const lessonsIntent = createIntent('lessons', 'npc_page', answerLessons)`
  (what|which) [recipe|recipes|spells|skills|profession] ~can {npc} ~teach
  (what|which) [recipes|spells|skills] ~can ~i ~learn from {npc}
`;

const answerOwnQuests = createNpcAnswer(({ gives, takes }) => ({
  lines: [
    ...(gives.total === 0
      ? ['No quest that it gives is known yet.']
      : renderRows('Gives the quests', gives, formatNpcQuest)),
    ...renderOneLine('Ends the quests', takes, formatNpcQuest),
  ],
  about: [...gives.rows, ...takes.rows].map(({ quest }) => `quest:${quest.id}`),
}));

/** Answers with an NPC's quests or, if it has none, with a quest that has the same words in its name. */
const answerNpcQuests: Answerer = async (context, slots) => {
  const own = await answerOwnQuests(context, slots);
  if (own === null || own.certainty === 'unknown' || own.about.some((id) => id.startsWith('quest:'))) return own;
  const quest = await answerQuest(context, { quest: slots.npc! });
  return quest === null || isSurer('close', quest.certainty) ? own : { ...own, lines: quest.lines, about: quest.about };
};

export const npcQuestsIntent = createIntent('npc_quests', 'npc_page', answerNpcQuests)`
  (what|which|any) ~quest ~can {npc} (give|have|offer|start|want|end); ~quest (from|by|of|at) {npc}
  what ~can {npc} (want|need|ask for|collect|offer|give); ~be {npc} [~a] (quest giver|questgiver)
  [what ~be] {npc} ~quest
`;

function createNpcAnswer(describe: (npc: Npc) => AnswerPart): Answerer {
  return createNamedAnswer('npc', ['npc'], async ({ snapshot, hits, id, quotedName }) => {
    const npc = await readNpc(snapshot, id, NPC_LIMITS);
    if (npc === null) return combineParts(hits, [{ lines: [`Nothing about ${quotedName} is public yet.`], about: [] }]);
    const { lines, about } = describe(npc);
    return combineParts(hits, [{ lines: [`${toLabel(npc.npc)}.`, ...lines, ...renderPlaces(npc.zones)], about }]);
  });
}

/** Lists all rows that were read of a list, one line each. */
function renderRows<T>(title: string, { total, rows }: FirstRows<T>, tell: (row: T) => string): readonly string[] {
  return renderTitledList(title, rows.map(tell), rows.length, total);
}

/** Answers with the locations of the creatures, objects or quests that have this name. */
const answerPlace: Answerer = async ({ tools, snapshot }, { thing = '', zone }) => {
  const [match, place] = await Promise.all([
    findName(snapshot, thing, ['npc', 'object', 'quest']),
    zone === undefined ? null : findName(snapshot, zone, ['zone']),
  ]);
  if (match.certainty !== 'exact') {
    const area = await findName(snapshot, thing, ['zone']);
    if (isSurer(area.certainty, match.certainty)) return answerZonePlace({ tools, snapshot }, area);
    const goods = await findName(snapshot, thing, ['item']);
    if (isSurer(goods.certainty, match.certainty))
      return answerFarm({ tools, snapshot }, zone === undefined ? { item: thing } : { item: thing, zone });
  }
  if (match.hits.length === 0) return explainUnknownName(match);
  const found = await mapInOrder(match.hits.slice(0, 2 * SHOWN_NAMESAKES_MAX), (hit) =>
    hit.kind === 'quest'
      ? describeQuest(snapshot, parseId(hit))
      : describePlace(snapshot, hit, place?.hits.length === 0 ? null : place),
  );
  const places = found.some(({ lines }) => lines.length > 0)
    ? found
    : [{ lines: ['It has not been seen there yet.'], about: [] }];
  return addNameNotes([match, place], combineParts(match.hits, places));
};

async function describeQuest(snapshot: PublishedSnapshot, id: number): Promise<AnswerPart> {
  const page = await readQuest(snapshot, id, { ...TOOL_LIMITS.quest, maps: 2, pins: 1 });
  const places = [page?.giver, page?.turnIn].flatMap((npc) => npc?.places ?? []);
  return { lines: page === null ? [] : renderQuest(page), about: places.map(({ mapId }) => `zone:${mapId}`) };
}

export const placeIntent = createIntent('place', 'npc_page', answerPlace)`
  where [~can|to] [~i] ~find {thing} ~within {zone}; where [~can|to] [~i] ~find {thing}
  where ~can {thing} (spawn|live|hang out|patrol|sit|grow); where ~be {thing} ~within {zone}
  where ~be {thing} [located|found|at|standing|hiding]; (what|which) zone ~be {thing} in
  [what ~be] ~location (of|for) {thing}; {thing} ~location; {thing} where [~be it|~be he|~be she]; where {thing}
  how [~can|to] [~i] ~find {thing}; {thing} ~within {zone}; where {thing} (spawn|spawns|live|lives|is|are)
  (what|which) (zone|area|map|place) (has|have|contains|contain) {thing}
`;

/** Answers with the places of a creature or an object, and that no record shows how long it takes to respawn. */
const answerRespawn = createNamedAnswer('thing', ['npc', 'object'], async ({ snapshot, hit, title }) => {
  const { lines, about } = await describePlace(snapshot, hit, null);
  const unknown = `How long ${title} takes to respawn is not known here: no record shows it.`;
  return combineParts([hit], [{ lines: [unknown, ...lines], about }]);
});

export const respawnIntent = createIntent('respawn', 'npc_page', answerRespawn)`
  how (long|often|fast|quickly) [~be|~can] [it take|it takes] [until|till|for] {thing} [take|takes] [to] ~respawn [time|timer]
  [what ~be] [the] ~respawn (timer|time|rate) [of|for|on] {thing}; rspn {thing}; respawn [of|for|on] {thing}
  {thing} ~respawn (timer|time|rate); {thing} (respawn|rspn); when ~can {thing} ~respawn
`;

/** Number of lines of a zone's page that an answer shows. */
const ZONE_LINES_MAX = 3;

async function answerZonePlace({ tools, snapshot }: QuestionContext, match: NameMatch): Promise<DirectAnswer> {
  const [hit] = match.hits;
  const page = await readPageText({ ...tools, snapshot }, { kind: 'zone', id: parseId(hit!), name: hit!.name });
  const lines = page?.text.split('\n').slice(0, ZONE_LINES_MAX) ?? [];
  return addNameNotes([match], combineParts(match.hits, [{ lines, about: [] }]));
}

export function combineParts(hits: readonly Hit[], parts: readonly AnswerPart[]): Omit<DirectAnswer, 'certainty'> {
  const ids = [...hits.slice(0, SHOWN_NAMESAKES_MAX).map(({ id }) => id), ...parts.flatMap(({ about }) => about)];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    about: [...new Set(ids)].slice(0, ENTRIES_CITED),
    arguments: buildPageArguments(hits[0]!),
  };
}

/** Returns the argument under which an entity's page tool takes its id. */
export function buildPageArguments(hit: Hit): Readonly<Record<string, number | string>> {
  const isPaged = ['item', 'npc', 'object', 'quest'].includes(hit.kind);
  return isPaged ? { [`${hit.kind}Id`]: parseId(hit) } : { id: hit.id };
}
