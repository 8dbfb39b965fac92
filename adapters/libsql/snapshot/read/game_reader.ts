import { CLIENT_GROUPS } from '../../../../domain/ports/build.ts';
import {
  type Categories,
  type GameBuild,
  IMPORT_REPLACED,
  type ItemIndex,
  type LayerCoding,
} from '../../../../domain/ports/builds.ts';
import type { EdgeReader } from '../../../../domain/ports/edges.ts';
import type { GameReader } from '../../../../domain/ports/game_files.ts';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { CutPosition } from '../../../../domain/ports/rows.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { createIndexBuilder } from '../../../../domain/reads/item_index.ts';
import { awaitEventLoop, type Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { type BlockPart, joinBlockParts } from '../row_block.ts';
import { readRowTexts } from './edges_reader.ts';
import { joinJson } from './facts_reader.ts';
import { ITEM_LIST, readImportRows, readImportTexts, readImportValue } from './imports_reader.ts';
import type { Query } from './query.ts';
import { createRowCache } from './row_cache.ts';

/**
 * Reads the imported build that a view serves, and also the list of all edges, because it includes the build's edges.
 */
export interface BuildReader {
  readonly game: GameReader;
  readonly edges: Pick<EdgeReader, 'rows' | 'clientPlaces' | 'clientAt'>;
}

/**
 * Creates a function that returns the reader of a view. All readers share the cached rows, item index and client layer.
 */
export function createBuildReaders(): (view: SnapshotView, query: Query) => BuildReader {
  const edgeShelf = createRowCache(readRowTexts);
  const importShelf = createRowCache(readImportTexts);
  // Views of the same import share their GameBuild, so the index is released with the last such view.
  const indexes = new WeakMap<GameBuild, Promise<ItemIndex>>();
  const layers = new WeakMap<GameBuild, Map<LayerCoding, WeakRef<readonly Uint8Array[]>>>();

  const indexOf = (client: Runner, game: GameBuild): Promise<ItemIndex> => {
    const known = indexes.get(game);
    if (known !== undefined) return known;
    const reading = readItemIndex(client, game);
    indexes.set(game, reading);
    reading.catch(() => indexes.delete(game));
    return reading;
  };

  /** The layer is several megabytes, so all responses that are sending it share one copy. */
  const layerOf = async (client: Runner, game: GameBuild, coding: LayerCoding): Promise<readonly Uint8Array[]> => {
    const known = layers.get(game) ?? new Map<LayerCoding, WeakRef<readonly Uint8Array[]>>();
    const held = known.get(coding)?.deref();
    if (held !== undefined) return held;
    const pieces = await readClientLayer(client, game.n, coding);
    layers.set(game, known.set(coding, new WeakRef(pieces)));
    return pieces;
  };

  return (view, query) => {
    const { game } = view;

    /** Runs a query on the build, or returns `none` if no build was imported. */
    const onBuild = <T>(none: T, work: (client: Runner, game: GameBuild) => Promise<T>): Promise<T> =>
      query(async (client) => (game === null ? none : work(client, game)));

    /** Yields edges of these slices. The groups of the build are the last ones. */
    async function* edgeParts(client: Runner, slices: readonly ListSlice[]): AsyncGenerator<BlockPart> {
      const found = game === null ? -1 : slices.findIndex(({ kind }) => CLIENT_GROUP_NAMES.has(kind));
      const first = found === -1 ? slices.length : found;
      yield* edgeShelf(client, `${view.epoch}.${view.row.n}`, slices.slice(0, first));
      if (game === null || found === -1) return;
      for await (const part of importShelf(client, `${game.n}`, slices.slice(first))) {
        const nameRow = (i: number): CutPosition => {
          const { slice, place } = part.nameRow(i);
          return { slice: first + slice, place };
        };
        yield { ...part, nameRow };
      }
    }

    return {
      edges: {
        rows: (slices, bytesMax) => query((client) => joinBlockParts(edgeParts(client, slices), bytesMax)),
        clientPlaces: (groups, { fromId, toId }) =>
          onBuild([], async (client, { n }) => {
            const sql = toId === null ? SELECT_START_PLACES : fromId === null ? SELECT_END_PLACES : SELECT_PAIR_PLACES;
            const ids = [fromId, toId].filter((id) => id !== null).map(BigInt);
            const names = JSON.stringify(groups.map(({ name }) => name));
            const rows = await readImportRows<[group: string, place: number]>(client, n, sql, [names, ...ids]);
            return rows.map(([group, place]) => ({ group, place }));
          }),
        clientAt: ({ name }, end, ids, each) =>
          onBuild(new Map(), async (client, { n }) => {
            const args = [JSON.stringify(ids), name, BigInt(each)];
            const rows = await readImportRows<[id: number, total: number, ids: string]>(
              client,
              n,
              SELECT_OTHER_ENDS[end],
              args,
            );
            return new Map(rows.map(([id, total, others]) => [id, { total, ids: JSON.parse(others) }]));
          }),
      },
      game: {
        itemIndex: () => onBuild(null, indexOf),
        itemRows: (ranges, bytesMax) =>
          onBuild({ pieces: [], cut: null }, (client, build) => {
            const slices = ranges.map(({ from, to }) => ({ kind: ITEM_LIST, from, to }));
            return joinBlockParts(importShelf(client, `${build.n}`, slices), bytesMax);
          }),
        fact: (family, subject) => onBuild(null, (client, { n }) => readGameFact(client, n, family, subject)),
        factsAmong: (family, subjects) =>
          onBuild(new Map(), async (client, { n }) => {
            if (subjects.length === 0) return new Map();
            const sql = `select ${joinJson("'[' || json_quote(f.subject) || ',' || f.body || ']'")} ${FROM_ASKED_FACTS}`;
            return new Map(await readImportRows<[string, unknown]>(client, n, sql, [JSON.stringify(subjects), family]));
          }),
        subjectsAmong: (family, subjects) =>
          onBuild(new Set(), async (client, { n }) => {
            const sql = `select json_group_array(f.subject) ${FROM_ASKED_FACTS}`;
            return new Set(await readImportRows<string>(client, n, sql, [JSON.stringify(subjects), family]));
          }),
        clientLayer: (coding) => onBuild(null, (client, build) => layerOf(client, build, coding)),
      },
    };
  };
}

const CLIENT_GROUP_NAMES: ReadonlySet<string> = new Set(CLIENT_GROUPS.map(({ name }) => name));

function selectPlaces(ends: string): string {
  return `select json_group_array(json_array(grp, place)) from (
     select e.grp, e.place from json_each(?2) as g cross join client_edges as e
       on e.import_n = ?1 and e.grp = g.value and ${ends}
     order by g.key, e.place)`;
}

const SELECT_START_PLACES = selectPlaces('e.from_id = ?3');
const SELECT_END_PLACES = selectPlaces('e.to_id = ?3');
const SELECT_PAIR_PLACES = selectPlaces('e.from_id = ?3 and e.to_id = ?4');

function selectOtherEnds(own: 'from_id' | 'to_id', other: 'from_id' | 'to_id'): string {
  const edges = `from client_edges where import_n = ?1 and grp = ?3 and ${own} = asked.value`;
  return `select json_group_array(json_array(value, total, ids)) from (
    select asked.value as value, (select count(*) ${edges}) as total,
      (select json_group_array(id) from (select ${other} as id ${edges} order by place limit ?4)) as ids
    from (select distinct value from json_each(?2)) as asked) where total > 0`;
}

const SELECT_OTHER_ENDS = { from: selectOtherEnds('from_id', 'to_id'), to: selectOtherEnds('to_id', 'from_id') };

const FROM_ASKED_FACTS = `from (select distinct value from json_each(?2)) as asked
  cross join game_facts as f on f.import_n = ?1 and f.family = ?3 and f.subject = asked.value`;

/** Returns the build's data on one subject, parsed, or null if it has none. */
async function readGameFact(client: Runner, n: number, family: string, subject: string): Promise<unknown> {
  const sql = 'select body from game_facts where import_n = ?1 and family = ?2 and subject = ?3';
  const body = await readImportValue(client, n, sql, [family, subject]);
  return typeof body === 'string' ? JSON.parse(body) : null;
}

/** Number of items to read into the index at a time. All other requests wait during each read. */
const BATCH_ITEMS = 5_000;

type IndexRow = [itemId: number, cls: string | null, sub: string | null, slot: string | null, quality: string | null];

/** Builds the index used to filter the items of an import. */
async function readItemIndex(client: Runner, { n, items }: GameBuild): Promise<ItemIndex> {
  const maker = createIndexBuilder(items);
  for (let from = 0; from < items; from += BATCH_ITEMS) {
    const rows = await readImportRows<IndexRow>(
      client,
      n,
      `select json_group_array(json_array(item_id, class, subclass, slot, quality)) from (
         select item_id, class, subclass, slot, quality from game_items
         where import_n = ?1 and place >= ?2 and place < ?3 order by place)`,
      [BigInt(from), BigInt(from + BATCH_ITEMS)],
    );
    for (const [itemId, cls, subclass, slot, quality] of rows)
      maker.add({ itemId, class: cls, subclass, slot, quality });
    await awaitEventLoop();
  }
  const categories = (await readGameFact(client, n, 'categories', '')) as Categories | null;
  return maker.done(categories ?? { classes: [], slots: [], qualities: [] });
}

async function readClientLayer(client: Runner, n: number, coding: LayerCoding): Promise<readonly Uint8Array[]> {
  const { rows } = await client.execute({
    sql: `select l.bytes from imports as i cross join client_layer as l on l.import_n = i.n and l.coding = ?
          where i.n = ? and i.state = 'whole' order by l.part`,
    args: [coding, BigInt(n)],
  });
  if (rows.length === 0) throw new StorageError(IMPORT_REPLACED);
  return rows.map((row) => new Uint8Array(row[0] as ArrayBuffer));
}
