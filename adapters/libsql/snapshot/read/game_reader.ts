import type { ClientGroup } from '../../../../domain/ports/build.ts';
import type { GameFamily, GameView, ItemIndex, LayerCoding } from '../../../../domain/ports/builds.ts';
import type { ClientEdgePlace, EdgeEnds, OtherEnds } from '../../../../domain/ports/edges.ts';
import type { ListSlice, PlaceRange } from '../../../../domain/ports/places.ts';
import type { RowsRead } from '../../../../domain/ports/rows.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import type { Runner } from '../../database.ts';
import { bytesIn, type Room } from '../rows_within.ts';
import { readClientEdgesAt } from './client_edges_reader.ts';
import { readEdgeRows } from './edges_reader.ts';
import {
  isClientSlice,
  readClientEdgePlaces,
  readClientEdgeRows,
  readClientLayer,
  readGameFact,
  readGameFactsAmong,
  readGameSubjectsAmong,
  readItemIndex,
  readItemRows,
} from './imports_reader.ts';

/** Reads the build that a view serves; the index of its items is kept in memory. */
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

const roomOf = (bytesMax: number | undefined): Room | null =>
  bytesMax === undefined ? null : { bytes: bytesMax, begun: false };

export const createGameReader = (): GameReader => {
  // Views of one import share their GameView, so that the index goes with the last of them.
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

  /** The layer is some megabytes: all who are being sent it hold one copy. */
  const layerOf = async (client: Runner, game: GameView, coding: LayerCoding): Promise<readonly Uint8Array[]> => {
    const known = layers.get(game) ?? new Map<LayerCoding, WeakRef<readonly Uint8Array[]>>();
    const held = known.get(coding)?.deref();
    if (held !== undefined) return held;
    const pieces = await readClientLayer(client, game.n, coding);
    layers.set(game, known.set(coding, new WeakRef(pieces)));
    return pieces;
  };

  return {
    edgeRows: async (client, { game }, slices, bytesMax) => {
      const room = roomOf(bytesMax);
      const first = game === null ? -1 : slices.findIndex(isClientSlice);
      if (game === null || first === -1) return readEdgeRows(client, slices, room);
      const observed = await readEdgeRows(client, slices.slice(0, first), room);
      if (observed.cut !== null) return observed;
      const begun = observed.pieces.length > 0;
      const left = room === null ? null : { bytes: room.bytes - bytesIn(observed.pieces) - (begun ? 1 : 0), begun };
      const { pieces, cut } = await readClientEdgeRows(client, game.n, slices.slice(first), left);
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
      game === null ? { pieces: [], cut: null } : readItemRows(client, game.n, ranges, roomOf(bytesMax)),
    fact: async (client, { game }, family, subject) =>
      game === null ? null : readGameFact(client, game.n, family, subject),
    factsAmong: async (client, { game }, family, subjects) =>
      game === null ? new Map() : readGameFactsAmong(client, game.n, family, subjects),
    subjectsAmong: async (client, { game }, family, subjects) =>
      game === null ? new Set() : readGameSubjectsAmong(client, game.n, family, subjects),
    clientLayer: async (client, { game }, coding) => (game === null ? null : layerOf(client, game, coding)),
  };
};
