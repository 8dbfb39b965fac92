import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import type { EdgeEvidence } from '../../schema/vocabulary.ts';
import { EDGE_GROUPS, findEdgeGroup } from '../families/edges.ts';
import { countEarlierRows, countListRows, findRunOfRow, planListPage } from '../paging/ledger.ts';
import { CLIENT_GROUPS, type ClientGroup } from '../ports/build.ts';
import type { GameBuild, LayerCoding } from '../ports/builds.ts';
import type { EdgeGroup, EdgeKey, EdgePosition, ObservedEdge } from '../ports/edges.ts';
import type { ListLedger, ListSlice } from '../ports/places.ts';
import type { CutPosition, TextPiece } from '../ports/rows.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { ok, type Result } from '../values/result.ts';
import { type ListPage, type ListQuery, nextOffset, type PinnedSnapshot, readNewest, resolvePin } from './list.ts';
import type { ReadRefusal } from './refusal.ts';
import { readWithRetry, requireSameImport } from './served_build.ts';

/** Filter for relations. A null field matches everything (contract, section 4, Edges page). */
export interface EdgeFilter {
  readonly fromKind: string | null;
  readonly fromId: number | null;
  readonly toKind: string | null;
  readonly toId: number | null;
  readonly rel: string | null;
  readonly evidence: EdgeEvidence | null;
}

export interface EdgesQuery extends ListQuery, EdgeFilter {}

export interface EdgesPage extends ListPage {
  /** The rows as comma-separated final JSON, in pieces to be concatenated. */
  readonly pieces: readonly TextPiece[];
  /** The build, if the page contains rows from it, otherwise null. */
  readonly game: GameBuild | null;
}

/**
 * Returns one page of the typed relations. Observed relations come first, in the order in which they became public,
 * then the relations of the build.
 */
export function readEdges(snapshots: SnapshotStore, query: EdgesQuery): Promise<Result<EdgesPage, ReadRefusal>> {
  return readWithRetry(snapshots, () => readEdgesOnce(snapshots, query));
}

async function readEdgesOnce(snapshots: SnapshotStore, query: EdgesQuery): Promise<Result<EdgesPage, ReadRefusal>> {
  const pinned = await resolvePin(snapshots, query.pin);
  if (!pinned.ok) return pinned;
  const same = requireSameImport(pinned.value);
  if (!same.ok) return same;
  const observed = await selectEdgeRows(pinned.value, query);
  const client = await selectClientRows(pinned.value, createNextQuery(query, observed.total));
  const { snapshot, at } = pinned.value;
  const { view } = snapshot;
  const total = observed.total + client.total;
  const slices = [...observed.slices, ...client.slices];
  const { pieces, cut } = await snapshot.edges.rows(slices, query.bytesMax);
  const taken = cut === null ? query.limit : countEarlierRows(view.lists, at.n, slices, cut);
  const first = observed.slices.length;
  // If the page is cut exactly where the build's rows would begin, it contains none of those rows.
  const ofBuild =
    first < slices.length && (cut === null || isPastPosition(cut, { slice: first, place: slices[first]!.from }));
  return ok({
    ...pinned.value,
    total,
    pieces,
    game: ofBuild ? view.game : null,
    nextOffset: nextOffset(query.offset, taken, total),
  });
}

function isPastPosition(cut: CutPosition, place: CutPosition): boolean {
  return cut.slice > place.slice || (cut.slice === place.slice && cut.place > place.place);
}

/** Location of a page's rows, and the total number of rows that match the filter. */
interface SelectedSlices {
  readonly total: number;
  readonly slices: readonly ListSlice[];
}

const NO_SLICES: SelectedSlices = { total: 0, slices: [] };

/** Returns the part of a query that remains for this list after a preceding list of `rows` rows. */
function createNextQuery(query: EdgesQuery, rows: number): EdgesQuery {
  const before = Math.max(0, Math.min(query.limit, rows - query.offset));
  return { ...query, offset: Math.max(0, query.offset - rows), limit: query.limit - before };
}

/**
 * Finds observed rows. If an id is given, its edges are looked up and sorted. Otherwise, whole groups are paged through
 * the ledger.
 */
async function selectEdgeRows(pinned: PinnedSnapshot, query: EdgesQuery): Promise<SelectedSlices> {
  const groups = query.evidence === 'client' ? [] : selectEdgeGroups(EDGE_GROUPS, query);
  if (query.fromId !== null || query.toId !== null) return selectRowsByEnds(pinned, groups, query);
  const kinds = groups.map(({ name }) => name);
  return planListPage(pinned.snapshot.view.lists, { kinds, after: 0, upTo: pinned.at.n }, query.offset, query.limit);
}

