import type { FactReader } from '../ports/facts.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import { valueIn } from '../rollups/agreed.ts';
import { ok, type StorageResult } from '../values/result.ts';

/** Where the agreed name of a kind of entity stands: family and member. Other kinds have none. */
export const ENTITY_NAMES = {
  item: ['items', 'name'],
  npc: ['npcs', 'name'],
  quest: ['quests', 'title'],
  zone: ['maps', 'name'],
  recipe: ['recipes', 'name'],
} as const satisfies Readonly<Record<string, readonly [family: string, member: string]>>;

export type NamedEntity = keyof typeof ENTITY_NAMES;

/** An entity's agreed name, and whether its family has a fact of it at all. */
export const readNamed = async (
  { reader, view }: { readonly reader: Pick<FactReader, 'fact'>; readonly view: SnapshotView },
  kind: string,
  id: number,
): Promise<StorageResult<{ readonly name: string | null; readonly isFact: boolean }>> => {
  if (!Object.hasOwn(ENTITY_NAMES, kind)) return ok({ name: null, isFact: false });
  const [family, member] = ENTITY_NAMES[kind as NamedEntity];
  const fact = await reader.fact(view, family, String(id));
  return fact.ok ? ok({ name: valueIn<string>(fact.value, member), isFact: fact.value !== null }) : fact;
};
