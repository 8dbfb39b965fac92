import type { InArgs } from '@libsql/client';
import { type GameView, IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { RowsRead } from '../../../../domain/ports/rows.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { requireUtf8 } from '../../text_guard.ts';
import { cutIn, firstPastSql, listSlices, type ReadBudget, readWithin } from '../read_budget.ts';
import { type ReadTexts, textsIn, textsSql } from './row_cache.ts';

/** Returns the view of an import, or null if the import is not complete. */
export async function readGameView(client: Runner, n: number): Promise<GameView | null> {
  const rows = await jsonRows<GameView>(
    client,
    `select json_group_array(json_object('n', n, 'build', build, 'extractedAt', extracted_at,
       'importedAtMs', imported_at_ms, 'protocol', protocol, 'items', items, 'edges', json(edges),
       'layerTag', layer_tag)) from imports where n = ? and state = 'whole'`,
    [BigInt(n)],
  );
  return rows[0] ?? null;
}

const IS_WHOLE = `exists (select 1 from imports where n = ?1 and state = 'whole')`;

/**
 * Returns the single value of a query over rows of import `n`, which is passed to the query as argument `?1`. Throws if
 * the import is being removed: the same statement checks that it is complete, so an incomplete list is never returned
 * as a complete one.
 */
export async function readOfImport(
  client: Runner,
  n: number,
  sql: string,
  args: InArgs & readonly unknown[],
): Promise<unknown> {
  const { rows } = await client.execute({
    sql: `select ${IS_WHOLE}, (${sql})`,
    args: [BigInt(n), ...(args as bigint[])],
  });
  const row = rows[0];
  if (row === undefined || Number(row[0]) !== 1) throw new StorageError(IMPORT_REPLACED);
  return row[1];
}

/** Returns the list that a query over an import's rows produces as JSON (see `readOfImport`). */
export async function listOfImport<T>(client: Runner, n: number, sql: string, args: InArgs & readonly unknown[]) {
  const text = await readOfImport(client, n, sql, args);
  return typeof text === 'string' ? (JSON.parse(text) as readonly T[]) : [];
}

/** A list of an import: its items, or its edges in groups. */
interface ImportList {
  /** Query for the rows of one slice. Its arguments are from, to and group. */
  readonly oneSlice: string;
  /** Query for the rows of several slices, which are passed as a JSON array. */
  readonly slices: string;
  readonly firstPast: string;
  readonly texts: string;
}

/** `inGroup` returns the condition that selects the rows of a group, if the list has groups. */
function importList(table: 'game_items' | 'client_edges', inGroup: (group: string) => string): ImportList {
  const bodies = `select body from ${table} as r
    where r.import_n = ?1 and r.place >= ?2 and r.place < ?3 ${inGroup('?4')} order by r.place`;
  const inSlices = `from json_each(?2) as slice cross join ${table} as r on r.import_n = ?1
    ${inGroup('slice.value->>0')} and r.place >= slice.value->>1 and r.place < slice.value->>2`;
  return {
    oneSlice: `select cast(group_concat(body, ',') as blob) from (${bodies})`,
    slices: `select cast(group_concat(body, ',') as blob) from (select r.body ${inSlices} order by slice.key, r.place)`,
    firstPast: firstPastSql(`select slice.key as key, r.place as place, octet_length(r.body) as bytes ${inSlices}`),
    texts: textsSql(bodies, IS_WHOLE),
  };
}

const ITEMS = importList('game_items', () => '');
const EDGES = importList('client_edges', (group) => `and r.grp = ${group}`);

/** The name of the item list. The other lists of a build are groups of edges. */
export const ITEM_LIST = 'items';

function rangeArgs({ kind, from, to }: ListSlice): (bigint | string)[] {
  return kind === ITEM_LIST ? [BigInt(from), BigInt(to)] : [BigInt(from), BigInt(to), kind];
}

/** Returns the items or edges in these slices in order, joined by commas, until the budget is used up. */
export function readImportRows(
  client: Runner,
  n: number,
  slices: readonly ListSlice[],
  room: ReadBudget | null,
): Promise<RowsRead> {
  const list = slices[0]?.kind === ITEM_LIST ? ITEMS : EDGES;
  return readWithin(
    {
      read: async (some) => {
        if (some.length === 0) return [];
        const rows =
          some.length === 1
            ? await readOfImport(client, n, list.oneSlice, rangeArgs(some[0]!))
            : await readOfImport(client, n, list.slices, [listSlices(some)]);
        return rows instanceof ArrayBuffer ? [requireUtf8(new Uint8Array(rows))] : [];
      },
      firstPast: async (some, bytesMax, exempt) =>
        cutIn(await readOfImport(client, n, list.firstPast, [listSlices(some), BigInt(exempt), BigInt(bytesMax)])),
    },
    slices,
    room,
  );
}

/** Reads items and edges of import `n` for the row cache (`createRowShelf`). */
export const readImportTexts: ReadTexts = async (client, n, kind, from, to) => {
  const { texts } = kind === ITEM_LIST ? ITEMS : EDGES;
  const { rows } = await client.execute({ sql: texts, args: [BigInt(n), ...rangeArgs({ kind, from, to })] });
  if (Number(rows[0]?.[2]) !== 1) throw new StorageError(IMPORT_REPLACED);
  return textsIn(rows[0]);
};
