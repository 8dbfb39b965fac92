import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { SnapshotReader } from '../../ports/snapshots.ts';
import { ENTITY_NAMES, type NamedEntity, readNamed } from '../../reads/names.ts';
import { valueIn } from '../../rollups/agreed.ts';
import type { Publisher } from '../../values/attribution.ts';
import { isPaged, pageUrl } from '../../values/entity_page.ts';
import { ok, type StorageResult } from '../../values/result.ts';

/** One snapshot as a tool reads it. */
export interface SnapshotData {
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

/** An entity's agreed name and page. `known`: public facts name it, so that it has a page. */
export const entityOf = async <K extends string>(
  data: SnapshotData,
  kind: K,
  id: number,
  known = true,
): Promise<StorageResult<Entity<K>>> => {
  const named = await readNamed(data, kind, id);
  if (!named.ok) return named;
  const { name, isFact } = named.value;
  return ok({ kind, id, name, url: (known || isFact) && isPaged(kind) ? pageUrl(data.publisher, kind, id) : null });
};

/** The same of many entities of one kind, in one read; all of them are known. */
export const entitiesOf = async <K extends NamedEntity>(
  { reader, view, publisher }: SnapshotData,
  kind: K,
  ids: readonly number[],
): Promise<StorageResult<ReadonlyMap<number, Entity<K>>>> => {
  const [family, member] = ENTITY_NAMES[kind];
  const facts = await reader.factsAmong(view, family, ids.map(String));
  if (!facts.ok) return facts;
  return ok(
    new Map(
      ids.map((id) => {
        const name = valueIn<string>(facts.value.get(String(id)) ?? null, member);
        return [id, { kind, id, name, url: isPaged(kind) ? pageUrl(publisher, kind, id) : null }] as const;
      }),
    ),
  );
};

/** How texts name an entity: what players or the game named stands in quotes, as data. */
export const called = ({ kind, id, name }: Entity): string =>
  name === null ? `${kind} ${id}` : `${JSON.stringify(name)} (${kind} ${id})`;
