import type { SnapshotReader, SnapshotView } from '../ports/snapshots.ts';
import type { Reached } from '../result.ts';
import type { FactBody } from '../rollups/rollup.ts';
import type { ToolGround } from '../tools/tool.ts';
import type { Sight } from './sight.ts';

/**
 * One snapshot for one answer. A fact that several parts of the answer need, such as the name of a map that many NPCs
 * stand on, is read once.
 */
export const sightOf = ({ reader, publisher }: ToolGround, view: SnapshotView): Sight => {
  const read = new Map<string, Promise<Reached<FactBody | null>>>();
  const fact: SnapshotReader['fact'] = (of, family, subject) => {
    if (of !== view) return reader.fact(of, family, subject);
    const key = `${family} ${subject}`;
    const known = read.get(key) ?? reader.fact(view, family, subject);
    read.set(key, known);
    return known;
  };
  return { reader: { ...reader, fact }, view, publisher };
};
