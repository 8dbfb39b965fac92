import { memberChanges } from '../../domain/change_log.ts';
import type { Change, StatedFact, SubjectFact } from '../../domain/ports/snapshots.ts';
import type { FactBody } from '../../domain/rollups/rollup.ts';

/** Public facts of the roll-ups in memory, for tests. */
export interface MemoryFacts {
  state(facts: readonly StatedFact[], wholeFamilies: readonly string[]): readonly Change[];
  one(family: string, subject: string): FactBody | null;
  /** Those whose subject begins with `prefix`, by subject. */
  all(family: string, prefix: string): readonly SubjectFact[];
}

export const createMemoryFacts = (): MemoryFacts => {
  const families = new Map<string, Map<string, string>>();
  const bodiesOf = (family: string): Map<string, string> => {
    const known = families.get(family) ?? new Map<string, string>();
    families.set(family, known);
    return known;
  };

  const state = ({ family, subject, body }: StatedFact): readonly Change[] => {
    const bodies = bodiesOf(family);
    const before = bodies.get(subject) ?? null;
    const after = body === null ? null : JSON.stringify(body);
    if (after === null) bodies.delete(subject);
    else bodies.set(subject, after);
    return before === after ? [] : memberChanges(family, subject, before, after);
  };

  return {
    state: (facts, wholeFamilies) => {
      const leftOut = wholeFamilies.flatMap((family) => {
        const stated = new Set(facts.filter((fact) => fact.family === family).map(({ subject }) => subject));
        const gone = [...bodiesOf(family).keys()].filter((subject) => !stated.has(subject));
        return gone.map((subject): StatedFact => ({ family, subject, body: null }));
      });
      return [...facts, ...leftOut].flatMap(state);
    },
    one: (family, subject) => parsed(bodiesOf(family).get(subject)),
    all: (family, prefix) =>
      [...bodiesOf(family)]
        .filter(([subject]) => subject.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([subject, body]) => ({ subject, body: JSON.parse(body) as FactBody })),
  };
};

const parsed = (body: string | undefined): FactBody | null =>
  body === undefined ? null : (JSON.parse(body) as FactBody);
