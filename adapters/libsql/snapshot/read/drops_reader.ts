import { Buffer } from 'node:buffer';
import type { DropRows, SourceType, StoredRate, StoredZero } from '../../../../domain/ports/drops.ts';
import type { PlaceRange } from '../../../../domain/ports/places.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { rateText, zeroRow } from '../../../../domain/reads/drop_rows.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { createPageReader } from './page_reader.ts';
import { createRowShelf, ROWS_PER_PACK } from './row_cache.ts';
import type { ReadTexts, RowTexts } from './row_texts.ts';

/** Reads the lists of drop facts. Their finished rows are cached until the next snapshot. */
export interface DropsReader {
  /** Returns the public rates and measured zeros in these ranges of places, by place. */
  rows(client: Runner, view: SnapshotView, rates: PlaceRange, zeros: PlaceRange): Promise<DropRows>;
}

export function createDropsReader(): DropsReader {
  const lists = createPageReader(createRowShelf(readDropTexts), ROWS_PER_PACK);
  return {
    rows: async (client, { epoch, row }, rates, zeros) => {
      const read = async (kind: List, { from, to }: PlaceRange) =>
        from >= to ? [] : (await lists.rows(client, `${epoch}.${row.n}`, [{ kind, from, to }], null)).pieces;
      return { rates: await read('rates', rates), zeros: await read('zeros', zeros) };
    },
  };
}

type List = 'rates' | 'zeros';

type RateTuple = [
  place: number,
  sourceType: SourceType,
  sourceId: number,
  itemId: number,
  drops: number,
  installs: number,
  kills: number,
  reporters: number,
  topWindows: number,
];
type ZeroTuple = [
  place: number,
  sourceType: SourceType,
  sourceId: number,
  kills: number,
  reporters: number,
  topWindows: number,
];

// In the order of places. Starting from the sources, SQLite would read and sort the whole list.
const RATES = `select json_group_array(json_array(place, source_type, source_id, item_id, drops, seen_by, kills, reporters,
    top_windows)) from (
    select r.place, r.source_type, r.source_id, r.item_id, r.drops, r.seen_by, s.kills, s.reporters, s.top_windows
    from rates as r cross join drop_sources as s on s.source_type = r.source_type and s.source_id = r.source_id
    where r.place >= ? and r.place < ? order by r.place)`;

const ZEROS = `select json_group_array(json_array(place, source_type, source_id, kills, reporters, top_windows)) from (
    select z.place, z.source_type, z.source_id, s.kills, s.reporters, s.top_windows
    from measured_zeros as z cross join drop_sources as s on s.source_type = z.source_type and s.source_id = z.source_id
    where z.place >= ? and z.place < ? order by z.place)`;

const readDropTexts: ReadTexts = async (client, _, list, from, to) => {
  const range = [BigInt(from), BigInt(to)];
  return list === 'rates'
    ? textsOf((await jsonRows<RateTuple>(client, RATES, range)).map(placedRate), from)
    : textsOf((await jsonRows<ZeroTuple>(client, ZEROS, range)).map(placedZero), from);
};

interface Placed {
  readonly place: number;
  /** The finished JSON row. */
  readonly text: string;
}

function placedRate([place, ...rest]: RateTuple): Placed {
  const [sourceType, sourceId, itemId, drops, installs, kills, reporters, topWindows] = rest;
  const rate: StoredRate = { sourceType, sourceId, itemId, drops, installs, kills, reporters, topWindows };
  return { place, text: rateText(rate) };
}

function placedZero([place, sourceType, sourceId, kills, reporters, topWindows]: ZeroTuple): Placed {
  const zero: StoredZero = { sourceType, sourceId, kills, reporters, topWindows };
  return { place, text: JSON.stringify(zeroRow(zero)) };
}

/** Concatenates the rows. They contain only numbers and ASCII names, so each character is one byte. */
function textsOf(rows: readonly Placed[], from: number): RowTexts {
  const bytes: number[] = [];
  for (const { place, text } of rows) {
    while (bytes.length < place - from) bytes.push(0);
    bytes.push(text.length + 1);
  }
  return { text: Buffer.from(rows.map(({ text }) => `${text},`).join(''), 'latin1'), bytes };
}
