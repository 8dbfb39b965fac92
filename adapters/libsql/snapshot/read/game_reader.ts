import type { ClientGroup } from '../../../../domain/ports/build.ts';
import type { Categories, GameFamily, GameView, ItemIndex, LayerCoding } from '../../../../domain/ports/builds.ts';
import type { ClientEdgePlace, EdgeEnds, OtherEnds } from '../../../../domain/ports/edges.ts';
import type { ListSlice, PlaceRange } from '../../../../domain/ports/places.ts';
import type { RowsRead } from '../../../../domain/ports/rows.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { createIndexMaker } from '../../../../domain/reads/item_index.ts';
import type { Runner } from '../../database.ts';
import { bytesIn, type ReadBudget, roomOf } from '../read_budget.ts';
import { readEdgeRows, readEdgeTexts } from './edges_reader.ts';
import {
  ITEM_LIST,
  isClientSlice,
  listOf,
  readClientEdgePlaces,
  readClientEdgeRows,
  readClientLayer,
  readGameFact,
  readGameFactsAmong,
  readGameSubjectsAmong,
  readGameTexts,
  readItemRows,
} from './imports_reader.ts';
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

function othersSql(own: 'from_id' | 'to_id', other: 'from_id' | 'to_id'): string {
  const edges = `from client_edges where import_n = ?3 and grp = ?4 and ${own} = asked.value`;
  return `select json_group_array(json_array(value, total, ids)) from (
    select asked.value as value, (select count(*) ${edges}) as total,
      (select json_group_array(id) from (select ${other} as id ${edges} order by place limit ?5)) as ids
    from (select distinct value from json_each(?2)) as asked) where total > 0`;
}

const OTHERS = { from: othersSql('from_id', 'to_id'), to: othersSql('to_id', 'from_id') };

/** Returns for each asked end the ids at the other ends of a group's edges. */
async function readClientEdgesAt(
  client: Runner,
  n: number,
  { name }: ClientGroup,
  end: 'from' | 'to',
  ids: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, OtherEnds>> {
  const args = [JSON.stringify(ids), BigInt(n), name, BigInt(each)];
  const rows = await listOf<[id: number, total: number, ids: string]>(client, n, OTHERS[end], args);
  return new Map(rows.map(([id, total, others]) => [id, { total, ids: JSON.parse(others) as readonly number[] }]));
}

/** Number of items read into the index at a time. Each read delays all other requests while it runs. */
const ITEMS_AT_ONCE = 5_000;

type IndexTuple = [itemId: number, cls: string | null, sub: string | null, slot: string | null, quality: string | null];

/** Builds the index by which the items of an import are filtered. */
async function readItemIndex(client: Runner, { n, items }: GameView): Promise<ItemIndex> {
  const maker = createIndexMaker(items);
  for (let from = 0; from < items; from += ITEMS_AT_ONCE) {
    const rows = await listOf<IndexTuple>(
      client,
      n,
      `select json_group_array(json_array(item_id, class, subclass, slot, quality)) from (
         select item_id, class, subclass, slot, quality from game_items
         where import_n = ? and place >= ? and place < ? order by place)`,
      [BigInt(n), BigInt(from), BigInt(from + ITEMS_AT_ONCE)],
    );
    for (const [itemId, cls, subclass, slot, quality] of rows)
      maker.add({ itemId, class: cls, subclass, slot, quality });
    await new Promise<void>((done) => setImmediate(done));
  }
  const categories = (await readGameFact(client, n, 'categories', '')) as Categories | null;
  return maker.done(categories ?? { classes: [], slots: [], qualities: [] });
}
