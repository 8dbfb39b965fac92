import type { SubjectFact } from '../ports/snapshots.ts';
import type { Agreed } from '../rollups/agreed.ts';
import { agreedIn, agreedsIn } from '../rollups/agreed.ts';
import { byNumber } from '../rollups/order.ts';

/** What one trainer asks for a recipe. */
export interface Lesson {
  readonly trainerNpcId: number;
  /** The lowest agreed cost, in copper; null: none is agreed on. */
  readonly cost: Agreed<number> | null;
  readonly requiredSkill: Agreed<number> | null;
  readonly requiredLevel: Agreed<number> | null;
}

/**
 * The lessons in each recipe, by its subject, the cheapest first, then by trainer. A lesson teaches the recipe whose spell
 * it names; where it names another spell or none, that of its name.
 */
export const lessonsOf = (
  recipes: readonly SubjectFact[],
  services: readonly SubjectFact[],
): ReadonlyMap<string, readonly Lesson[]> => {
  const subjects = new Set(recipes.map(({ subject }) => subject));
  const named = new Map<string, string[]>();
  for (const { subject, body } of recipes) {
    const name = agreedIn<string>(body, 'name')?.value;
    if (name !== undefined) named.set(name, [...(named.get(name) ?? []), subject]);
  }
  const lessons = new Map<string, Lesson[]>();
  for (const service of services) {
    const { trainerNpcId, spell, name } = partsOf(service);
    const taught = spell !== null && subjects.has(spell) ? [spell] : (named.get(name ?? '') ?? []);
    for (const subject of taught)
      lessons.set(subject, [...(lessons.get(subject) ?? []), lessonOf(trainerNpcId, service)]);
  }
  for (const own of lessons.values()) own.sort(byCost);
  return lessons;
};

interface ServiceParts {
  readonly trainerNpcId: number;
  readonly spell: string | null;
  readonly name: string | null;
}

/** `<trainer>:spell:<id>` or `<trainer>:name:<name>` (domain/rollups/trainer_services.ts). */
const partsOf = ({ subject, body }: SubjectFact): ServiceParts => {
  const [trainer, form] = subject.split(':', 2);
  const rest = subject.slice(`${trainer}:${form}:`.length);
  const agreed = agreedIn<string>(body, 'name')?.value ?? null;
  const isSpell = form === 'spell';
  return { trainerNpcId: Number(trainer), spell: isSpell ? rest : null, name: isSpell ? agreed : rest };
};

const lessonOf = (trainerNpcId: number, { body }: SubjectFact): Lesson => ({
  trainerNpcId,
  cost: agreedsIn<number>(body, 'costs')[0] ?? null,
  requiredSkill: agreedIn<number>(body, 'requiredSkill'),
  requiredLevel: agreedIn<number>(body, 'requiredLevel'),
});

const byCost = (a: Lesson, b: Lesson): number =>
  byNumber(a.cost?.value ?? Number.MAX_SAFE_INTEGER, b.cost?.value ?? Number.MAX_SAFE_INTEGER) ||
  byNumber(a.trainerNpcId, b.trainerNpcId);
