import type { FactFamily, FactReader } from '../../ports/facts.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import { ok, type StorageResult } from '../../values/result.ts';
import type { ToolGround } from '../tool.ts';
import type { SnapshotData } from './snapshot_data.ts';

/**
 * One snapshot for one answer. A fact that several parts of the answer need, such as the name of a map that many NPCs
 * stand on, is read once; those of a list are read in one go (`ahead`), since a read costs more than what it reads.
 */
export const dataOf = ({ reader, publisher }: ToolGround, view: SnapshotView): SnapshotData => {
  const read = new Map<string, Promise<StorageResult<object | null>>>();
  const fact: FactReader['fact'] = <F extends object>(of: SnapshotView, family: FactFamily<F>, subject: string) => {
    if (of !== view) return reader.fact(of, family, subject);
    const key = keyOf(family, subject);
    const known = read.get(key) ?? reader.fact(view, family, subject);
    read.set(key, known);
    // What stands under a family's name is a fact of that family.
    return known as Promise<StorageResult<F | null>>;
  };
  const ahead: NonNullable<SnapshotData['ahead']> = async (family, subjects) => {
    const unread = subjects.filter((subject) => !read.has(keyOf(family, subject)));
    // One fact is as well read when it is needed.
    if (unread.length < 2) return ok(null);
    const found = await reader.factsAmong(view, family, unread);
    if (!found.ok) return found;
    for (const subject of unread)
      read.set(keyOf(family, subject), Promise.resolve(ok(found.value.get(subject) ?? null)));
    return ok(null);
  };
  return { reader: { ...reader, fact }, view, publisher, ahead };
};

const keyOf = ({ name }: Pick<FactFamily<object>, 'name'>, subject: string): string => `${name} ${subject}`;

/** Reads facts in one go that are asked for one by one soon. */
export const readAhead = async (
  { ahead }: Pick<SnapshotData, 'ahead'>,
  family: FactFamily<object>,
  subjects: readonly (string | number)[],
): Promise<StorageResult<null>> => (ahead === undefined ? ok(null) : ahead(family, subjects.map(String)));
