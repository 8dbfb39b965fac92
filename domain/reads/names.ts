import { type Agreed, agreedValue } from '../families/counting/agreed.ts';
import { families } from '../families/mod.ts';
import type { FactFamily, FactReader } from '../ports/facts.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import { ok, type StorageResult } from '../values/result.ts';

/** A family whose facts hold the name of what they are about. */
interface Naming<F extends object> {
  readonly family: FactFamily<F>;
  name(fact: F): Agreed<string> | undefined;
}

const naming = <F extends object>(family: FactFamily<F>, name: (fact: F) => Agreed<string> | undefined): Naming<F> => ({
  family,
  name,
});

/** Where the agreed name of a kind of entity stands. Other kinds have none. */
const ENTITY_NAMES = {
  item: naming(families.items, ({ name }) => name),
  npc: naming(families.npcs, ({ name }) => name),
  quest: naming(families.quests, ({ title }) => title),
  zone: naming(families.maps, ({ name }) => name),
  recipe: naming(families.recipes, ({ name }) => name),
} as const satisfies Readonly<Record<string, Naming<object>>>;

export type NamedEntity = keyof typeof ENTITY_NAMES;

interface Sources {
  readonly reader: Pick<FactReader, 'fact' | 'factsAmong'>;
  readonly view: SnapshotView;
}

/** An entity's agreed name, and whether its family has a fact of it at all. */
export const readNamed = async (
  { reader, view }: Omit<Sources, 'reader'> & { readonly reader: Pick<FactReader, 'fact'> },
  kind: string,
  id: number,
): Promise<StorageResult<{ readonly name: string | null; readonly isFact: boolean }>> => {
  if (!Object.hasOwn(ENTITY_NAMES, kind)) return ok({ name: null, isFact: false });
  const { family, name }: Naming<object> = ENTITY_NAMES[kind as NamedEntity];
  const fact = await reader.fact(view, family, String(id));
  if (!fact.ok) return fact;
  return ok({ name: fact.value === null ? null : agreedValue(name(fact.value)), isFact: fact.value !== null });
};

/** The agreed names of many entities of one kind, in one read; those without one are left out. */
export const readNames = async (
  { reader, view }: Sources,
  kind: NamedEntity,
  ids: readonly number[],
): Promise<StorageResult<ReadonlyMap<number, string>>> => {
  const { family, name }: Naming<object> = ENTITY_NAMES[kind];
  const facts = await reader.factsAmong(view, family, ids.map(String));
  if (!facts.ok) return facts;
  const names = new Map<number, string>();
  for (const [subject, fact] of facts.value) {
    const known = agreedValue(name(fact));
    if (known !== null) names.set(Number(subject), known);
  }
  return ok(names);
};
