import type { FactFamily, FactReader } from '../../ports/facts.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { StorageResult } from '../../values/result.ts';
import type { ToolGround } from '../tool.ts';
import type { SnapshotData } from './snapshot_data.ts';

/**
 * One snapshot for one answer. A fact that several parts of the answer need, such as the name of a map that many NPCs
 * stand on, is read once.
 */
export const dataOf = ({ reader, publisher }: ToolGround, view: SnapshotView): SnapshotData => {
  const read = new Map<string, Promise<StorageResult<object | null>>>();
  const fact: FactReader['fact'] = <F extends object>(of: SnapshotView, family: FactFamily<F>, subject: string) => {
    if (of !== view) return reader.fact(of, family, subject);
    const key = `${family.name} ${subject}`;
    const known = read.get(key) ?? reader.fact(view, family, subject);
    read.set(key, known);
    // What stands under a family's name is a fact of that family.
    return known as Promise<StorageResult<F | null>>;
  };
  return { reader: { ...reader, fact }, view, publisher };
};