/** Finds rows of the build, whose groups are stored one after another. */
async function selectClientRows({ snapshot, at }: PinnedSnapshot, query: EdgesQuery): Promise<SelectedSlices> {
  const { game } = snapshot.view;
  if (game === null || at.importN === null || query.evidence === 'observed') return NO_SLICES;
  const groups = selectEdgeGroups(CLIENT_GROUPS, query);
  const { fromId, toId, offset, limit } = query;
  if (groups.length === 0) return NO_SLICES;
  if (fromId === null && toId === null) return planGroups(game, groups, offset, limit);
  const places = await snapshot.edges.clientPlaces(groups, { fromId, toId });
  const page = places.slice(offset, offset + limit);
  return {
    total: places.length,
    slices: mergeSlices(page.map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }))),
  };
}

function planGroups(game: GameBuild, groups: readonly ClientGroup[], offset: number, limit: number): SelectedSlices {
  const slices: ListSlice[] = [];
  let total = 0;
  for (const { name } of groups) {
    const rows = game.edges[name] ?? 0;
    const from = Math.max(0, offset - total);
    const to = Math.min(rows, offset + limit - total);
    if (from < to) slices.push({ kind: name, from, to });
    total += rows;
  }
  return { total, slices };
}

function mergeSlices(slices: readonly ListSlice[]): readonly ListSlice[] {
  const together: ListSlice[] = [];
  for (const slice of slices) {
    const last = together.at(-1);
    if (last?.kind === slice.kind && last.to === slice.from) together[together.length - 1] = { ...last, to: slice.to };
    else together.push(slice);
  }
  return together;
}

function selectEdgeGroups<G extends EdgeGroup | ClientGroup>(
  all: readonly G[],
  { fromKind, toKind, rel }: EdgeFilter,
): readonly G[] {
  return all.filter(
    (group) =>
      (fromKind ?? group.fromKind) === group.fromKind &&
      (toKind ?? group.toKind) === group.toKind &&
      (rel ?? group.rel) === group.rel,
  );
}

async function selectRowsByEnds(
  { snapshot, at }: PinnedSnapshot,
  groups: readonly EdgeGroup[],
  { fromId, toId, offset, limit }: EdgesQuery,
): Promise<SelectedSlices> {
  if (groups.length === 0) return NO_SLICES;
  const places = await snapshot.edges.places(groups, { fromId, toId });
  const { lists: ledger } = snapshot.view;
  const given = new Map(groups.map(({ name }) => [name, countListRows(ledger, name, at.n)]));
  const visible = places.filter(
    ({ group, place, withdrawn }) => place < given.get(group)! && (withdrawn === null || withdrawn > at.n),
  );
  const rows = groups.length === 1 ? visible : sortInListOrder(ledger, visible);
  const page = rows.slice(offset, offset + limit);
  return {
    total: rows.length,
    slices: page.map(({ group, place }) => ({ kind: group, from: place, to: place + 1 })),
  };
}

/** Sorts places in the order of the whole list. `places` must be sorted by group and place. */
function sortInListOrder(ledger: ListLedger, places: readonly EdgePosition[]): readonly EdgePosition[] {
  return (
    places
      .map((row) => ({ row, run: findRunOfRow(ledger, row.group, row.place) }))
      // Array sort is stable, so places of equal runs keep their order.
      .sort((a, b) => a.run - b.run)
      .map(({ row }) => row)
  );
}

export interface ClientLayer {
  readonly game: GameBuild;
  /** The final body, compressed, in pieces to be concatenated. */
  readonly pieces: readonly Uint8Array[];
}

/** Returns the whole relation layer of the build, or null if none was imported (contract, section 4, Client layer). */
export function readClientLayer(snapshots: SnapshotStore, coding: LayerCoding): Promise<ClientLayer | null> {
  return readWithRetry(snapshots, async () => {
    const snapshot = await readNewest(snapshots);
    const { game } = snapshot.view;
    if (game === null) return null;
    const pieces = await snapshot.game.clientLayer(coding);
    return pieces === null ? null : { game, pieces };
  });
}

type EdgeRow = EdgesResponse['edges'][number];

/** Formats an observed relation as a row of the edge list (final JSON). */
export function formatObservedEdge({ group, fromId, toId }: EdgeKey, edge: ObservedEdge): string {
  const { fromKind, rel, toKind } = findEdgeGroup(group);
  const { installs, firstSeen, lastSeen } = edge;
  const row: EdgeRow = {
    fromKind,
    fromId,
    rel,
    toKind,
    toId,
    evidence: 'observed',
    build: null,
    installs,
    firstSeen,
    lastSeen,
  };
  return JSON.stringify(row);
}
