import type { ClientGroup } from '../../../../domain/ports/build.ts';
import type { GameFamily, GameView, ItemIndex, LayerCoding } from '../../../../domain/ports/builds.ts';
import type { ClientEdgePlace, EdgeEnds, OtherEnds } from '../../../../domain/ports/edges.ts';
import type { ListSlice, PlaceRange } from '../../../../domain/ports/places.ts';
import type { RowsRead } from '../../../../domain/ports/rows.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import type { Runner } from '../../database.ts';
import { bytesIn, type ReadBudget, roomOf } from '../read_budget.ts';
import { readClientEdgesAt } from './client_edges_reader.ts';
import { readEdgeRows, readEdgeTexts } from './edges_reader.ts';
import {
  ITEM_LIST,
  isClientSlice,
  readClientEdgePlaces,
  readClientEdgeRows,
  readClientLayer,
  readGameFact,
  readGameFactsAmong,
  readGameSubjectsAmong,
  readGameTexts,
  readItemRows,
} from './imports_reader.ts';
import { readItemIndex } from './item_index_reader.ts';
import { createPageReader } from './page_reader.ts';
import { createRowShelf, fillsSegments, ROWS_PER_PACK } from './row_cache.ts';

/** Reads the imported build that a view serves. The index of its items is kept in memory. */
export interface GameReader {
  edgeRows(client: Runner, view: SnapshotView, slices: readonly ListSlice[], bytesMax?: number): Promise<RowsRead>;
  clientEdgePlaces(
    client: Runner,
    view: SnapshotView,
    groups: readonly ClientGroup[],
    ends: EdgeEnds,
  ): Promise<readonly ClientEdgePlace[]>;
  clientEdgesAt(
    client: Runner,
    view: SnapshotView,
    group: ClientGroup,
    end: 'from' | 'to',
    ids: readonly number[],
    each: number,
  ): Promise<ReadonlyMap<number, OtherEnds>>;
  itemIndex(client: Runner, view: SnapshotView): Promise<ItemIndex | null>;
  itemRows(client: Runner, view: SnapshotView, ranges: readonly PlaceRange[], bytesMax?: number): Promise<RowsRead>;
  fact(client: Runner, view: SnapshotView, family: GameFamily, subject: string): Promise<unknown>;
  factsAmong(
    client: Runner,
    view: SnapshotView,
    family: GameFamily,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, unknown>>;
  subjectsAmong(
    client: Runner,
    view: SnapshotView,
    family: GameFamily,
    subjects: readonly string[],
  ): Promise<ReadonlySet<string>>;
  clientLayer(client: Runner, view: SnapshotView, coding: LayerCoding): Promise<readonly Uint8Array[] | null>;
}

const COMMA = Uint8Array.of(0x2c);

export function createGameReader(): GameReader {
  const edges = createPageReader(createRowShelf(readEdgeTexts), ROWS_PER_PACK);
  const ofBuild = createPageReader(createRowShelf(readGameTexts), ROWS_PER_PACK);
  // Views of the same import share their GameView, so the index is released with the last of them.
  const indexes = new WeakMap<GameView, Promise<ItemIndex>>();
  const layers = new WeakMap<GameView, Map<LayerCoding, WeakRef<readonly Uint8Array[]>>>();

  const indexOf = (client: Runner, game: GameView): Promise<ItemIndex> => {
    const known = indexes.get(game);
    if (known !== undefined) return known;
    const reading = readItemIndex(client, game);
    indexes.set(game, reading);
    reading.catch(() => indexes.delete(game));
    return reading;
  };

  /** The layer is several megabytes, so all responses that are sending it share one copy. */
  const layerOf = async (client: Runner, game: GameView, coding: LayerCoding): Promise<readonly Uint8Array[]> => {
    const known = layers.get(game) ?? new Map<LayerCoding, WeakRef<readonly Uint8Array[]>>();
    const held = known.get(coding)?.deref();
    if (held !== undefined) return held;
    const pieces = await readClientLayer(client, game.n, coding);
    layers.set(game, known.set(coding, new WeakRef(pieces)));
    return pieces;
  };

  const observedRows = (client: Runner, view: SnapshotView, slices: readonly ListSlice[], room: ReadBudget | null) =>
    fillsSegments(slices)
      ? edges.rows(client, `${view.epoch}.${view.row.n}`, slices, room)
      : readEdgeRows(client, slices, room);

  const clientRows = (client: Runner, { n }: GameView, slices: readonly ListSlice[], room: ReadBudget | null) =>
    fillsSegments(slices) ? ofBuild.rows(client, `${n}`, slices, room) : readClientEdgeRows(client, n, slices, room);

  const itemsIn = (client: Runner, { n }: GameView, ranges: readonly PlaceRange[], room: ReadBudget | null) => {
    const slices = ranges.map(({ from, to }) => ({ kind: ITEM_LIST, from, to }));
    return fillsSegments(slices) ? ofBuild.rows(client, `${n}`, slices, room) : readItemRows(client, n, ranges, room);
  };

  return {
    edgeRows: async (client, view, slices, bytesMax) => {
      const { game } = view;
      const room = roomOf(bytesMax);
      const first = game === null ? -1 : slices.findIndex(isClientSlice);
      if (game === null || first === -1) return observedRows(client, view, slices, room);
      const observed = await observedRows(client, view, slices.slice(0, first), room);
      if (observed.cut !== null) return observed;
      const begun = observed.pieces.length > 0;
      const left = room === null ? null : { bytes: room.bytes - bytesIn(observed.pieces) - (begun ? 1 : 0), begun };
      const { pieces, cut } = await clientRows(client, game, slices.slice(first), left);
      return {
        pieces: begun && pieces.length > 0 ? [...observed.pieces, COMMA, ...pieces] : [...observed.pieces, ...pieces],
        cut: cut === null ? null : { slice: first + cut.slice, place: cut.place },
      };
    },
    clientEdgePlaces: async (client, { game }, groups, ends) =>
      game === null ? [] : readClientEdgePlaces(client, game.n, groups, ends),
    clientEdgesAt: async (client, { game }, group, end, ids, each) =>
      game === null ? new Map() : readClientEdgesAt(client, game.n, group, end, ids, each),
    itemIndex: async (client, { game }) => (game === null ? null : indexOf(client, game)),
    itemRows: async (client, { game }, ranges, bytesMax) =>
      game === null ? { pieces: [], cut: null } : itemsIn(client, game, ranges, roomOf(bytesMax)),
    fact: async (client, { game }, family, subject) =>
      game === null ? null : readGameFact(client, game.n, family, subject),
    factsAmong: async (client, { game }, family, subjects) =>
      game === null ? new Map() : readGameFactsAmong(client, game.n, family, subjects),
    subjectsAmong: async (client, { game }, family, subjects) =>
      game === null ? new Set() : readGameSubjectsAmong(client, game.n, family, subjects),
    clientLayer: async (client, { game }, coding) => (game === null ? null : layerOf(client, game, coding)),
  };
}
