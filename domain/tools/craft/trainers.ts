import { formatMoney } from '../../cards/words.ts';
import { unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { compareNumbers, compareStrings } from '../../families/counting/order.ts';
import { type EntityPlace, formatInZone, readPlacesById } from '../../reads/entities/places.ts';
import {
  type Entity,
  nameEntity,
  type PublishedSnapshot,
  quoteText,
  readEntities,
  toLabel,
} from '../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../values/group_by.ts';
import type { LocalizedText } from '../../values/language.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { readLessonSubject } from './lessons.ts';
import { findCommonest, readProfessionFacts } from './profession_facts.ts';

interface TrainerRow {
  readonly npc: Entity<'npc'>;
  /** The maps on which players met the trainer, with one location each. Empty if no map is known. */
  readonly places: readonly EntityPlace[];
  /** Number of lessons of this profession that are public. */
  readonly lessons: number;
}

/** A lesson of a profession, whoever teaches it. */
export interface TaughtLesson {
  /** The agreed name, or null if only the spell is known. */
  readonly name: LocalizedText | null;
  readonly spellId: number | null;
  /** The cost in copper that most installs reported (if tied, the lowest), or null if none is agreed. */
  readonly copper: number | null;
  /** The skill that trainers ask for, or null if unknown. */
  readonly skill: number | null;
}

export interface ProfessionTrainers {
  /** The profession as most lessons spell it, or as it was asked for if there are none. */
  readonly profession: string;
  /** Trainers with the most lessons first, then by id. */
  readonly trainers: readonly TrainerRow[];
  /** Each lesson once, by the skill that it takes, unknown skills last, then by name. */
  readonly lessons: readonly TaughtLesson[];
}

/** Maximum number of trainers whose names and locations are read. */
const TRAINERS_MAX = 40;

/** Reads the trainers of a profession in as many reads as for one trainer. The lists are empty if none is public. */
export async function readTrainerList(snapshot: PublishedSnapshot, profession: string): Promise<ProfessionTrainers> {
  const { services } = await readProfessionFacts(snapshot, profession);
  const byNpc = groupBy(services, (service) => readLessonSubject(service).trainerNpcId);
  const ordered = [...byNpc].sort(
    ([a, one], [b, other]) => compareNumbers(other.length, one.length) || compareNumbers(a, b),
  );
  const ids = ordered.slice(0, TRAINERS_MAX).map(([npcId]) => npcId);
  const people = await readPeople(snapshot, ids);
  const trainers = people.map((person, at): TrainerRow => ({ ...person, lessons: ordered[at]![1].length }));
  const lessons = services.map((service): TaughtLesson => {
    const { spell, name } = readLessonSubject(service);
    const { body } = service;
    return {
      name: body.name ?? (name === null ? null : { value: name }),
      spellId: spell === null ? null : Number(spell),
      copper: body.costs?.[0]?.value ?? null,
      skill: unwrapAgreedValue(body.requiredSkill),
    };
  });
  const spelling = findCommonest(services.flatMap(({ body }) => body.profession?.value ?? []));
  return { profession: spelling ?? profession, trainers, lessons: omitRepeats(lessons).toSorted(compareSkills) };
}

/** Reads these NPCs with the first maps on which players met them, and one location on each. */
export async function readPeople(snapshot: PublishedSnapshot, ids: readonly number[]) {
  const [npcs, places] = await Promise.all([
    readEntities(snapshot, 'npc', ids),
    readPlacesById(snapshot, 'npc', [...new Set(ids)], { maps: 5, pins: 1 }),
  ]);
  return ids.map((id) => ({ npc: npcs.get(id)!, places: places.get(id)?.rows ?? [] }));
}

/** Keeps one lesson per spell, or per name if no spell is known. Prefers a lesson with a known cost. */
function omitRepeats(lessons: readonly TaughtLesson[]): readonly TaughtLesson[] {
  const known = lessons.toSorted((a, b) => Number(a.copper === null) - Number(b.copper === null));
  return [...groupBy(known, ({ spellId, name }) => spellId ?? name?.value)].map(([, [lesson]]) => lesson!);
}

function compareSkills(a: TaughtLesson, b: TaughtLesson): number {
  const skill = (one: TaughtLesson): number => one.skill ?? Number.MAX_SAFE_INTEGER;
  return compareNumbers(skill(a), skill(b)) || compareStrings(a.name?.value ?? '', b.name?.value ?? '');
}

/** Renders `"Tomas" (npc 1430) in "Elwynn Forest" at 44.4, 66: 2 lessons`. */
export function formatTrainer({ lessons, ...person }: TrainerRow): string {
  return `${formatPerson(person)}: ${formatQuantity(lessons, 'lesson')}`;
}

export function formatPerson({ npc, places }: Omit<TrainerRow, 'lessons'>): string {
  return `${toLabel(npc)}${formatInZone(places)}`;
}

/** Renders `"Linen Bandage" (spell 3275) for 1s, at skill 1`. */
export function formatLesson({ name, spellId, copper, skill }: TaughtLesson): string {
  const lesson =
    spellId !== null
      ? toLabel({ ...nameEntity('spell', spellId, name ?? undefined), url: null })
      : name === null
        ? 'a lesson without a name'
        : quoteText(name);
  const cost = copper === null ? ', cost unknown' : copper === 0 ? ' for free' : ` for ${formatMoney(copper)}`;
  return `${lesson}${cost}${skill === null ? '' : `, at skill ${skill}`}`;
}
