import { type FirstRows, NO_FIRST_ROWS, renderOneLine } from '../../../reads/entities/first_of.ts';
import { type EntityPlace, formatPlace, readPlacesById } from '../../../reads/entities/places.ts';
import { type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../../values/map_in_order.ts';
import type { DirectAnswer } from './answer.ts';
import { isInZone, type NameMatch, parseId } from './names.ts';

/** Number of entries with the same name that one answer covers. */
export const SHOWN_NAMESAKES_MAX = 3;

/** The lines about one entry, and the ids of other entries that they mention. */
export type AnswerPart = Pick<DirectAnswer, 'lines' | 'about'>;

export type Hit = NameMatch['hits'][number];
type Findable = Pick<Hit, 'id' | 'kind'> & { readonly name: string | null };

/** Says where an NPC or object is found, or in which of these zones. */
export async function describePlace(
  snapshot: PublishedSnapshot,
  hit: Findable,
  zone: NameMatch | null,
): Promise<AnswerPart> {
  const [kind, id] = [hit.kind === 'npc' ? 'npc' : 'object', parseId(hit)] as const;
  const found = await readPlacesById(snapshot, kind, [id], { maps: 10, pins: 3 });
  const places = found.get(id) ?? NO_FIRST_ROWS;
  const name = formatHitTitle({ ...hit, kind });
  if (zone === null) return formatPlaces(`${name} is found in`, places, `Where ${name} is found is not known yet.`);
  const rows = places.rows.filter((row) => isInZone([row], zone));
  return formatPlaces(`${name} is found in`, { total: rows.length, rows }, null);
}

/** Lists places after a label, or says that none is known. */
export function formatPlaces(label: string, places: FirstRows<EntityPlace>, unknown: string | null): AnswerPart {
  return {
    lines: places.total === 0 && unknown !== null ? [unknown] : renderOneLine(label, places, formatPlace),
    about: places.rows.map(({ mapId }) => `zone:${mapId}`),
  };
}

/** Returns the title of an entry, such as `"Wolf" (npc 60)`. */
export function formatHitTitle(hit: Findable): string {
  return toLabel({ kind: hit.kind, id: parseId(hit), name: hit.name, url: null });
}

/** Says where the first of these creatures and objects are found, or that none of them was seen in the given zones. */
export async function describePlaces(
  snapshot: PublishedSnapshot,
  entries: readonly Findable[],
  zone: NameMatch | null = null,
): Promise<readonly string[]> {
  const placed = entries.filter(({ kind }) => kind === 'npc' || kind === 'object').slice(0, SHOWN_NAMESAKES_MAX);
  const lines = (await mapInOrder(placed, (entry) => describePlace(snapshot, entry, zone))).flatMap((one) => one.lines);
  return placed.length > 0 && lines.length === 0 ? ['It has not been seen there yet.'] : lines;
}
