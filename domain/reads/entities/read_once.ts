import type { FactFamily } from '../../ports/facts.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { Publisher } from '../../values/attribution.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';

type FactOrNull = object | null;

/** Facts of one family that are queued for reading, with a promise for each fact. */
interface PendingRead {
  readonly family: FactFamily<object>;
  readonly subjects: Map<string, { resolve(found: FactOrNull): void; reject(error: unknown): void }>;
}

/**
 * Wraps a snapshot for one answer. If several parts of the answer need the same fact, such as the name of a map shared
 * by many NPCs, the fact is read once. Facts requested at the same time are read in one batch across all families,
 * because an additional read costs more than additional facts in a batch. `prefetch` reads a list of facts before they
 * are requested one by one.
 */
export function shareReads(snapshot: Snapshot, publisher: Publisher): PublishedSnapshot {
  const known = new Map<string, Promise<FactOrNull>>();
  let waiting = new Map<string, PendingRead>();

  const readWaiting = async (): Promise<void> => {
    // Lets the code that is currently running queue all of its requests first.
    await null;
    const asked = [...waiting.values()];
    waiting = new Map();
    try {
      const found = await readAllPending(snapshot, asked);
      for (const { family, subjects } of asked) {
        const facts = found.get(family.name);
        for (const [subject, { resolve }] of subjects) resolve(facts?.get(subject) ?? null);
      }
    } catch (error) {
      for (const { subjects } of asked) for (const { reject } of subjects.values()) reject(error);
    }
  };

  const read = (family: FactFamily<object>, subject: string): Promise<FactOrNull> => {
    const key = `${family.name} ${subject}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = new Promise<FactOrNull>((resolve, reject) => {
      if (waiting.size === 0) void readWaiting();
      const own = waiting.get(family.name) ?? { family, subjects: new Map() };
      waiting.set(family.name, own);
      own.subjects.set(subject, { resolve, reject });
    });
    known.set(key, found);
    return found;
  };

  return {
    ...snapshot,
    publisher,
    // The fact stored under a family's name has the family's type.
    fact: <F extends object>(family: FactFamily<F>, subject: string) => read(family, subject) as Promise<F | null>,
    prefetch: async (family, subjects) => {
      await Promise.all(subjects.map((subject) => read(family, subject)));
    },
  };
}

/** Reads facts of several families in one batch. */
async function readAllPending(
  snapshot: Snapshot,
  asked: readonly PendingRead[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, object | null>>> {
  const [first, ...others] = asked.map(({ family, subjects }) => ({ family, subjects: [...subjects.keys()] }));
  if (first === undefined) return new Map();
  const { family, subjects } = first;
  if (others.length > 0) return snapshot.factsOfFamilies([first, ...others]);
  if (subjects.length === 1) {
    const fact = await snapshot.fact(family, subjects[0]!);
    return new Map([[family.name, new Map([[subjects[0]!, fact]])]]);
  }
  const facts = await snapshot.factsAmong(family, subjects);
  return new Map([[family.name, facts]]);
}

/** Prefetches facts that will be requested one by one. */
export async function prefetchFacts(
  { prefetch }: Pick<PublishedSnapshot, 'prefetch'>,
  family: FactFamily<object>,
  subjects: readonly (string | number)[],
): Promise<void> {
  return prefetch?.(family, subjects.map(String));
}
