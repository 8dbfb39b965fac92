import { LIST_MAX } from '../../../schema/limits.ts';
import type { SuggestResponse } from '../../../schema/responses/suggestResponse.ts';
import { suggestNames } from '../../knowledge/suggest.ts';
import type { SearchHit } from '../../ports/knowledge.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotBatchCache } from '../shared/snapshot_cache.ts';
import { type Description, describeEntries } from './suggestion_lines.ts';

/** A suggestion as answers have it (contract, section 4, Suggestions). */
export type SuggestionRow = SuggestResponse['rows'][number];

export interface Suggestions {
  /** Best first. */
  readonly rows: readonly SuggestionRow[];
  /** True if a row shows something from the game's files. */
  readonly fromFiles: boolean;
}

/** Returns entries whose names fit a text that is being typed, with what a player wants to know about each. */
export async function suggestRows(
  snapshot: PublishedSnapshot,
  text: string,
  limit: number = LIST_MAX.suggestions,
): Promise<Suggestions> {
  const found = withoutSpells(await suggestNames(snapshot, text, limit + SPARE)).slice(0, limit);
  const byId = new Map(found.map((hit) => [hit.id, hit]));
  const described = await kept(snapshot, [...byId.keys()], (ids) =>
    describeEntries(
      snapshot,
      ids.map((id) => byId.get(id)!),
    ),
  );
  const rows = [...byId.values()].map((hit) => suggestionRow(hit, described.get(hit.id)!));
  return { rows, fromFiles: found.some(({ id }) => described.get(id)!.fromFiles) };
}

/** Number of extra names to read, to make up for spells that are left out. */
const SPARE = 10;

/** Leaves out spells of recipes, which have the same numbers and names as the recipes. */
function withoutSpells(hits: readonly SearchHit[]): readonly SearchHit[] {
  const recipes = new Set(hits.filter(({ kind }) => kind === 'recipe').map(({ id }) => id));
  return hits.filter(({ kind, id }) => kind !== 'spell' || !recipes.has(id.replace('spell:', 'recipe:')));
}

/** Number of descriptions that are cached per snapshot. Each letter that a reader types finds many of the same names. */
const KEPT_MAX = 5_000;

const kept = createSnapshotBatchCache<string, Description>(KEPT_MAX);

function suggestionRow(
  { id, kind, name }: SearchHit,
  { quality, icon, line, url, locale }: Description,
): SuggestionRow {
  return { kind, id, name, ...(locale === undefined ? {} : { locale }), quality, icon, line, url };
}
