import type { InArgs } from '@libsql/client';
import { type GameBuild, IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import { type Runner, readJson } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { formatSlices } from '../row_block.ts';
import { buildTextsSql, decodeTexts, type ReadTexts } from './row_cache.ts';

/** Returns the view of an import, or null if the import is not complete. */
export async function readGameView(client: Runner, n: number): Promise<GameBuild | null> {
  const rows = await readJson<GameBuild>(
    client,
    `select json_group_array(json_object('n', n, 'build', build, 'extractedAt', extracted_at,
       'importedAtMs', imported_at_ms, 'protocol', protocol, 'items', items, 'edges', json(edges),
       'layerTag', layer_tag)) from imports where n = ? and state = 'whole'`,
    [BigInt(n)],
  );
  return rows[0] ?? null;
}

const IS_IMPORT_COMPLETE = `exists (select 1 from imports where n = ?1 and state = 'whole')`;

/**
 * Returns the single value of a query over rows of import `n`, which is passed to the query as argument `?1`. Throws if
 * the import is being removed: the same statement checks that it is complete, so an incomplete list is never returned
 * as a complete one.
 */
export async function readImportValue(
  client: Runner,
  n: number,
  sql: string,
  args: InArgs & readonly unknown[],
): Promise<unknown> {
  const { rows } = await client.execute({
    sql: `select ${IS_IMPORT_COMPLETE}, (${sql})`,
    args: [BigInt(n), ...(args as bigint[])],
  });
  const row = rows[0];
  if (row === undefined || Number(row[0]) !== 1) throw new StorageError(IMPORT_REPLACED);
  return row[1];
}

/** Returns the list that a query over an import's rows produces as JSON (see `readImportValue`). */
export async function readImportRows<T>(client: Runner, n: number, sql: string, args: InArgs & readonly unknown[]) {
  const text = await readImportValue(client, n, sql, args);
  return typeof text === 'string' ? (JSON.parse(text) as readonly T[]) : [];
}

/** Queries for the rows of a list of an import: its items, or its edges in groups. */
interface ImportList {
  /** Its arguments are the import, from, to and group. */
  readonly oneSlice: string;
  /** Its arguments are the import and the slices as a JSON array. */
  readonly manySlices: string;
}

/** `inGroup` returns the condition that selects the rows of a group, if the list has groups. */
function createImportList(table: 'game_items' | 'client_edges', inGroup: (group: string) => string): ImportList {
  return {
    oneSlice: buildTextsSql(
      `select body from ${table} as r
       where r.import_n = ?1 and r.place >= ?2 and r.place < ?3 ${inGroup('?4')} order by r.place`,
      IS_IMPORT_COMPLETE,
    ),
    manySlices: buildTextsSql(
      `select r.body from json_each(?2) as slice cross join ${table} as r on r.import_n = ?1
       ${inGroup('slice.value->>0')} and r.place >= slice.value->>1 and r.place < slice.value->>2
       order by slice.key, r.place`,
      IS_IMPORT_COMPLETE,
    ),
  };
}

const IMPORTED_ITEMS = createImportList('game_items', () => '');
const IMPORTED_EDGES = createImportList('client_edges', (group) => `and r.grp = ${group}`);

/** The name of the item list. The other lists of a build are groups of edges. */
export const ITEM_LIST = 'items';

/** Reads items or edges of import `n` for the row cache (`createRowCache`). */
export const readImportTexts: ReadTexts = async (client, n, slices) => {
  const { kind, from, to } = slices[0]!;
  const { oneSlice, manySlices } = kind === ITEM_LIST ? IMPORTED_ITEMS : IMPORTED_EDGES;
  const { rows } = await client.execute(
    slices.length === 1
      ? { sql: oneSlice, args: [BigInt(n), BigInt(from), BigInt(to), ...(kind === ITEM_LIST ? [] : [kind])] }
      : { sql: manySlices, args: [BigInt(n), formatSlices(slices)] },
  );
  if (Number(rows[0]?.[2]) !== 1) throw new StorageError(IMPORT_REPLACED);
  return decodeTexts(rows[0]);
};
