import type { TalliedFamily } from '../families/counting/family.ts';
import { families } from '../families/mod.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import type { LocalizedText } from '../values/language.ts';
import { createSnapshotBatchCache, type SnapshotBatchCache } from './snapshot_cache.ts';

/** The fact family that holds the agreed name for each kind of entity. Other kinds have no names. */
const NAME_FAMILIES = {
  item: families.items,
  npc: families.npcs,
  object: families.objects,
  quest: families.quests,
  zone: families.maps,
  recipe: families.recipes,
} as const satisfies Readonly<Record<string, TalliedFamily>>;

export type NamedEntity = keyof typeof NAME_FAMILIES;

/** Returns the fact family that holds the agreed names of this kind of entity. */
export function findNameFamily(kind: NamedEntity): TalliedFamily {
  return NAME_FAMILIES[kind];
}

interface NameOrFact {
  readonly name: LocalizedText | undefined;
  readonly isFact: boolean;
}

/** Returns an entity's agreed name, and whether its family has any fact about the entity. */
export async function readEntityName(snapshot: Pick<Snapshot, 'fact'>, kind: string, id: number): Promise<NameOrFact> {
  if (!Object.hasOwn(NAME_FAMILIES, kind)) return { name: undefined, isFact: false };
  const family = findNameFamily(kind as NamedEntity);
  const value = await snapshot.fact(family, String(id));
  return { name: value === null ? undefined : family.label?.name(value), isFact: value !== null };
}

/** Maximum number of names to keep of one kind of entity. */
const NAMES_MAX = 5_000;

const cachedNames = Object.fromEntries(
  Object.keys(NAME_FAMILIES).map((kind) => [kind, createSnapshotBatchCache<number, LocalizedText | null>(NAMES_MAX)]),
) as Readonly<Record<NamedEntity, SnapshotBatchCache<number, LocalizedText | null>>>;

/**
 * Returns the agreed names of many entities of one kind, with a single read. Entities without a name are omitted. Names
 * are kept until the next snapshot, because most pages show the same ones.
 */
export async function readNames(
  snapshot: Pick<Snapshot, 'factsAmong' | 'view'>,
  kind: NamedEntity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LocalizedText>> {
  const found = await cachedNames[kind](snapshot, ids, async (missing) => {
    const read = await readNamesUncached(snapshot, kind, missing);
    return new Map(missing.map((id) => [id, read.get(id) ?? null] as const));
  });
  return new Map([...found].flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
}

/** Like `readNames`, but keeps no names. */
export async function readNamesUncached(
  snapshot: Pick<Snapshot, 'factsAmong'>,
  kind: NamedEntity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LocalizedText>> {
  const family = findNameFamily(kind);
  const facts = await snapshot.factsAmong(family, ids.map(String));
  const names = [...facts].map(([subject, fact]) => [Number(subject), family.label?.name(fact)] as const);
  return new Map(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}

/** Returns the given entities that have a fact in their family, with or without a name. */
export async function filterPublicIds(
  snapshot: Snapshot,
  kind: NamedEntity,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await snapshot.publicAmong(findNameFamily(kind), ids.map(String));
  return new Set([...found].map(Number));
}

/** Kinds of entity that may have a name. */
export const NAMED_ENTITIES = Object.keys(NAME_FAMILIES) as readonly NamedEntity[];
