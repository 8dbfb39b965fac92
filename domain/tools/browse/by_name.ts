import { nameKey } from '../../knowledge/words.ts';
import type { KnownName, NamePlace } from '../../ports/knowledge.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';

/** Some of what has an agreed name, in the order of names. */
export interface ByName {
  readonly ids: readonly number[];
  /** Where the names after these begin; null: there are none. */
  readonly next: NamePlace | null;
  /** With which characters names begin. */
  readonly initials: readonly string[];
}

export const NAMES_A_PAGE = 100;

/** Names of other scripts may begin with thousands of characters. */
const INITIALS_MAX = 80;

/** Whatever has an agreed name begins with this place. */
export const FIRST_NAME: NamePlace = { name: '', id: '' };

/** Entities of one kind by name, from a place on. */
export async function byName(
  { reader, view }: SnapshotData,
  kind: 'item' | 'npc' | 'quest',
  from: NamePlace,
): Promise<ByName> {
  const [names, initials] = await Promise.all([
    reader.knownFrom(view, kind, from, NAMES_A_PAGE + 1),
    reader.knownInitials(view, kind, INITIALS_MAX),
  ]);
  const next = names[NAMES_A_PAGE];
  return {
    ids: names.slice(0, NAMES_A_PAGE).map(idOf),
    next: next === undefined ? null : { name: nameKey(next.name), id: next.id },
    initials,
  };
}

function idOf({ id }: KnownName): number {
  return Number(id.slice(id.indexOf(':') + 1));
}
