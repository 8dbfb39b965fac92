import type { GameClass, GameItem } from '../ports/build.ts';
import { fallbackClassName } from './class_words.ts';
import { createIdReader, readIdIn } from './keys.ts';
import type { GameTables } from './tables.ts';

/**
 * Reads the item classes that the build names or that its items mention, ordered by id, each with its subclasses
 * ordered by id. If only items mention a subclass, it has no name. If only items mention a class, it gets our own name.
 * The client uses ClassID -1 for "no class".
 */
export async function readClasses(
  tables: GameTables,
  items: Iterable<Pick<GameItem, 'classId' | 'subclassId'>>,
): Promise<readonly GameClass[]> {
  const names = await readClassNames(tables);
  const subclasses = await readSubclassNames(tables);
  for (const { classId, subclassId } of items) {
    if (classId === null) continue;
    if (!names.has(classId)) names.set(classId, fallbackClassName(classId));
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
}

async function readClassNames(tables: GameTables): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const table = tables.table('ItemClass');
  const readId = createIdReader(table, 'ClassID', { from: 0 });
  for await (const row of table?.rows() ?? []) {
    const [id, name] = [readId(row), row.text('ClassName_lang')?.trim() || null];
    if (id !== null && name !== null) names.set(id, name);
  }
  return names;
}

type NamesWithin = Map<number, Map<number, string | null>>;

async function readSubclassNames(tables: GameTables): Promise<NamesWithin> {
  const names: NamesWithin = new Map();
  const table = tables.table('ItemSubClass');
  for await (const row of table?.rows() ?? []) {
    const classId = readIdIn(table, row, 'ClassID', { from: 0 });
    const subclassId = classId === null ? null : readIdIn(table, row, 'SubClassID', { from: 0 });
    if (classId === null || subclassId === null) continue;
    const within = names.get(classId) ?? new Map<number, string | null>();
    names.set(classId, within);
    const name = row.text('VerboseName_lang')?.trim() || row.text('DisplayName_lang')?.trim() || null;
    if (within.has(subclassId)) table?.leaveOut(row.line, `repeats the subclass ${subclassId} of class ${classId}`);
    else within.set(subclassId, name);
  }
  return names;
}

function byId<T>(map: ReadonlyMap<number, T>): readonly (readonly [number, T])[] {
  return [...map].sort(([a], [b]) => a - b);
}
