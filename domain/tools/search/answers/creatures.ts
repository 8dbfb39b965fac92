import { families } from '../../../families/mod.ts';
import { type FirstOf, lineOf, NO_ROWS } from '../../../reads/entities/first_of.ts';
import { gatheringOf } from '../../../reads/entities/gathering.ts';
import { CARD_LIMITS, type NpcLimits } from '../../../reads/entities/limits.ts';
import { lootOf } from '../../../reads/entities/loot.ts';
import { type Npc, readNpc } from '../../../reads/entities/npc.ts';
import { placesLine, placesOfEach, placeText, type Zone } from '../../../reads/entities/places.ts';
import { called, type PublishedSnapshot, quotedText } from '../../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import { goodText, lessonText, npcQuestText } from '../../pages/entity_pages.ts';
import { gatheringLine, lootLines } from '../../pages/loot_text.ts';
import { titledLines } from '../../shared/page.ts';
import { pageTextOf } from '../page_text.ts';
import {
  type AnswerIntent,
  type DirectAnswer,
  isSurer,
  type QuestionContext,
  unknownName,
  withNotes,
} from './answer.ts';
import { findName, inZone, type NameMatch, numberOf } from './names.ts';

/** Number of entries with the same name that one answer covers, and number of entries that an answer refers to. */
const ALIKE_MAX = 3;
const ABOUT_MAX = 5;

const LOOT = { drops: 10, seenByFew: 3, ratesCompared: 40 };

/** Answers with the loot of a creature, or the contents of an object. */
export const answerLoot: AnswerIntent = async ({ snapshot }, { source = '' }) => {
  const match = await findName(snapshot, source, ['npc', 'object']);
  if (match.hits.length === 0) return unknownName(match);
  const looted = await mapInOrder(match.hits.slice(0, ALIKE_MAX), async ({ id, kind, name }) => {
    const type = kind === 'npc' ? 'npc' : 'object';
    const own = { type, id: numberOf({ id }) } as const;
    const [loot, places] = await Promise.all([
      lootOf(snapshot, own, LOOT),
      placesOfEach(snapshot, type, [own.id], { maps: 1, pins: 1 }),
    ]);
    const where = places.get(own.id)?.rows.map(placeText) ?? [];
    const title = [called({ kind: type, id: own.id, name, url: null }), ...where].join(' in ');
    const lines = loot === null ? ['Nobody has reported its loot yet.'] : lootLines(loot, type);
    return {
      lines: [`${title}: ${lines[0]}`, ...lines.slice(1)],
      items: loot?.drops.rows.map(({ item }) => item.id) ?? [],
    };
  });
  return answerOn(
    [match],
    looted.flatMap(({ lines }) => lines),
    looted.flatMap(({ items }) => items.map((id) => `item:${id}`)),
  );
};

const GATHERED_KINDS = ['npc', 'object', 'item', 'zone'] as const;

/** Answers with what players gather from a creature, an object or an item, or fish in a zone. */
export const answerGathering: AnswerIntent = async ({ snapshot }, { thing = '' }) => {
  const match = await findName(snapshot, thing, GATHERED_KINDS);
  if (match.hits.length === 0) return unknownName(match);
  const found = await mapInOrder(match.hits.slice(0, ALIKE_MAX), async ({ id, kind, name }) => {
    const own = { kind: GATHERED_KINDS.find((one) => one === kind)!, id: numberOf({ id }) };
    const gathering = await gatheringOf(snapshot, own.kind, own.id, LOOT.drops);
    const label = `Players gather from ${called({ ...own, name, url: null })}`;
    return {
      lines: gathering.total === 0 ? [`${label} nothing that is known yet.`] : gatheringLine(label, gathering),
      items: gathering.rows.map(({ item }) => `item:${item.id}`),
    };
  });
  return answerOn(
    [match],
    found.flatMap(({ lines }) => lines),
    found.flatMap(({ items }) => items),
  );
};

const NPC: NpcLimits = {
  ...CARD_LIMITS.npc,
  drops: 0,
  seenByFew: 0,
  goods: 12,
  services: 12,
  quests: 12,
  servicesCompared: 60,
  pins: 3,
};

/** Answers with the goods of a vendor. */
export const answerGoods: AnswerIntent = ({ snapshot }, { npc = '' }) =>
  answerNpc(snapshot, npc, ({ goods }) => ({
    lines: goods.total === 0 ? ['Nothing that it sells is known yet.'] : listed('Sells', goods, goodText),
    about: goods.rows.map(({ item }) => `item:${item.id}`),
  }));

/** Answers with the lessons of a trainer. */
export const answerLessons: AnswerIntent = ({ snapshot }, { npc = '' }) =>
  answerNpc(snapshot, npc, ({ services }) => ({
    lines: services.total === 0 ? ['Nothing that it teaches is known yet.'] : listed('Teaches', services, lessonText),
    about: services.rows.flatMap(({ spellId }) => (spellId === null ? [] : [`recipe:${spellId.value}`])),
  }));

/** Answers with the quests that an NPC gives or ends. */
export const answerNpcQuests: AnswerIntent = ({ snapshot }, { npc = '' }) =>
  answerNpc(snapshot, npc, ({ gives, takes }) => ({
    lines: [
      ...(gives.total === 0
        ? ['No quest that it gives is known yet.']
        : listed('Gives the quests', gives, npcQuestText)),
      ...lineOf('Ends the quests', takes, npcQuestText),
    ],
    about: [...gives.rows, ...takes.rows].map(({ quest }) => `quest:${quest.id}`),
  }));

