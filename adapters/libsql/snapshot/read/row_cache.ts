import type { Row } from '@libsql/client';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { PackedText } from '../../../../domain/ports/rows.ts';
import { isPlain, textOf } from '../../../../domain/reads/pieces.ts';
import { createBoundedCache } from '../../../../domain/values/bounded_cache.ts';
import { packText } from '../../../packed_text.ts';
import type { Runner } from '../../database.ts';
import { CASTS_TO_BYTES, requireUtf8 } from '../../text_guard.ts';
import { type BlockPart, endsOf, type RowBlock, startOf, textBytes } from '../row_block.ts';

/** Number of rows packed together, which take about 10 KB of text. */
export const ROWS_PER_PACK = 64;

/** Large enough for all rows of lists of 100,000 rows each. */
const KEPT_BYTES_MAX = 24 * 1024 * 1024;

/**
 * Creates a reader of lists whose rows change in place, such as edges. If they were stored packed, the builder would
 * have to compress them again for each snapshot. Instead they are packed in memory when first sent, and stay cached
 * while requests use the same scope, which names the snapshot.
 */
export function createRowShelf(read: ReadTexts): RowShelf {
  const kept = createBoundedCache<RowBlock>(KEPT_BYTES_MAX);
  let newest = '';

  /** Caches rows of the newest scope. The size of a pack becomes smaller when its text is compressed. */
  const shelve = (scope: string, name: string, ends: RowBlock['ends'], text: Uint8Array): RowBlock => {
    const keep = (bytes: number): void => {
      if (scope === newest) kept.set(name, pack, bytes + PACK_BYTES);
    };
    const pack: RowBlock = { ends, packed: packWhenSent(text, keep) };
    keep(text.byteLength);
    return pack;
  };

  /** Returns the packs `first <= pack < end` of a list. If one of them is not cached, reads them all in one query. */
  const findPacks = async (client: Runner, scope: string, kind: string, first: number, end: number) => {
    const names = Array.from({ length: end - first }, (_, i) => `${scope}:${kind}:${first + i}`);
    const known = names.map((name) => kept.get(name)).filter((pack) => pack !== undefined);
    if (known.length === names.length) return known;
    const rows = await read(client, scope, kind, first * ROWS_PER_PACK, end * ROWS_PER_PACK);
    const packs: RowBlock[] = [];
    let at = 0;
    for (const name of names) {
      const first = packs.length * ROWS_PER_PACK;
      // Places after the end of the list take no bytes.
      const ends = endsOf(ROWS_PER_PACK, (row) => rows.bytes[first + row] ?? 0);
      // This is a copy, so that a cached pack does not keep the text of all packs in memory.
      packs.push(shelve(scope, name, ends, rows.text.slice(at, at + textBytes(ends))));
      at += startOf(ends, ROWS_PER_PACK);
    }
    return packs;
  };

  return async function* (client, scope, slices) {
    if (scope !== newest) kept.clear();
    newest = scope;
    for (const [slice, { kind, from, to }] of slices.entries()) {
      const first = Math.floor(from / ROWS_PER_PACK);
      const blocks = await findPacks(client, scope, kind, first, Math.ceil(to / ROWS_PER_PACK));
      for (const [i, block] of blocks.entries()) {
        const place = (first + i) * ROWS_PER_PACK;
        yield { slice, place, block, from: Math.max(0, from - place), to: Math.min(ROWS_PER_PACK, to - place) };
      }
    }
  };
}

/** Yields the rows of these slices in order. `scope` names the snapshot. */
export type RowShelf = (client: Runner, scope: string, slices: readonly ListSlice[]) => AsyncIterable<BlockPart>;

/** Number of bytes that a cached pack takes in addition to its text. */
const PACK_BYTES = 700;

/** Packs a text when its packed form is first used, and calls `onPacked` with the size of that form. */
function packWhenSent(text: Uint8Array, onPacked: (bytes: number) => void): PackedText {
  const { byteLength } = text;
  // The text is released when it is packed.
  let form: Uint8Array | PackedText = text;
  const pack = (): PackedText => {
    if (!isPlain(form)) return form;
    form = packText(form, 'often');
    onPacked(form.deflated.byteLength);
    return form;
  };
  return {
    byteLength,
    get deflated() {
      return pack().deflated;
    },
    get crc32() {
      return pack().crc32;
    },
    text: () => textOf(form),
  };
}

/**
 * Maximum ratio of rows that a page reads to rows that it wants. If the ratio would be higher, the rows are read
 * individually, which is cheaper than reading whole packs.
 */
const MAX_OVERREAD = 4;

/** Returns whether a page of these slices should be made of packs. */
export function fillsPacks(slices: readonly ListSlice[]): boolean {
  const rows = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  if (slices.length * MAX_OVERREAD > rows) return false;
  const packs = new Set<string>();
  for (const { kind, from, to } of slices) {
    for (let i = Math.floor(from / ROWS_PER_PACK); i * ROWS_PER_PACK < to; i++) packs.add(`${kind}:${i}`);
  }
  return packs.size * ROWS_PER_PACK <= MAX_OVERREAD * rows;
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
