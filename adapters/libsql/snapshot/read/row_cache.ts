import type { Row } from '@libsql/client';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { CutPosition } from '../../../../domain/ports/rows.ts';
import { createBoundedCache } from '../../../../domain/values/bounded_cache.ts';
import { packText } from '../../../packed_text.ts';
import type { Runner } from '../../database.ts';
import { BYTE_CAST_MARK, requireUtf8 } from '../../text_guard.ts';
import { type BlockPart, countTextBytes, findRowEnds, findRowStart, type RowBlock } from '../row_block.ts';

/** Number of rows packed together, which take about 10 KB of text. */
const ROWS_PER_PACK = 64;

/** Large enough for all rows of lists of 100,000 rows each. */
const CACHED_BYTES_MAX = 24 * 1024 * 1024;

/** Number of bytes that a cached pack takes in addition to its text. */
const PACK_BYTES_MIN = 700;

/** Yields the rows of these slices in order. `scope` names the snapshot. */
export type RowCache = (client: Runner, scope: string, slices: readonly ListSlice[]) => AsyncIterable<BlockPart>;

/**
 * Creates a reader of lists whose rows change in place, such as edges. If they were stored packed, the builder would
 * have to compress them again for each snapshot. Instead they are packed in memory when first read, and stay cached
 * while requests use the same scope, which names the snapshot. Pages that need few rows of each pack are read from the
 * database, which is cheaper than reading whole packs.
 */
export function createRowCache(read: ReadTexts): RowCache {
  const kept = createBoundedCache<RowBlock>(CACHED_BYTES_MAX);
  let newest = '';

  /** Returns the packs `first <= pack < end` of a list. If one of them is not cached, reads them all in one query. */
  const findPacks = async (client: Runner, scope: string, kind: string, first: number, end: number) => {
    const names = Array.from({ length: end - first }, (_, i) => `${scope}:${kind}:${first + i}`);
    const known = names.map((name) => kept.get(name)).filter((pack) => pack !== undefined);
    if (known.length === names.length) return known;
    const rows = await read(client, scope, [{ kind, from: first * ROWS_PER_PACK, to: end * ROWS_PER_PACK }]);
    let at = 0;
    return names.map((name, pack) => {
      // Places after the end of the list take no bytes.
      const ends = findRowEnds(ROWS_PER_PACK, (row) => rows.bytes[pack * ROWS_PER_PACK + row] ?? 0);
      const text = packText(rows.text.subarray(at, at + countTextBytes(ends)), 'often');
      at += findRowStart(ends, ROWS_PER_PACK);
      if (scope === newest) kept.set(name, { ends, text }, text.deflated.byteLength + PACK_BYTES_MIN);
      return { ends, text };
    });
  };

  return async function* (client, scope, slices) {
    if (!canFillPacks(slices)) {
      yield await readUncached(() => read(client, scope, slices), slices);
      return;
    }
    if (scope !== newest) kept.clear();
    newest = scope;
    for (const [slice, { kind, from, to }] of slices.entries()) {
      const first = Math.floor(from / ROWS_PER_PACK);
      const blocks = await findPacks(client, scope, kind, first, Math.ceil(to / ROWS_PER_PACK));
      for (const [i, block] of blocks.entries()) {
        const start = (first + i) * ROWS_PER_PACK;
        const nameRow = (row: number): CutPosition => ({ slice, place: start + row });
        yield { block, from: Math.max(0, from - start), to: Math.min(ROWS_PER_PACK, to - start), nameRow };
      }
    }
  };
}

/** Maximum ratio of rows in packs that a page reads to rows that it wants. */
const OVERREAD_MAX = 4;

/** Returns whether a page of these slices should be made of packs, which few or scattered rows are not worth. */
function canFillPacks(slices: readonly ListSlice[]): boolean {
  const rows = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  if (slices.length * OVERREAD_MAX > rows) return false;
  const packs = new Set<string>();
  for (const { kind, from, to } of slices) {
    for (let i = Math.floor(from / ROWS_PER_PACK); i * ROWS_PER_PACK < to; i++) packs.add(`${kind}:${i}`);
  }
  return packs.size * ROWS_PER_PACK <= OVERREAD_MAX * rows;
}

async function readUncached(read: () => Promise<RowTexts>, slices: readonly ListSlice[]): Promise<BlockPart> {
  const { text, bytes } = slices.length === 0 ? NO_ROWS : await read();
  const ends = findRowEnds(bytes.length, (i) => bytes[i]!);
  const nameRow = (row: number): CutPosition => {
    let left = row;
    const slice = slices.findIndex(({ from, to }) => {
      if (left < to - from) return true;
      left -= to - from;
      return false;
    });
    return { slice, place: slices[slice]!.from + left };
  };
  return { block: { ends, text: text.subarray(0, countTextBytes(ends)) }, from: 0, to: bytes.length, nameRow };
}

/**
 * Rows in adjacent places of one or several slices, each followed by a comma, and the number of bytes of each, which is
 * 0 for a withdrawn row.
 */
export interface RowTexts {
  readonly text: Uint8Array;
  readonly bytes: readonly number[];
}

const NO_ROWS: RowTexts = { text: new Uint8Array(0), bytes: [] };

/** Reads the rows of these slices, which are of one list or import, or fewer if the last slice ends after the list. */
export type ReadTexts = (client: Runner, scope: string, slices: readonly ListSlice[]) => Promise<RowTexts>;

/**
 * Returns the query whose result `decodeTexts` decodes, with an additional number. An empty body means a withdrawn row.
 */
export function buildTextsSql(bodies: string, number = '0'): string {
  return `${BYTE_CAST_MARK} select cast(group_concat(iif(body = '', '', body || ','), '') as blob),
     cast(group_concat(iif(body = '', 0, octet_length(body) + 1)) as blob), ${number} from (${bodies})`;
}

/** Decodes the row returned by the query of `buildTextsSql`. */
export function decodeTexts(row: Row | undefined): RowTexts {
  const [text, bytes] = [row?.[0], row?.[1]];
  if (!(text instanceof ArrayBuffer && bytes instanceof ArrayBuffer)) return NO_ROWS;
  return {
    text: requireUtf8(new Uint8Array(text)),
    bytes: new TextDecoder().decode(bytes).split(',').map(Number),
  };
}
