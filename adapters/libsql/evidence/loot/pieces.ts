import { addLoot } from '../../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot } from '../../../../domain/ports/drops.ts';
import { jsonRows, type Runner, readValue } from '../../database.ts';
import { type PackedRow, ROWS_WITH_BODIES, readPacked, writePacked } from '../../packed.ts';
import { packPiece, unpackPiece } from './codec.ts';

/** A piece ends with the install that brings it to this many bytes. */
const PIECE_BYTES = 48_000;
/** Number of runs of one level that triggers a merge. */
export const RUNS_A_LEVEL = 8;
/** Approximate number of bytes of pieces to read at once. */
export const BYTES_AT_ONCE = 1_000_000;

/** The key of a piece, including the range of installs that the piece may contain. */
export type PieceKey = readonly [sourceN: number, level: number, run: number, first: number, last: number];

export type Piece = PackedRow<PieceKey>;

/** The installs to read for one source, in ascending order. */
export interface InstallSelection {
  readonly sourceN: number;
  readonly installs: readonly number[];
}

/** Yields groups that are small enough to be read together: at most `bytesMax` in all, or a single row. */
export function* groupsBySize<T>(
  rows: readonly T[],
  bytesOf: (row: T) => number,
  bytesMax: number,
): Generator<readonly T[]> {
  let group: T[] = [];
  let bytes = 0;
  for (const row of rows) {
    const own = bytesOf(row);
    if (group.length > 0 && bytes + own > bytesMax) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(row);
    bytes += own;
  }
  if (group.length > 0) yield group;
}

const COLUMNS = 'source_n, level, run, first_install, last_install';

/** Reads the pieces of these sources that may contain the given installs. */
export function readPieces(runner: Runner, asked: readonly InstallSelection[]): Promise<readonly Piece[]> {
  return readPacked<PieceKey>(
    runner,
    COLUMNS,
    `select p.* from json_each(?) as k cross join loot_pieces as p on p.source_n = k.value->>0
     where exists (select 1 from json_each(k.value, '$[1]') as i
       where i.value between p.first_install and p.last_install)`,
    [JSON.stringify(asked.map(({ sourceN, installs }) => [sourceN, installs]))],
  );
}

/** Combines windows by install. The result for an install is complete only if all pieces containing it are given. */
export function unpackInstalls(
  read: readonly Piece[],
  wanted: { has(installN: number): boolean } | null,
): Map<number, InstallLoot> {
  const installs = new Map<number, InstallLoot>();
  for (const { body } of read) {
    for (const loot of unpackPiece(body, wanted)) {
      const known = installs.get(loot.installN);
      installs.set(loot.installN, known === undefined ? loot : addLoot(known, loot));
    }
  }
  return installs;
}

/** Splits a run into pieces. */
export function cutRun(
  sourceN: number,
  level: number,
  run: number,
  installs: readonly InstallLoot[],
): readonly Piece[] {
  const cut: Piece[] = [];
  for (let from = 0; from < installs.length; ) {
    let [to, bytes] = [from, 0];
    while (to < installs.length && (to === from || bytes < PIECE_BYTES)) bytes += packedSize(installs[to++]!);
    const some = installs.slice(from, to);
    cut.push({ key: [sourceN, level, run, some[0]!.installN, some.at(-1)!.installN], body: packPiece(some) });
    from = to;
  }
  return cut;
}

/** Estimates the packed size of an install's windows. */
function packedSize({ contexts, items }: InstallLoot): number {
  return 3 + 2 * contexts.length + items.length * (5 + contexts.length);
}

export function writePieces(runner: Runner, written: readonly Piece[]): Promise<void> {
  return writePacked(
    runner,
    `insert into loot_pieces (${COLUMNS}, body)
     select value->>0, value->>1, value->>2, value->>3, value->>4, body from ${ROWS_WITH_BODIES} where true
     on conflict do update set last_install = excluded.last_install, body = excluded.body`,
    written,
  );
}

