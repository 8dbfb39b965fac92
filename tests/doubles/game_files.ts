import { brotliCompressSync, gzipSync } from 'node:zlib';
import { zlibCodec } from '../../adapters/codec.ts';
import { clientEdgeText, clientGroupOf } from '../../domain/game_files/client_edge_row.ts';
import { layerFrame, layerRows } from '../../domain/game_files/import/client_layer.ts';
import type { ClientGroup } from '../../domain/ports/build.ts';
import { CLIENT_GROUPS, type ClientEdge } from '../../domain/ports/build.ts';
import type { Categories } from '../../domain/ports/builds.ts';
import {
  type GameFact,
  type GameFamily,
  type GameView,
  IMPORT_REPLACED,
  type ImportHead,
  type ImportRows,
  type ItemIndex,
  type LayerCoding,
  type StoredItem,
} from '../../domain/ports/builds.ts';
import type { ClientEdgePlace, EdgeEnds } from '../../domain/ports/edges.ts';
import type { PlaceRange } from '../../domain/ports/places.ts';
import type { RowsRead } from '../../domain/ports/rows.ts';
import { createIndexMaker } from '../../domain/reads/item_index.ts';
import { err, ok, type StorageResult, unreachable } from '../../domain/values/result.ts';
import { rowsRead } from './rows_read.ts';

interface Import {
  readonly head: ImportHead;
  readonly items: StoredItem[];
  readonly edges: Map<string, ClientEdge[]>;
  readonly facts: Map<string, string>;
  view: GameView | null;
  index: ItemIndex | null;
}

/** Builds of the game's files in memory, for tests. */
export interface MemoryGameFiles {
  begin(head: ImportHead, used: number): number;
  add(n: number, rows: ImportRows): void;
  /** Makes an import whole, and answers its build. */
  finish(n: number): string;
  /** Removes all but the one that is served. */
  remove(served: number | null): void;
  view(n: number | null): GameView | null;
  /** The texts of edges of the build, by group and place. */
  edgeTexts(game: GameView): StorageResult<(group: string, place: number) => string | null>;
  places(
    game: GameView | null,
    groups: readonly ClientGroup[],
    ends: EdgeEnds,
  ): StorageResult<readonly ClientEdgePlace[]>;
  index(game: GameView | null): StorageResult<ItemIndex | null>;
  itemRows(game: GameView | null, ranges: readonly PlaceRange[], bytesMax?: number): StorageResult<RowsRead>;
  fact(game: GameView | null, family: GameFamily, subject: string): StorageResult<unknown>;
  factsAmong(
    game: GameView | null,
    family: GameFamily,
    subjects: readonly string[],
  ): StorageResult<ReadonlyMap<string, unknown>>;
  /** All facts of an import; null: it was taken away. */
  every(game: GameView): readonly GameFact[] | null;
  layer(game: GameView | null, coding: LayerCoding): StorageResult<readonly Uint8Array[] | null>;
}

export const createMemoryGameFiles = (): MemoryGameFiles => {
  const imports = new Map<number, Import>();

  /** Answers from a build, or says that it was taken away. */
  const from = <T>(game: GameView | null, none: T, read: (found: Import) => T): StorageResult<T> => {
    if (game === null) return ok(none);
    const found = imports.get(game.n);
    return found === undefined ? err(unreachable(IMPORT_REPLACED)) : ok(read(found));
  };

  return {
    begin: (head, used) => {
      const n = Math.max(used, ...imports.keys()) + 1;
      imports.set(n, { head, items: [], edges: new Map(), facts: new Map(), view: null, index: null });
      return n;
    },
    add: (n, rows) => {
      const { items, edges, facts } = imports.get(n)!;
      items.push(...rows.items);
      for (const edge of rows.edges) {
        const { name } = clientGroupOf(edge);
        edges.set(name, [...(edges.get(name) ?? []), edge]);
      }
      for (const { family, subject, body } of rows.facts) facts.set(`${family} ${subject}`, body);
    },
    finish: (n) => {
      const found = imports.get(n)!;
      const edges = Object.fromEntries([...found.edges].map(([name, list]) => [name, list.length]));
      const layerTag = zlibCodec.fingerprint(layerOf(found));
      found.view = { ...found.head, n, items: found.items.length, edges, layerTag };
      return found.head.build;
    },
    remove: (served) => {
      for (const n of [...imports.keys()]) if (n !== served) imports.delete(n);
    },
    view: (n) => (n === null ? null : (imports.get(n)?.view ?? null)),
    edgeTexts: (game) =>
      from<(group: string, place: number) => string | null>(
        game,
        () => null,
        ({ edges, head }) =>
          (group, place) => {
            const edge = edges.get(group)?.[place];
            return edge === undefined ? null : clientEdgeText(edge, head.build);
          },
      ),
    places: (game, groups, { fromId, toId }) =>
      from<readonly ClientEdgePlace[]>(game, [], ({ edges }) =>
        groups.flatMap(({ name }) =>
          (edges.get(name) ?? []).flatMap((edge, place) =>
            (fromId ?? edge.fromId) === edge.fromId && (toId ?? edge.toId) === edge.toId
              ? [{ group: name, place }]
              : [],
          ),
        ),
      ),
    index: (game) => from<ItemIndex | null>(game, null, indexOf),
    itemRows: (game, ranges, bytesMax) =>
      from<RowsRead>(game, { pieces: [], cut: null }, ({ items }) =>
        rowsRead(ranges, bytesMax, (_, place) => items[place]?.body ?? null),
      ),
    fact: (game, family, subject) =>
      from<unknown>(game, null, ({ facts }) => {
        const body = facts.get(`${family} ${subject}`);
        return body === undefined ? null : JSON.parse(body);
      }),
    factsAmong: (game, family, subjects) =>
      from<ReadonlyMap<string, unknown>>(game, new Map(), ({ facts }) => {
        const found = subjects.flatMap((subject) => {
          const body = facts.get(`${family} ${subject}`);
          return body === undefined ? [] : [[subject, JSON.parse(body) as unknown] as const];
        });
        return new Map(found);
      }),
    every: (game) => {
      const facts = imports.get(game.n)?.facts;
      if (facts === undefined) return null;
      return [...facts].map(([key, body]) => {
        const [family = '', subject = ''] = key.split(' ');
        return { family: family as GameFamily, subject, body };
      });
    },
    layer: (game, coding) =>
      from<readonly Uint8Array[] | null>(game, null, (found) => {
        const body = layerOf(found);
        return [coding === 'br' ? brotliCompressSync(body) : coding === 'gzip' ? gzipSync(body) : body];
      }),
  };
};

const indexOf = (found: Import): ItemIndex => {
  if (found.index !== null) return found.index;
  const maker = createIndexMaker(found.items.length);
  for (const item of found.items) maker.add(item);
  const categories = found.facts.get('categories ');
  const none: Categories = { classes: [], slots: [], qualities: [] };
  found.index = maker.done(categories === undefined ? none : (JSON.parse(categories) as Categories));
  return found.index;
};

const layerOf = ({ head, edges }: Import): Uint8Array<ArrayBuffer> => {
  const frame = layerFrame(head, head.protocol);
  const rows = CLIENT_GROUPS.flatMap((group) => {
    const list = edges.get(group.name) ?? [];
    return list.length === 0
      ? []
      : [
          layerRows(
            group,
            list.map(({ fromId, toId }) => [fromId, toId]),
          ),
        ];
  });
  return new TextEncoder().encode(frame.head + rows.join(',') + frame.tail);
};