type NpcPart = Pick<DirectAnswer, 'lines' | 'about'>;

async function answerNpc(
  snapshot: PublishedSnapshot,
  name: string,
  tell: (npc: Npc) => NpcPart,
): Promise<DirectAnswer> {
  const match = await findName(snapshot, name, ['npc']);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const npc = await readNpc(snapshot, numberOf(hit), NPC);
  if (npc === null) return answerOn([match], [`Nothing about ${JSON.stringify(hit.name)} is public yet.`], []);
  const { lines, about } = tell(npc);
  return answerOn([match], [`${called(npc.npc)}.`, ...lines, ...placesLine(npc.zones)], about);
}

/** Lists all rows that were read of a list, one line each. */
function listed<T>(title: string, { total, rows }: FirstOf<T>, tell: (row: T) => string): readonly string[] {
  return titledLines(title, rows.map(tell), rows.length, total);
}

/** Answers with the locations of the creatures, objects or quests that have this name. */
export const answerPlace: AnswerIntent = async ({ tools, snapshot }, { thing = '', zone }) => {
  const [match, place] = await Promise.all([
    findName(snapshot, thing, ['npc', 'object', 'quest']),
    zone === undefined ? null : findName(snapshot, zone, ['zone']),
  ]);
  if (match.certainty !== 'exact') {
    const area = await findName(snapshot, thing, ['zone']);
    if (isSurer(area.certainty, match.certainty)) return answerZone({ tools, snapshot }, area);
  }
  if (match.hits.length === 0) return unknownName(match);
  const found = await mapInOrder(match.hits.slice(0, 2 * ALIKE_MAX), (hit) =>
    hit.kind === 'quest' ? questPlace(snapshot, hit) : entityPlace(snapshot, hit, place),
  );
  const lines = found.flatMap((one) => one.lines);
  const zones = found.flatMap((one) => one.zones.map(({ mapId }) => `zone:${mapId}`));
  const matches = place === null ? [match] : [match, place];
  return answerOn(matches, lines.length === 0 ? ['It has not been seen there yet.'] : lines, zones);
};

/** Number of lines of a zone's page that an answer shows. */
const ZONE_LINES_MAX = 3;

async function answerZone({ tools, snapshot }: QuestionContext, match: NameMatch): Promise<DirectAnswer> {
  const [hit] = match.hits;
  const page = await pageTextOf({ ...tools, snapshot }, { kind: 'zone', id: numberOf(hit!), name: hit!.name });
  return answerOn([match], page?.text.split('\n').slice(0, ZONE_LINES_MAX) ?? [], []);
}

type Hit = NameMatch['hits'][number];

/** The locations of one entity in sentences, and their zones. */
interface FoundPlace {
  readonly lines: readonly string[];
  readonly zones: readonly Zone[];
}

async function entityPlace(snapshot: PublishedSnapshot, hit: Hit, zone: NameMatch | null): Promise<FoundPlace> {
  const [kind, id] = [hit.kind === 'npc' ? 'npc' : 'object', numberOf(hit)] as const;
  const found = await placesOfEach(snapshot, kind, [id], { maps: 10, pins: 3 });
  const places = found.get(id) ?? NO_ROWS;
  const name = called({ kind, id, name: hit.name, url: null });
  if (zone !== null) {
    const rows = places.rows.filter((row) => inZone([row], zone));
    return { lines: lineOf(`${name} is found in`, { total: rows.length, rows }, placeText), zones: rows };
  }
  const unknown = places.total === 0 ? [`Where ${name} is found is not known yet.`] : [];
  return { lines: [...unknown, ...lineOf(`${name} is found in`, places, placeText)], zones: places.rows };
}

async function questPlace(snapshot: PublishedSnapshot, hit: Hit): Promise<FoundPlace> {
  const quest = await snapshot.fact(families.quests, `${numberOf(hit)}`);
  const giver = quest?.giver?.value;
  const name = called({ kind: 'quest', id: numberOf(hit), name: hit.name, url: null });
  if (giver === undefined) return { lines: [`Who gives ${name} is not known yet.`], zones: [] };
  const fact = await snapshot.fact(families.npcs, `${giver}`);
  const found = await placesOfEach(snapshot, 'npc', [giver], { maps: 2, pins: 1 });
  const places = found.get(giver) ?? NO_ROWS;
  const person = fact?.name == null ? `NPC ${giver}` : quotedText(fact.name);
  const unknown = places.total === 0 ? [`${name} is given by ${person}, whose place is not known yet.`] : [];
  return { lines: [...unknown, ...lineOf(`${name} is given by ${person} in`, places, placeText)], zones: places.rows };
}

function answerOn(matches: readonly NameMatch[], lines: readonly string[], others: readonly string[]): DirectAnswer {
  const own = matches[0]!.hits.slice(0, ALIKE_MAX).map(({ id }) => id);
  const about = [...new Set([...own, ...others])].slice(0, ABOUT_MAX);
  return withNotes(matches, { lines, about, arguments: argumentsOf(matches[0]!.hits[0]!) });
}

/** Returns the argument under which an entity's page tool takes its id. */
export function argumentsOf(hit: Hit): Readonly<Record<string, number | string>> {
  const names: Readonly<Record<string, string>> = {
    item: 'itemId',
    npc: 'npcId',
    object: 'objectId',
    quest: 'questId',
  };
  const name = names[hit.kind];
  return name === undefined ? { id: hit.id } : { [name]: numberOf(hit) };
}