export async function deletePieces(runner: Runner, keys: readonly PieceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await runner.execute({
    sql: `delete from loot_pieces where (source_n, level, run, first_install) in
          (select value->>0, value->>1, value->>2, value->>3 from json_each(?))`,
    args: [JSON.stringify(keys)],
  });
}

/** Reads all pieces of these sources. */
export function readAllPieces(runner: Runner, sources: readonly number[]): Promise<readonly Piece[]> {
  const sql = 'select p.* from json_each(?) as k cross join loot_pieces as p on p.source_n = k.value';
  return readPacked<PieceKey>(runner, COLUMNS, sql, [JSON.stringify(sources)]);
}

/** Reads all pieces of these sources on one level. */
export function readLevel(runner: Runner, sources: readonly number[], level: number): Promise<readonly Piece[]> {
  const sql = 'select p.* from json_each(?) as k cross join loot_pieces as p on p.source_n = k.value where p.level = ?';
  return readPacked<PieceKey>(runner, COLUMNS, sql, [JSON.stringify(sources), BigInt(level)]);
}

/** Deletes all pieces of these sources on one level and returns their total size in bytes. */
export async function deleteLevel(runner: Runner, sources: readonly number[], level: number): Promise<number> {
  const which = 'from loot_pieces where source_n in (select value from json_each(?)) and level = ?';
  const args = [JSON.stringify(sources), BigInt(level)];
  const bytes = Number(await readValue(runner, `select coalesce(sum(octet_length(body)), 0) ${which}`, args));
  await runner.execute({ sql: `delete ${which}`, args });
  return bytes;
}

/** The key of a piece and its size in bytes. */
type PieceHead = readonly [...PieceKey, bytes: number];

/**
 * Yields the windows of a source, from one level or all levels. Installs come in ascending order, each once and
 * complete, a limited number at a time. A large source is read in ranges of installs.
 */
export async function* installsOf(
  runner: Runner,
  sourceN: number,
  level: number | null,
): AsyncGenerator<readonly InstallLoot[]> {
  for (let from: number | null = 0; from !== null; ) {
    const read: InstallRange = await installsFrom(runner, sourceN, from, level);
    yield read.installs;
    from = read.next;
  }
}

interface InstallRange {
  readonly installs: readonly InstallLoot[];
  /** First install of the next range, or null after the last. */
  readonly next: number | null;
}

/** Reads one range of a source's installs, starting at `from`. */
export async function installsFrom(
  runner: Runner,
  sourceN: number,
  from: number,
  level: number | null = null,
): Promise<InstallRange> {
  const where = 'source_n = ?1 and (?2 is null or level = ?2) and last_install >= ?3';
  const args = [BigInt(sourceN), level === null ? null : BigInt(level), BigInt(from)];
  const heads = await jsonRows<PieceHead>(
    runner,
    `select json_group_array(json_array(${COLUMNS}, octet_length(body))) from loot_pieces where ${where}`,
    args,
  );
  const { to, isLast } = rangeFrom(heads, from);
  const sql = `select * from loot_pieces where ${where} and first_install < ?4`;
  const read = await readPacked<PieceKey>(runner, COLUMNS, sql, [...args, BigInt(to)]);
  const installs = unpackInstalls(read, { has: (n) => n >= from && n < to });
  return { installs: [...installs.values()].sort((a, b) => a.installN - b.installN), next: isLast ? null : to };
}

/**
 * Returns the end of the range `from <= n < to` whose pieces are small enough to be read together. A range is larger
 * only if many pieces begin with the same install.
 */
function rangeFrom(heads: readonly PieceHead[], from: number): { readonly to: number; readonly isLast: boolean } {
  const weights = new Map<number, number>();
  let end = from;
  for (const [, , , first, last, bytes] of heads) {
    const start = Math.max(first, from);
    weights.set(start, (weights.get(start) ?? 0) + bytes);
    end = Math.max(end, last + 1);
  }
  let bytes = 0;
  for (const [start, weight] of [...weights].sort(([a], [b]) => a - b)) {
    if (bytes > 0 && bytes + weight > BYTES_AT_ONCE) return { to: start, isLast: false };
    bytes += weight;
  }
  return { to: end, isLast: true };
}
