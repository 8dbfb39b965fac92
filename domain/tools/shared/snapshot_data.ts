import type { FactFamily } from '../../ports/facts.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { SnapshotReader } from '../../ports/snapshots.ts';
import { type NamedEntity, readNamed, readNames } from '../../reads/names.ts';
import type { Publisher } from '../../values/attribution.ts';
import { isPaged, pageUrl } from '../../values/entity_page.ts';
import { type Locale, localeOf, type Worded } from '../../values/language.ts';

/** One snapshot as a tool reads it. */
export interface SnapshotData {
  readonly reader: SnapshotReader;
  readonly view: SnapshotView;
  readonly publisher: Publisher;
  /** Reads facts in one go that `reader.fact` is asked for soon (read_once.ts). */
  readonly ahead?: (family: FactFamily<object>, subjects: readonly string[]) => Promise<void>;
}

/** What an answer says of a game entity beside its id (schema/tools/parts.ts, entity). */
export interface Entity<K extends string = string> {
  readonly kind: K;
  readonly id: number;
  readonly name: string | null;
  /** The language of the name, where it is not the instance's. */
  readonly locale?: Locale;
  readonly url: string | null;
}

/** An entity with its agreed name; undefined: none. */
export function namedEntity<K extends string>(kind: K, id: number, name: Worded | undefined) {
  return {
    ...{ kind, id, name: name?.value ?? null },
    ...localeOf(name),
  };
}

/** An entity's agreed name and page. `known`: public facts name it, so that it has a page. */
export async function entityOf<K extends string>(
  data: SnapshotData,
  kind: K,
  id: number,
  known = true,
): Promise<Entity<K>> {
  const { name, isFact } = await readNamed(data, kind, id);
  return {
    ...namedEntity(kind, id, name),
    url: (known || isFact) && isPaged(kind) ? pageUrl(data.publisher, kind, id) : null,
  };
}

/** The same of many entities of one kind, in one read; all of them are known. */
export async function entitiesOf<K extends NamedEntity>(
  data: SnapshotData,
  kind: K,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Entity<K>>> {
  const names = await readNames(data, kind, ids);
  return new Map(
    ids.map((id) => {
      const url = isPaged(kind) ? pageUrl(data.publisher, kind, id) : null;
      return [id, { ...namedEntity(kind, id, names.get(id)), url }] as const;
    }),
  );
}

/** How texts name an entity: what players or the game named stands in quotes, as data. */
export function called({ kind, id, ...named }: Entity): string {
  const name = nameText(named);
  return name === null ? `${kind} ${id}` : `${name} (${kind} ${id})`;
}

/** The same with what is to be known of it beside: `"Wolf" (npc 60, level 5–7)`. */
export function detailed({ kind, id, ...named }: Entity, details: readonly string[]): string {
  const name = nameText(named);
  const [first, ...others] = name === null ? [`${kind} ${id}`] : [name, `${kind} ${id}`];
  const told = [...others, ...details];
  return told.length === 0 ? first! : `${first} (${told.join(', ')})`;
}

function nameText({ name, locale }: Pick<Entity, 'name' | 'locale'>): string | null {
  return name === null ? null : quotedText({ value: name, ...localeOf({ locale }) });
}

/** A text that players or the game wrote, in quotes as data, its language behind it where that is not the instance's. */
export function quotedText({ value, locale }: Worded): string {
  return `${JSON.stringify(value)}${locale === undefined ? '' : ` [${locale}]`}`;
}
