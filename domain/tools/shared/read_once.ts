import type { FactFamily, FactReader } from '../../ports/facts.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { ToolContext } from '../tool.ts';
import type { SnapshotData } from './snapshot_data.ts';

type Found = object | null;

/** Facts of one family that are queued to be read, with the promise of each. */
interface Waiting {
  readonly family: FactFamily<object>;
  readonly subjects: Map<string, { resolve(found: Found): void; reject(error: unknown): void }>;
}

/**
 * Wraps one snapshot for one answer. A fact that several parts of the answer need, such as the name of a map shared by
 * many NPCs, is read once. Facts requested at the same moment are read in one batch across all families, since a read
 * costs more than the facts it returns. `ahead` prefetches the facts of a list before they are requested one by one.
 */
export function dataOf({ reader, publisher }: ToolContext, view: SnapshotView): SnapshotData {
  const known = new Map<string, Promise<Found>>();
  let waiting = new Map<string, Waiting>();

  const readWaiting = async (): Promise<void> => {
    // Lets the code that is running now queue its requests first.
    await null;
    const asked = [...waiting.values()];
    waiting = new Map();
    try {
      const found = await readTogether(reader, view, asked);
      for (const { family, subjects } of asked) {
        const facts = found.get(family.name);
        for (const [subject, { resolve }] of subjects) resolve(facts?.get(subject) ?? null);
      }
    } catch (error) {
      for (const { subjects } of asked) for (const { reject } of subjects.values()) reject(error);
    }
  };

  const read = (family: FactFamily<object>, subject: string): Promise<Found> => {
    const key = `${family.name} ${subject}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = new Promise<Found>((resolve, reject) => {
      if (waiting.size === 0) void readWaiting();
      const own = waiting.get(family.name) ?? { family, subjects: new Map() };
      waiting.set(family.name, own);
      own.subjects.set(subject, { resolve, reject });
    });
    known.set(key, found);
    return found;
  };

  const fact: FactReader['fact'] = <F extends object>(of: SnapshotView, family: FactFamily<F>, subject: string) =>
    of === view
      ? // What stands under a family's name is a fact of that family.
        (read(family, subject) as Promise<F | null>)
      : reader.fact(of, family, subject);
  const ahead: NonNullable<SnapshotData['ahead']> = async (family, subjects) => {
    await Promise.all(subjects.map((subject) => read(family, subject)));
  };
  return { reader: { ...reader, fact }, view, publisher, ahead };
}

/** Reads facts of several families at once. */
async function readTogether(
  reader: FactReader,
  view: SnapshotView,
  asked: readonly Waiting[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, object | null>>> {
  const [first, ...others] = asked.map(({ family, subjects }) => ({ family, subjects: [...subjects.keys()] }));
  if (first === undefined) return new Map();
  const { family, subjects } = first;
  if (others.length > 0) return reader.factsOfFamilies(view, [first, ...others]);
  if (subjects.length === 1) {
    const fact = await reader.fact(view, family, subjects[0]!);
    return new Map([[family.name, new Map([[subjects[0]!, fact]])]]);
  }
  const facts = await reader.factsAmong(view, family, subjects);
  return new Map([[family.name, facts]]);
}

/** Prefetches facts that will be requested one by one. */
export async function readAhead(
  { ahead }: Pick<SnapshotData, 'ahead'>,
  family: FactFamily<object>,
  subjects: readonly (string | number)[],
): Promise<void> {
  return ahead?.(family, subjects.map(String));
}
