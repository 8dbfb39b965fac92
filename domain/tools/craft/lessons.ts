import { type AgreedValue, unwrapAgreedValue, unwrapAgreedValues } from '../../families/counting/agreed.ts';
import { compareNumbers } from '../../families/counting/order.ts';
import type { Facts } from '../../families/mod.ts';
import type { SubjectFact } from '../../ports/facts.ts';
import { type Discount, findDiscount } from './discount.ts';

/** A recipe as taught by one trainer. */
export interface TrainerLesson {
  /** The trainer, and then the others who teach it at the same cost. */
  readonly trainerNpcIds: readonly number[];
  /** The agreed cost in copper that most installs reported (if tied, the lowest), or null if no cost is agreed. */
  readonly cost: AgreedValue<number> | null;
  /** The discount between this cost and another agreed cost. */
  readonly discount: Discount | null;
  readonly requiredSkill: AgreedValue<number> | null;
  readonly requiredLevel: AgreedValue<number> | null;
}

export interface TrainerLessons {
  /**
   * The lesson whose cost most installs reported. Ties go to the cheapest lesson, then to the trainer with the lowest
   * id.
   */
  readonly lesson: TrainerLesson;
  /** The required skill that most installs reported (if tied, the lowest), or null if no lesson states a skill. */
  readonly fromSkill: AgreedValue<number> | null;
}

/**
 * Returns a function that finds the trainers of a recipe by its subject and agreed name, or returns null if no trainer
 * is known. A lesson teaches the recipe whose spell it names. If it names no spell, or a spell that is not a recipe of
 * this profession, it teaches every recipe with its name. Each lesson is visited once, even if many recipes share a
 * name.
 */
export function createLessonFinder(
  recipes: readonly RecipeFact[],
  services: readonly TrainerService[],
): (subject: string, name: string | null) => TrainerLessons | null {
  const subjects = new Set(recipes.map(({ subject }) => subject));
  const bySpell = new Map<string, TrainerLessons>();
  const byName = new Map<string, TrainerLessons>();
  for (const service of services) {
    const { trainerNpcId, spell, name } = readLessonSubject(service);
    const lesson = buildTrainerLesson(trainerNpcId, service);
    const teaching = { lesson, fromSkill: lesson.requiredSkill };
    if (spell !== null && subjects.has(spell)) bySpell.set(spell, chooseBetterLessons(bySpell.get(spell), teaching));
    else if (name !== null) byName.set(name, chooseBetterLessons(byName.get(name), teaching));
  }
  return (subject, name) => {
    const [own, alike] = [bySpell.get(subject), name === null ? undefined : byName.get(name)];
    return own === undefined ? (alike ?? null) : alike === undefined ? own : chooseBetterLessons(own, alike);
  };
}

function chooseBetterLessons(one: TrainerLessons | undefined, other: TrainerLessons): TrainerLessons {
  if (one === undefined) return other;
  const skills = [one.fromSkill, other.fromSkill].filter((skill) => skill !== null);
  const [best, second] = [one.lesson, other.lesson].toSorted(compareWitnesses) as [TrainerLesson, TrainerLesson];
  const others = best.cost?.value === second.cost?.value ? second.trainerNpcIds : [];
  return {
    lesson: { ...best, trainerNpcIds: [...new Set([...best.trainerNpcIds, ...others])] },
    fromSkill: skills.toSorted(compareInstallCounts)[0] ?? null,
  };
}

/** Maximum number of trainers of a lesson that answers name. */
export const NAMED_TRAINERS_MAX = 3;

export type RecipeFact = SubjectFact<Facts['recipes']>;

type TrainerService = SubjectFact<Facts['trainer_services']>;

/**
 * Parses `<trainer>:spell:<id>` or `<trainer>:name:<name>` (domain/families/trainer_services.ts). Names may have
 * colons.
 */
export function readLessonSubject({ subject, body }: TrainerService) {
  const [trainer, form] = subject.split(':', 2);
  const rest = subject.slice(`${trainer}:${form}:`.length);
  const isSpell = form === 'spell';
  return {
    trainerNpcId: Number(trainer),
    spell: isSpell ? rest : null,
    name: isSpell ? unwrapAgreedValue(body.name) : rest,
  };
}

function buildTrainerLesson(trainerNpcId: number, { body }: TrainerService): TrainerLesson {
  const { costs = [], withReputation = [] } = body;
  const [cost] = costs;
  return {
    trainerNpcIds: [trainerNpcId],
    cost: cost ?? null,
    discount: cost === undefined ? null : findDiscount(cost.value, unwrapAgreedValues([...costs, ...withReputation])),
    requiredSkill: body.requiredSkill ?? null,
    requiredLevel: body.requiredLevel ?? null,
  };
}

function compareInstallCounts(a: AgreedValue<number>, b: AgreedValue<number>): number {
  return compareNumbers(b.installs, a.installs) || compareNumbers(a.value, b.value);
}

const NO_COST: AgreedValue<number> = { value: Number.MAX_SAFE_INTEGER, installs: 0 };

function compareWitnesses(a: TrainerLesson, b: TrainerLesson): number {
  return (
    compareInstallCounts(a.cost ?? NO_COST, b.cost ?? NO_COST) ||
    compareNumbers(a.trainerNpcIds[0]!, b.trainerNpcIds[0]!)
  );
}
