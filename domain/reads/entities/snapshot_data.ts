import { LENGTHS } from '../../../schema/limits.ts';
import type { FactFamily } from '../../ports/facts.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { Publisher } from '../../values/attribution.ts';
import { hasEntityPage, toPageUrl } from '../../values/entity_page.ts';
import { type Locale, type LocalizedText, readLocaleField } from '../../values/language.ts';
import { type NamedEntity, readEntityName, readNames } from '../names.ts';

/** A snapshot with its publisher. Links in answers begin with the publisher's address. */
export interface PublishedSnapshot extends Snapshot {
  readonly publisher: Publisher;
  /** Reads facts in advance that will be requested through `fact` (read_once.ts). */
  readonly prefetch?: (family: FactFamily<object>, subjects: readonly string[]) => Promise<void>;
}

/** The fields of a game entity in answers (schema/tools/parts.ts, entity). */
export interface Entity<K extends string = string> {
  readonly kind: K;
  readonly id: number;
  readonly name: string | null;
  /** The language of the name if it differs from the instance's language. */
  readonly locale?: Locale;
  readonly url: string | null;
}

/** Builds an entity with its agreed name. The name is null if `name` is undefined. */
export function nameEntity<K extends string>(kind: K, id: number, name: LocalizedText | undefined) {
  return {
    kind,
    id,
    name: name?.value ?? null,
    ...readLocaleField(name),
  };
}

/**
 * Reads an entity's agreed name and page. `known` means that public facts mention the entity, so that it has a page.
 */
export async function readEntity<K extends string>(
  snapshot: PublishedSnapshot,
  kind: K,
  id: number,
  known = true,
): Promise<Entity<K>> {
  const { name, isFact } = await readEntityName(snapshot, kind, id);
  return {
    ...nameEntity(kind, id, name),
    url: (known || isFact) && hasEntityPage(kind) ? toPageUrl(snapshot.publisher, kind, id) : null,
  };
}

/** Reads many entities of one kind in one batch. Public facts must mention all of them. */
export async function readEntities<K extends NamedEntity>(
  snapshot: PublishedSnapshot,
  kind: K,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Entity<K>>> {
  const names = await readNames(snapshot, kind, ids);
  return new Map(
    ids.map((id) => {
      const url = hasEntityPage(kind) ? toPageUrl(snapshot.publisher, kind, id) : null;
      return [id, { ...nameEntity(kind, id, names.get(id)), url }] as const;
    }),
  );
}

/** Returns the name of an entity for use in texts. Names from players and the game are quoted, to mark them as data. */
export function toLabel({ kind, id, ...named }: Entity): string {
  const name = formatNameInLanguage(named);
  return name === null ? `${kind} ${id}` : `${name} (${kind} ${id})`;
}

/** Like `toLabel`, but adds details in brackets: `"Wolf" (npc 60, level 5–7)`. */
export function addDetails({ kind, id, ...named }: Entity, details: readonly string[]): string {
  const name = formatNameInLanguage(named);
  const [first, ...others] = name === null ? [`${kind} ${id}`] : [name, `${kind} ${id}`];
  const told = [...others, ...details];
  return told.length === 0 ? first! : `${first} (${told.join(', ')})`;
}

function formatNameInLanguage({ name, locale }: Pick<Entity, 'name' | 'locale'>): string | null {
  return name === null ? null : quoteText({ value: name, ...readLocaleField({ locale }) });
}

/** Quotes a text that players or the game wrote. Appends its language if it differs from the instance's language. */
export function quoteText({ value, locale }: LocalizedText): string {
  return `${JSON.stringify(value)}${locale === undefined ? '' : ` [${locale}]`}`;
}

/** Cuts a name from the game's files to the maximum length that answers allow. Returns null if there is no name. */
export function toFileName(name: unknown): string | null {
  return typeof name === 'string' ? [...name].slice(0, LENGTHS.fileName.max).join('') : null;
}
