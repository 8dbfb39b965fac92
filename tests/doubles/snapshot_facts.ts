import { memberChanges } from '../../domain/families/lookups/change_log.ts';
import { MENTIONING_FAMILIES, namingsIn } from '../../domain/families/lookups/mentioned.ts';
import type { Change } from '../../domain/ports/change_log.ts';
import type { FactBody } from '../../domain/ports/facts.ts';
import {
  type Around,
  type FactList,
  type MentionedType,
  type NearPins,
  PROFESSION_FACTS_MAX,
  type StatedFact,
  type SubjectFact,
} from '../../domain/ports/facts.ts';
import { realmKey } from '../../domain/values/realm_key.ts';

/** Where a fact names an entity. */
export interface Mention {
  readonly family: string;
  readonly member: string;
  readonly subject: string;
}

/** Public facts of the roll-ups in memory, for tests. */
export interface MemoryFacts {
  state(facts: readonly StatedFact[], wholeFamilies: readonly string[]): readonly Change[];
  one(family: string, subject: string): FactBody | null;
  /** All that stand. */
  every(): Iterable<StatedFact>;
  among(family: string, subjects: readonly string[]): ReadonlyMap<string, FactBody>;
  /** Those that are agreed to be of a profession, in any case, by subject. */
  ofProfession(family: string, profession: string): readonly SubjectFact[];
  /** Those whose subject begins with `prefix`, by subject. */
  all(family: string, prefix: string): readonly SubjectFact[];
  /** The first of an owner (all where it is ''), by subject. */
  of(family: string, owner: string, limit: number): FactList;
  pinsNear(mapId: number, around: Around, limit: number): NearPins;
  /** Where an entity is named, in no order; a fact may name it in one place twice. */
  mentions(type: MentionedType, id: number): readonly Mention[];
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

  const all = (family: string, prefix: string): readonly SubjectFact[] =>
    [...bodiesOf(family)]
      .filter(([subject]) => subject.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([subject, body]) => ({ subject, body: JSON.parse(body) as FactBody }));

  return {
    state: (facts, wholeFamilies) => {
      const leftOut = wholeFamilies.flatMap((family) => {
        const stated = new Set(facts.filter((fact) => fact.family === family).map(({ subject }) => subject));
        const gone = [...bodiesOf(family).keys()].filter((subject) => !stated.has(subject));
        return gone.map((subject): StatedFact => ({ family, subject, body: null }));
      });
      return [...facts, ...leftOut].flatMap(state);
    },
    every: () => [...families.keys()].flatMap((family) => all(family, '').map((fact) => ({ family, ...fact }))),
    one: (family, subject) => parsed(bodiesOf(family).get(subject)),
    all,
    of: (family, owner, limit) => {
      const facts = all(family, owner === '' ? '' : `${owner}:`);
      return { facts: facts.slice(0, limit), total: facts.length };
    },
    pinsNear: (mapId, { x, y, radius }, limit) => {
      const onMap = all('pins', `${mapId}:`).flatMap(({ subject, body }) =>
        (body['pins'] as readonly { readonly x: number; readonly y: number }[]).map((pin) => ({
          npcId: Number(subject.split(':')[1]),
          far: Math.hypot(pin.x - x, pin.y - y),
        })),
      );
      const near = onMap.filter(({ far }) => far <= radius).sort((a, b) => a.far - b.far || a.npcId - b.npcId);
      const npcIds = [...new Set(near.slice(0, limit).map(({ npcId }) => npcId))];
      return { npcIds, total: near.length, onMap: onMap.length };
    },
    among: (family, subjects) =>
      new Map(
        subjects.flatMap((subject) => {
          const body = parsed(bodiesOf(family).get(subject));
          return body === null ? [] : [[subject, body] as const];
        }),
      ),
    ofProfession: (family, profession) =>
      all(family, '')
        .filter(({ body }) => isOfProfession(body, realmKey(profession)))
        .toSorted((a, b) => a.subject.length - b.subject.length)
        .slice(0, PROFESSION_FACTS_MAX),
    mentions: (type, id) =>
      MENTIONING_FAMILIES.flatMap((family) =>
        all(family, '').flatMap((fact) => {
          const namings = namingsIn(family, fact).filter((naming) => naming.type === type && naming.id === id);
          const members = new Set(namings.map(({ member }) => member));
          return [...members].map((member) => ({ family, member, subject: fact.subject }));
        }),
      ),
  };
};

const parsed = (body: string | undefined): FactBody | null =>
  body === undefined ? null : (JSON.parse(body) as FactBody);

const isOfProfession = (body: FactBody, key: string): boolean => {
  const agreed = body['profession'] as { readonly value: string } | undefined;
  return agreed !== undefined && realmKey(agreed.value) === key;
};
