import type { GameClass, GameItem } from '../ports/build.ts';
import { unnamedClass } from './class_words.ts';
import type { GameTables } from './tables.ts';

/**
 * The classes that the build names or its items are of, by id, each with its subclasses by id: those of `ItemSubClass`,
 * and those that only items mention, which have no name. A class that only items mention bears our word for it. ClassID -1 is the client's word for no class.
 */
export const readClasses = async (
  tables: GameTables,
  items: Iterable<Pick<GameItem, 'classId' | 'subclassId'>>,
): Promise<readonly GameClass[]> => {
  const names = await readClassNames(tables);
  const subclasses = await readSubclassNames(tables);
  for (const { classId, subclassId } of items) {
    if (classId === null) continue;
    if (!names.has(classId)) names.set(classId, unnamedClass(classId));
    if (subclassId === null) continue;
    const within = subclasses.get(classId) ?? new Map<number, string | null>();
    subclasses.set(classId, within);
    if (!within.has(subclassId)) within.set(subclassId, null);
  }
  return byId(names).map(([classId, name]) => ({
    classId,
    name,
    subclasses: byId(subclasses.get(classId) ?? new Map<number, string | null>()).map(([subclassId, name]) => ({
      subclassId,
      name,
    })),
  }));
};

const readClassNames = async (tables: GameTables): Promise<Map<number, string>> => {
  const names = new Map<number, string>();
  for await (const row of tables.table('ItemClass')?.rows() ?? []) {
    const [id, name] = [row.integer('ClassID'), row.text('ClassName_lang')?.trim() || null];
    if (id !== null && id >= 0 && name !== null && !names.has(id)) names.set(id, name);
  }
  return names;
};

type NamesWithin = Map<number, Map<number, string | null>>;

const readSubclassNames = async (tables: GameTables): Promise<NamesWithin> => {
  const names: NamesWithin = new Map();
  for await (const row of tables.table('ItemSubClass')?.rows() ?? []) {
    const [classId, subclassId] = [row.integer('ClassID'), row.integer('SubClassID')];
    if (classId === null || classId < 0 || subclassId === null || subclassId < 0) continue;
    const within = names.get(classId) ?? new Map<number, string | null>();
    names.set(classId, within);
    const name = row.text('VerboseName_lang')?.trim() || row.text('DisplayName_lang')?.trim() || null;
    if (!within.has(subclassId)) within.set(subclassId, name);
  }
  return names;
};

const byId = <T>(map: ReadonlyMap<number, T>): readonly (readonly [number, T])[] => [...map].sort(([a], [b]) => a - b);
