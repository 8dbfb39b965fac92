import type { SnapshotReader, SnapshotView } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { valueIn } from '../rollups/agreed.ts';

/** Where the agreed name of a kind of entity stands: family and member. Other kinds have none. */
export const NAMED_KINDS = {
  item: ['items', 'name'],
  npc: ['npcs', 'name'],
  quest: ['quests', 'title'],
  zone: ['maps', 'name'],
  recipe: ['recipes', 'name'],
} as const satisfies Readonly<Record<string, readonly [family: string, member: string]>>;

export type NamedKind = keyof typeof NAMED_KINDS;

/** An entity's agreed name, and whether its family has a fact of it at all. */
export const readNamed = async (
  { reader, view }: { readonly reader: Pick<SnapshotReader, 'fact'>; readonly view: SnapshotView },
  kind: string,
  id: number,
): Promise<Reached<{ readonly name: string | null; readonly isFact: boolean }>> => {
  if (!Object.hasOwn(NAMED_KINDS, kind)) return ok({ name: null, isFact: false });
  const [family, member] = NAMED_KINDS[kind as NamedKind];
  const fact = await reader.fact(view, family, String(id));
  return fact.ok ? ok({ name: valueIn<string>(fact.value, member), isFact: fact.value !== null }) : fact;
};
