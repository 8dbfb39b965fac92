import type { Row } from '@libsql/client';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { PackedText } from '../../../../domain/ports/rows.ts';
import { createBoundedCache } from '../../../../domain/values/bounded_cache.ts';
import { packText } from '../../../packed_text.ts';
import type { Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { CASTS_TO_BYTES, requireUtf8 } from '../../text_guard.ts';
import type { RowEnds } from '../corpus_block.ts';
import { createCut } from '../cut_rows.ts';
import { type BlockAtHand, type BlockReader, blockRanges, type WantedBlock } from './block_reader.ts';

/** Number of rows packed together, which take about 10 KB of text. */
export const ROWS_PER_PACK = 64;

/** Large enough for all rows of lists of 100,000 rows each. */
const KEPT_BYTES_MAX = 24 * 1024 * 1024;

/** Rows as read from the database. They are compressed when a page first sends them packed. */
interface CachedRows extends RowEnds {
  readonly packed: PackedText;
}

/**
 * Creates a reader of lists whose rows change in place, such as edges. If they were stored packed, the builder would
 * have to compress them again for each snapshot. Instead they are packed in memory when first sent, and stay cached
 * while requests use the same scope, which names the snapshot.
 */
export function createRowShelf(read: ReadTexts): BlockReader {
  const kept = createBoundedCache<CachedRows>(KEPT_BYTES_MAX);
  let newest = '';

  return {
    blocks: async (client, scope, wanted) => {
      if (scope !== newest) kept.clear();
      newest = scope;
      const nameOf = ({ kind, block }: WantedBlock): string => `${scope}:${kind}:${block}`;
      const found = new Map<WantedBlock, CachedRows>();
      const missing: WantedBlock[] = [];
      for (const one of wanted) {
        const shelved = kept.get(nameOf(one));
        if (shelved === undefined) missing.push(one);
        else found.set(one, shelved);
      }
      for (const { kind, first, end } of blockRanges(missing)) {
        const rows = await read(client, scope, kind, first * ROWS_PER_PACK, end * ROWS_PER_PACK);
        let at = 0;
        for (const one of missing.splice(0, end - first)) {
          const from = (one.block - first) * ROWS_PER_PACK;
          const bytes = rows.bytes.slice(from, from + ROWS_PER_PACK);
          const length = bytes.reduce((sum, row) => sum + row, 0);
          const name = nameOf(one);
          // This is a copy, so that a cached part does not keep the text of the whole page in memory.
          const text = rows.text.slice(at, at + length);
          at += length;
          const shelved = shelve(text, bytes, (held) => {
            if (kept.get(name) === shelved) kept.set(name, shelved, held + SHELVED_BYTES);
          });
          if (scope === newest) kept.set(name, shelved, text.byteLength + SHELVED_BYTES);
          found.set(one, shelved);
        }
      }
      return wanted.map((one) => atHand(found.get(one)!));
    },
    large: () => Promise.reject(new StorageError('ROWS_MISSING')),
    clear: () => kept.clear(),
  };
}

/** Number of bytes that a cached segment takes in addition to its text. */
const SHELVED_BYTES = 700;

function shelve(text: Uint8Array, bytes: readonly number[], onPacked: (heldBytes: number) => void): CachedRows {
  const ends = new Uint32Array(ROWS_PER_PACK);
  let end = 0;
  // Places after the end of the list have length 0.
  for (let i = 0; i < ROWS_PER_PACK; i++) ends[i] = end += bytes[i] ?? 0;
  // The comma after the last row is left out, so that it can end a list.
  let plain: Uint8Array | null = text.subarray(0, -1);
  let packed: PackedText | null = null;
  const pack = (): PackedText => {
    if (packed !== null) return packed;
    packed = packText(plain!, 'often');
    plain = null;
    onPacked(packed.deflated.byteLength);
    return packed;
  };
  return {
    rows: ROWS_PER_PACK,
    end: (i) => ends[i]!,
    packed: {
      byteLength: Math.max(0, end - 1),
      get deflated() {
        return pack().deflated;
      },
      get crc32() {
        return pack().crc32;
      },
      text: () => plain ?? pack().text(),
    },
  };
}

function atHand(shelved: CachedRows): BlockAtHand {
  return {
    rows: shelved.rows,
    end: shelved.end,
    load: () => null,
    cut: createCut(shelved, [{ from: 0, to: shelved.rows }], () => shelved.packed),
  };
}

/**
 * Maximum ratio of rows that a page reads to rows that it wants. If the ratio would be higher, the rows are read
 * individually, which is cheaper than reading whole segments.
 */
const MAX_OVERREAD = 4;

/** Returns whether a page of these slices should be cut out of whole segments. */
export function fillsSegments(slices: readonly ListSlice[]): boolean {
  const rows = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  if (slices.length * MAX_OVERREAD > rows) return false;
  const segments = new Set<string>();
  for (const { kind, from, to } of slices) {
    for (let i = Math.floor(from / ROWS_PER_PACK); i * ROWS_PER_PACK < to; i++) segments.add(`${kind}:${i}`);
  }
  return segments.size * ROWS_PER_PACK <= MAX_OVERREAD * rows;
}

/**
 * Rows in adjacent places, each followed by a comma, and the number of bytes of each, which is 0 for a withdrawn row.
 */
export interface RowTexts {
  readonly text: Uint8Array;
  readonly bytes: readonly number[];
}

/** Reads the rows in places `from <= place < to` of a list, or fewer if the list ends earlier. */
export type ReadTexts = (client: Runner, scope: string, kind: string, from: number, to: number) => Promise<RowTexts>;

/** Returns the query whose result `textsIn` decodes, with an additional number. An empty body means a withdrawn row. */
export function textsSql(bodies: string, number = '0'): string {
  return `${CASTS_TO_BYTES} select cast(group_concat(iif(body = '', '', body || ','), '') as blob),
     cast(group_concat(iif(body = '', 0, octet_length(body) + 1)) as blob), ${number} from (${bodies})`;
}

const NO_BYTES = new Uint8Array(0);

/** Decodes the row returned by the query of `textsSql`. */
export function textsIn(row: Row | undefined): RowTexts {
  const [text, bytes] = [row?.[0], row?.[1]];
  if (!(text instanceof ArrayBuffer && bytes instanceof ArrayBuffer)) return { text: NO_BYTES, bytes: [] };
  return {
    text: requireUtf8(new Uint8Array(text)),
    bytes: new TextDecoder().decode(bytes).split(',').map(Number),
  };
}
