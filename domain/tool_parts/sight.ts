import type { Publisher } from '../attribution.ts';
import type { SnapshotReader, SnapshotView, StoredRate } from '../ports/snapshots.ts';
import { valueIn } from '../reads/card_facts.ts';
import { ok, type Reached } from '../result.ts';
import type { Agreed } from '../rollups/agreed.ts';
import type { FactBody } from '../rollups/rollup.ts';
import { wilson } from '../wilson.ts';

/** One snapshot as a tool reads it. */
export interface Sight {
  readonly reader: SnapshotReader;
  readonly view: SnapshotView;
  readonly publisher: Publisher;
}

/** What an answer says of a game entity beside its id (schema/tools/parts.ts, entity). */
export interface Entity<K extends string = string> {
  readonly kind: K;
  readonly id: number;
  readonly name: string | null;
  readonly url: string | null;
}

/** Where the agreed name of a kind stands: family and member. */
const NAMED = {
  item: ['items', 'name'],
  npc: ['npcs', 'name'],
  quest: ['quests', 'title'],
  zone: ['maps', 'name'],
  recipe: ['recipes', 'name'],
} as const satisfies Readonly<Record<string, readonly [family: string, member: string]>>;

const PAGED: ReadonlySet<string> = new Set(['item', 'npc', 'quest', 'object']);

/** An entity's agreed name and page. `known`: public facts name it, so that it has a page. */
export const entityOf = async <K extends string>(
  sight: Sight,
  kind: K,
  id: number,
  known = true,
): Promise<Reached<Entity<K>>> => {
  const named = Object.hasOwn(NAMED, kind) ? NAMED[kind as keyof typeof NAMED] : null;
  const fact = named === null ? ok(null) : await sight.reader.fact(sight.view, named[0], String(id));
  if (!fact.ok) return fact;
  const name = named === null ? null : valueIn<string>(fact.value, named[1]);
  return ok({ kind, id, name, url: known || fact.value !== null ? pageUrl(sight.publisher, kind, id) : null });
};

/** The same of many entities of one kind, in one read; all of them are known. */
export const entitiesOf = async <K extends keyof typeof NAMED>(
  { reader, view, publisher }: Sight,
  kind: K,
  ids: readonly number[],
): Promise<Reached<ReadonlyMap<number, Entity<K>>>> => {
  const [family, member] = NAMED[kind];
  const facts = await reader.factsAmong(view, family, ids.map(String));
  if (!facts.ok) return facts;
  return ok(
    new Map(
      ids.map((id) => {
        const name = valueIn<string>(facts.value.get(String(id)) ?? null, member);
        return [id, { kind, id, name, url: pageUrl(publisher, kind, id) }] as const;
      }),
    ),
  );
};

/** The page of an entity here; null for kinds that have none. */
export const pageUrl = ({ publicUrl }: Publisher, kind: string, id: number): string | null =>
  PAGED.has(kind) ? `${publicUrl}/${kind}/${id}` : null;

/** How texts name an entity: what players or the game named stands in quotes, as data. */
export const called = ({ kind, id, name }: Entity): string =>
  name === null ? `${kind} ${id}` : `${JSON.stringify(name)} (${kind} ${id})`;

/** A member that one value was agreed on; null where there is none. */
export const agreedIn = <T>(body: FactBody | null, member: string): Agreed<T> | null =>
  (body?.[member] as Agreed<T> | undefined) ?? null;

/** Every agreed value of a member. */
export const agreedsIn = <T>(body: FactBody | null, member: string): readonly Agreed<T>[] =>
  (body?.[member] ?? []) as readonly Agreed<T>[];

/** A rate and its 95% bounds, from what is stored. */
export const figuresOf = ({ kills, drops, reporters }: Pick<StoredRate, 'kills' | 'drops' | 'reporters'>) => ({
  ...{ kills, drops, rate: kills === 0 ? 0 : drops / kills },
  ...(kills === 0 ? { low: 0, high: 1 } : wilson(drops, kills)),
  reporters,
});
