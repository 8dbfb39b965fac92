import type { NpcRole } from '../../../../schema/vocabulary.ts';
import { capitalise, formatRange, formatVendorPrices } from '../../../cards/words.ts';
import { families } from '../../../families/mod.ts';
import { ROLE_PHRASES } from '../../../knowledge/intents/word_classes.ts';
import { foldName } from '../../../knowledge/words.ts';
import { readEntities, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { readProfessions, readZoneNpcs } from '../../../reads/entities/zone.ts';
import { NPCS_OF_ZONE_MAX, pickNearLevel, readLevels } from '../../../reads/entities/zone_npcs.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';
import { readLessonSubject } from '../../craft/lessons.ts';
import { formatPerson, formatTrainer, readPeople, readTrainerList } from '../../craft/trainers.ts';
import { sortByDistance } from '../../pages/neighbours.ts';
import { renderTitledList } from '../../shared/page.ts';
import { formatCreature } from '../zone_text.ts';
import { type Answerer, addNameNotes, createIntent, createNamedAnswer } from './answer.ts';
import { findProfession } from './known_names.ts';
import { findName, isInZone, parseId } from './names.ts';

/** Numbers of people in an answer, in the place that the question names and elsewhere. */
const SHOWN_PEOPLE_MAX = 12;
const OTHER_ZONES_MAX = 5;
const ENTRIES_CITED = 5;

/** Answers with the trainers of a profession, in the zone that the question names if there are any. */
const answerTrainers: Answerer = async (context, { profession: asked = '', zone }) => {
  const { snapshot } = context;
  const known = await findProfession(snapshot, asked);
  const [first, ...rest] = asked.split(' ');
  // "who teaches skinning goldshire", where nothing has the name of the place.
  if (known.name === null && zone === undefined && rest.length > 0)
    return answerTrainers(context, { profession: first!, zone: rest.join(' ') });
  if (known.name === null) return null;
  const { profession, trainers } = await readTrainerList(snapshot, known.name);
  const name = JSON.stringify(profession);
  if (trainers.length === 0) {
    return addNameNotes([known], { lines: [`No trainer of ${name} is known yet.`], about: [], arguments: {} });
  }
  const place = zone === undefined ? null : await findName(snapshot, zone, ['zone']);
  const zones = place?.hits ?? [];
  const shown = await sortByDistance(snapshot, zones.map(parseId), trainers);
  const nearest = shown.slice(0, SHOWN_PEOPLE_MAX).flatMap(({ places }) => places[0]?.mapId ?? []);
  const levels = await readLevels(snapshot, nearest);
  const lines = shown.map(({ away, yards, ...trainer }) => {
    const level = yards < 0 ? undefined : levels.get(trainer.places[0]?.mapId ?? 0);
    const way = [...away, ...(level ? [`in a zone of level ${formatRange(level.min, level.max)}`] : [])];
    return `${formatTrainer(trainer)}${way.length === 0 ? '' : ` (${way.join(', ')})`}`;
  });
  const there = zones[0] === undefined ? 'there' : `in ${quote(zones[0].name)}`;
  const own = place === null ? 0 : shown.filter(({ places }) => isInZone(places, place)).length;
  const others = shown.length - own;
  const order = others > 1 && shown.some(({ isPlaced }) => isPlaced) ? ', nearest first in a straight line' : '';
  const label =
    place === null
      ? `Trainers of ${name}${others > 1 ? ' (a zone in the question shows the nearest first)' : ''}`
      : own === 0
        ? `No trainer of ${name} is known ${there}. Elsewhere, ${others}${order}`
        : `Trainers of ${name} ${there}${others > 0 ? `, then elsewhere${order}` : ''}`;
  return addNameNotes([known, place?.certainty === 'unknown' ? { ...place, certainty: 'close' } : place], {
    lines: renderTitledList(label, lines, place === null || own > 0 ? SHOWN_PEOPLE_MAX : OTHER_ZONES_MAX),
    about: shown.slice(0, ENTRIES_CITED).map(({ npc }) => `npc:${npc.id}`),
    arguments: { npcId: shown[0]!.npc.id },
  });
};

export const trainersIntent = createIntent('trainers', 'npc_page', answerTrainers)`
  [where] [~be] [~a] (nearest|closest) {profession} [~trainer] [[to|~within] {zone}]
  [i] am ~within {zone} where ~be [~a] [nearest|closest] {profession} ~trainer; ~who ~teach {profession} ~inzone; where [~can|to] [~i] ~learn {profession} ~inzone
  where ~be {profession} ~trainer ~inzone; where [~can|to] [~i] ~find {profession} ~trainer ~inzone
  [~who ~be] {profession} ~trainer [~location|where] [(in|near|at|for|around) {zone}]
  [~a] ~trainer (of|for|in) {profession} ~inzone; ~trainer {profession}; where {profession} ~trainer
  ~trainer [for] {profession} (where|location); {profession} [~trainer] (near|close to) me [~within {zone}]
`;

/** Answers with the trainers of a recipe, their prices and the required skill. */
const answerTeachers = createNamedAnswer('recipe', ['recipe'], async ({ snapshot, hit, id, title: name }) => {
  const fact = await snapshot.fact(families.recipes, `${id}`);
  const profession = fact?.profession?.value;
  const lessons =
    profession === undefined ? [] : await snapshot.factsOfProfession(families.trainer_services, profession);
  const own = lessons.filter((lesson) => {
    const { spell, name: taught } = readLessonSubject(lesson);
    const isNamed = (): boolean => foldName(lesson.body.name?.value ?? taught ?? '') === foldName(hit.name);
    return spell === null ? isNamed() : Number(spell) === id;
  });
  const ids = own.map((lesson) => readLessonSubject(lesson).trainerNpcId);
  const people = await readPeople(snapshot, ids);
  const lines = own.map(({ body }, at) => {
    const { costs = [], withReputation = [] } = body;
    const cost = costs.length === 0 ? '' : ` for ${formatVendorPrices(costs, withReputation)}`;
    const skill = body.requiredSkill === undefined ? '' : `, from skill ${body.requiredSkill.value}`;
    return `- ${formatPerson(people[at]!)}${cost}${skill}`;
  });
  const taughtBy = fact?.taughtByItemId?.value;
  const items = taughtBy === undefined ? null : await readEntities(snapshot, 'item', [taughtBy]);
  const title = `${name}${profession === undefined ? '' : ` of ${quote(profession)}`}`;
  return {
    lines: [
      ...(lines.length > 0 ? [`${title} is taught by`, ...lines.slice(0, SHOWN_PEOPLE_MAX)] : []),
      ...(items === null ? [] : [`${title} is taught by ${toLabel(items.get(taughtBy!)!)}.`]),
      ...(lines.length === 0 && items === null ? [`Who teaches ${title} is not known yet.`] : []),
    ],
    about: [hit.id, ...ids.slice(0, ENTRIES_CITED).map((id) => `npc:${id}`)],
    arguments: profession === undefined ? {} : { profession, recipe: hit.name },
  };
});

export const teachersIntent = createIntent('teachers', 'recipe_thresholds', answerTeachers)`
  ~who ~teach [how to ~make|me] {recipe}; how [~can|to] [~i] ~learn [[how] to ~make] {recipe}; {recipe} ~trainer
  where [~can|to] [~i] (~learn|~find|buy) [how to ~make|~a recipe for|the recipe of|the pattern for|the plans for] {recipe} [recipe|pattern|plans|schematic|formula]
  (~who|where) (has|have|sells|teaches|is) {recipe} (recipe|pattern|plans|schematic|formula|lesson)
  {recipe} (recipe|pattern|plans|schematic|formula) (where|location|source|~vendor)
  how much ~can {recipe} cost to ~learn; what (skill|level) ~can ~i need (for|to (~make|~learn)) {recipe}
  what (skill|level) [~be] (needed|required) (for|to (~make|~learn)) {recipe}
`;

/** Number of people of a zone that are read. */
const PEOPLE_READ_MAX = 60;

const ROLE_NAMES: Readonly<Record<NpcRole, string>> = {
  gives: 'quest givers',
  ends: 'people who end quests',
  sells: 'vendors',
  trains: 'trainers',
};

/** Answers with the people of a role in a zone. Without a role, answers with quest givers. */
const answerPeople: Answerer = async (context, slots) => {
  const { role: phrase = 'quest givers' } = slots;
  const role = ROLE_PHRASES.get(phrase);
  if (role === undefined) return null;
  if (role !== 'unknown' && role !== 'unrecorded') return createRoleAnswer(role)(context, slots);
  const line = `The role “${phrase}” is in no record. Records show quest givers, vendors and trainers.`;
  // An NPC may have this name.
  return { certainty: role === 'unknown' ? 'close' : 'exact', lines: [line], about: [], arguments: {} };
};

export const peopleIntent = createIntent('people', 'entity_relations', answerPeople)`
  [(~who|what|which) [~be]] [all] {role} [~be] [there] (in|at|near|around|of) {zone}; {zone} {role}
  where ([~can|to] [~i] ~find|~be) [all] {role} (in|at|near|around|of) {zone}; where ~be {role}
  ~who ~give quests (in|at|near|around) {zone}; (list|show) [all] {role} (in|of) {zone}; (where|nearest|closest) {role}
  where [~can|to] [~i] [~find|get|go to|go] ~mygear {role} ~mygear [shit|done] ~inzone
  [~who [~mob|~vendor] [~can]] {role} ~mygear ~inzone
`;

function createRoleAnswer(role: NpcRole): Answerer {
  return createNamedAnswer('zone', ['zone'], async ({ snapshot, hit, hits, id, quotedName }) => {
    const ids = await snapshot.npcsMetIn(id, [role], 0, PEOPLE_READ_MAX + 1);
    const met = await readPeople(snapshot, ids.slice(0, PEOPLE_READ_MAX));
    const people = await sortByDistance(snapshot, hits.map(parseId), met);
    const trains =
      role === 'trains' ? await readProfessions(snapshot, ids.slice(0, SHOWN_PEOPLE_MAX)) : new Map<number, string>();
    const title = `${ROLE_NAMES[role]} in ${quotedName}`;
    const url = `${snapshot.publisher.publicUrl}/npcs?zone=${id}`;
    const lines = people.map((person) => {
      const profession = trains.get(person.npc.id);
      return `${formatPerson(person)}${profession === undefined ? '' : `: ${quote(profession)}`}`;
    });
    const total = `${ids.length > PEOPLE_READ_MAX ? 'at least ' : ''}${lines.length}`;
    return {
      lines:
        lines.length === 0
          ? [`No ${title} are known yet.`]
          : renderTitledList(`${capitalise(title)}, ${total}`, lines, SHOWN_PEOPLE_MAX, lines.length, url),
      about: [hit.id, ...people.slice(0, ENTRIES_CITED).map(({ npc }) => `npc:${npc.id}`)],
      arguments: { kind: 'zone', id },
    };
  });
}

/** Answers with the creatures and people of a zone, near a level if the question states one, and with their drops. */
const answerCreatures = createNamedAnswer('zone', ['zone'], async ({ snapshot, slots, hit, id: mapId, quotedName }) => {
  const own = slots.level === undefined ? null : Number(slots.level);
  const near = pickNearLevel(await snapshot.levelsMetIn(mapId, NPCS_OF_ZONE_MAX), own);
  const ids = near.slice(0, SHOWN_PEOPLE_MAX).map(({ id }) => id);
  const shown = await readZoneNpcs(snapshot, mapId, ids, own);
  const where = `${own === null ? '' : ` near level ${own}`} in ${quotedName}`;
  const title = `${formatQuantity(near.length, 'NPC')}${where}, ${own === null ? 'by level' : 'nearest level first'}`;
  const lines = shown.map((npc) => formatCreature({ ...npc, pins: npc.pins.slice(0, 1) }));
  const url = `${snapshot.publisher.publicUrl}/zone/${mapId}${own === null ? '' : `?level=${own}`}`;
  return {
    lines:
      near.length === 0
        ? [`No creature${where} is known yet.`]
        : renderTitledList(title, lines, lines.length, near.length, url),
    about: [hit.id, ...shown.slice(0, ENTRIES_CITED).map(({ npc }) => `npc:${npc.id}`)],
    arguments: { kind: 'zone', id: mapId },
    fromFiles: hit.layer === 'game-files',
  };
});

export const creaturesIntent = createIntent('creatures', 'entity_relations', answerCreatures)`
  [what|which|any|all] [hostile|friendly|neutral] [level {level}] ~mob [~be] [there] (in|at|around|of) {zone}
  ~mob [in|at|around|of] {zone} [of|at|around] [level] {level}; (what|who) ~be [there] (in|at|around) {zone} ~atlevel
  [what|which|all] ~mob [~be] [of|in|at] [about|around] level {level} [[~be] [there] [in|at|around] {zone} [and what ~can they ~drop]]
  [what|which|all] level {level} ~mob [in|at|around|of] {zone}; {zone} level {level} ~mob
  (what|which ~mob|where) ~can ~i (fight|kill|hunt|~farm) ~inzone ~atlevel
  [i] [want to|to] (fight|kill|hunt|~farm) ~mob [of|around|near] [my|this] [level] ~inzone ~level
  {zone} ~mob [of|at|around] [level] {level}; what [~mob] ~drop (in|at|around) {zone} ~atlevel
`;
