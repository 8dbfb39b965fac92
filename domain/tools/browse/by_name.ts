import { foldName } from '../../knowledge/words.ts';
import type { NamePosition } from '../../ports/knowledge.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { parseId } from '../search/answers/names.ts';

/** One page of entities with an agreed name, ordered by name. */
export interface NamesPage {
  readonly ids: readonly number[];
  /** The first name of the next page, or null on the last page. */
  readonly next: NamePosition | null;
  /** The distinct first characters of all names. */
  readonly initials: readonly string[];
}

const NAMES_PER_PAGE = 100;

/** Maximum number of initials. Names in other scripts may begin with thousands of different characters. */
const INITIALS_MAX = 80;

/** A position before all names. */
export const FIRST_NAME_PLACE: NamePosition = { name: '', id: '' };

/** Returns one page of the entities of a kind, ordered by name, starting at `from`. */
export async function readNamesPage(
  snapshot: PublishedSnapshot,
  kind: 'item' | 'npc' | 'object' | 'quest',
  from: NamePosition,
): Promise<NamesPage> {
  const [names, initials] = await Promise.all([
    snapshot.knowledge.namesFrom(kind, from, NAMES_PER_PAGE + 1),
    snapshot.knowledge.initials(kind, INITIALS_MAX),
  ]);
  const next = names[NAMES_PER_PAGE];
  return {
    ids: names.slice(0, NAMES_PER_PAGE).map(parseId),
    next: next === undefined ? null : { name: foldName(next.name), id: next.id },
    initials,
  };
}
