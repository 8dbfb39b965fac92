import { type ListLedger, type ListSlice, placesAt, planListPage, runOf } from '../paging/ledger.ts';
import type { EdgePlace, SnapshotReader } from '../ports/snapshots.ts';
import { ok, type Reached, type Result } from '../result.ts';
import { EDGE_GROUPS, type EdgeGroup } from '../rollups/edges.ts';
import { groundOf, type ListGround, type ListPage, type ListQuery, nextOffset } from './list.ts';
import type { ReadRefusal } from './refusal.ts';

/** Which relations are asked for; null: whatever they are (spec, GET /api/edges). */
export interface EdgeFilter {
  readonly fromKind: string | null;
  readonly fromId: number | null;
  readonly toKind: string | null;
  readonly toId: number | null;
  readonly rel: string | null;
  readonly evidence: 'observed' | 'client' | null;
}

export interface EdgesQuery extends ListQuery, EdgeFilter {}

export interface EdgesPage extends ListPage {
  /** The rows as finished JSON joined by commas, in pieces to be put end to end. */
  readonly pieces: readonly Uint8Array[];
}

/** One page of the typed relations, observed ones in the order they became public. */
export const readEdges = async (reader: SnapshotReader, query: EdgesQuery): Promise<Result<EdgesPage, ReadRefusal>> => {
  const ground = await groundOf(reader, query.pin);
  if (!ground.ok) return ground;
  const found = await findRows(reader, ground.value, query);
  if (!found.ok) return found;
  const { total, slices } = found.value;
  const pieces = await reader.edgeRows(ground.value.view, slices);
  if (!pieces.ok) return pieces;
  return ok({
    ...ground.value,
    total,
    pieces: pieces.value,
    nextOffset: nextOffset(query.offset, query.limit, total),
  });
};

/** Where the rows of a page are, and how many the filter lets through in all. */
interface Found {
  readonly total: number;
  readonly slices: readonly ListSlice[];
}

/** Kinds choose whole groups, which the ledger pages; an id is looked up, and what has it is put in order here. */
const findRows = async (reader: SnapshotReader, ground: ListGround, query: EdgesQuery): Promise<Reached<Found>> => {
  const groups = groupsOf(query);
  const { view, at } = ground;
  if (query.fromId !== null || query.toId !== null) return findByEnds(reader, ground, groups, query);
  const kinds = groups.map(({ name }) => name);
  return ok(planListPage(view.edges, { kinds, after: 0, upTo: at.n }, query.offset, query.limit));
};

const groupsOf = ({ fromKind, toKind, rel, evidence }: EdgeFilter): readonly EdgeGroup[] =>
  evidence === 'client'
    ? []
    : EDGE_GROUPS.filter(
        (group) =>
          (fromKind ?? group.fromKind) === group.fromKind &&
          (toKind ?? group.toKind) === group.toKind &&
          (rel ?? group.rel) === group.rel,
      );

const findByEnds = async (
  reader: SnapshotReader,
  { view, at }: ListGround,
  groups: readonly EdgeGroup[],
  { fromId, toId, offset, limit }: EdgesQuery,
): Promise<Reached<Found>> => {
  if (groups.length === 0) return ok({ total: 0, slices: [] });
  const places = await reader.edgePlaces(view, groups, { fromId, toId });
  if (!places.ok) return places;
  const given = new Map(groups.map(({ name }) => [name, placesAt(view.edges, name, at.n)]));
  const stood = places.value.filter(
    ({ group, place, withdrawn }) => place < given.get(group)! && (withdrawn === null || withdrawn > at.n),
  );
  const rows = groups.length === 1 ? stood : inListOrder(view.edges, stood);
  const page = rows.slice(offset, offset + limit);
  return ok({
    total: rows.length,
    slices: page.map(({ group, place }) => ({ kind: group, from: place, to: place + 1 })),
  });
};

/** In the order of the whole list; `places` come by group and place. */
const inListOrder = (ledger: ListLedger, places: readonly EdgePlace[]): readonly EdgePlace[] =>
  places
    .map((row) => ({ row, run: runOf(ledger, row.group, row.place) }))
    // Sorting keeps the order of what is equal.
    .sort((a, b) => a.run - b.run)
    .map(({ row }) => row);
