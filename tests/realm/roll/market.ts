import type { Dice } from '../dice.ts';
import type { Pen } from '../pen.ts';
import { REALMS } from '../people.ts';
import type { Pools, Traded } from '../pools.ts';
import { DAY_MS } from '../record.ts';
import type { Moment } from './field.ts';

interface Row {
  readonly itemId: number;
  readonly unitPriceCopper: number;
  readonly quantity: number;
}

export interface ScanOf {
  readonly items: readonly Traded[];
  /** Whether the scan lists hundreds of rows of one item. */
  readonly flood?: boolean;
  /** Whether a complete scan is followed by an incomplete one an hour later. */
  readonly again?: boolean;
}

const RECORD_ROWS_MAX = 200;

/**
 * Scans the auction house in one or more records. A scan may be incomplete, run past midnight, name no house, or use
 * another spelling of the realm. Some players scan again at once or a little later, either part of the same house or
 * the neutral house.
 */
export function rollScan(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: ScanOf): void {
  const { player, atMs } = moment;
  const items = of?.items ?? [
    ...new Set(Array.from({ length: chance.between(12, 30) }, () => chance.pickEarly(pools.traded))),
  ];
  const own = player.faction === 'horde' ? 'Horde' : 'Alliance';
  const house = chance.chance(0.06) ? 'Neutral' : of === undefined && chance.chance(0.08) ? null : own;
  const lateMs = (Math.floor(atMs / DAY_MS) + 1) * DAY_MS - 20_000;
  const startMs = chance.chance(0.06) ? lateMs : atMs;
  const rows = items.flatMap((item) => rowsOf(chance, item, moment));
  if (of?.flood === true) {
    for (let i = 0; i < 3 * RECORD_ROWS_MAX; i++) {
      rows.push({ itemId: items[0]!.id, unitPriceCopper: 1000 + (i % 97), quantity: chance.between(1, 9) });
    }
  }
  if (of?.again === true) {
    writeScan(pen, chance, moment, own, rows, 'all');
    const dearer = rows.map((row) => ({ ...row, unitPriceCopper: 2 * row.unitPriceCopper }));
    writeScan(pen, chance, { ...moment, atMs: atMs + 3_600_000 }, own, dearer, 'none');
    return;
  }
  writeScan(pen, chance, { ...moment, atMs: startMs }, house, rows);
  if (!chance.chance(0.25)) return;
  const again = items.slice(0, Math.ceil(items.length / 2)).flatMap((item) => rowsOf(chance, item, moment));
  const againMs = startMs + (chance.chance(0.3) ? 0 : chance.between(1, 90) * 60_000);
  writeScan(pen, chance, { ...moment, atMs: againMs }, chance.chance(0.3) ? 'Neutral' : house, again);
}

/** Which records of a scan declare it complete. With `untold`, no record has a `complete` field. */
type Whole = 'all' | 'all but the last' | 'none' | 'untold';

function writeScan(
  pen: Pen,
  chance: Dice,
  { player, day, atMs }: Moment,
  house: 'Alliance' | 'Horde' | 'Neutral' | null,
  rows: readonly Row[],
  whole: Whole = chance.pick(['all', 'all', 'all', 'all but the last', 'none', 'untold']),
): void {
  const home = REALMS.find((spellings) => (spellings as readonly string[]).includes(player.realm))!;
  const realm = chance.chance(0.2) ? chance.pick(home) : player.realm;
  const scanId = chance.chance(0.05) ? `scan-${day}` : `scan-${chance.hex(6)}`;
  const parts = cut(chance.shuffled(rows), Math.max(chance.between(1, 4), Math.ceil(rows.length / RECORD_ROWS_MAX)));
  for (const [i, items] of parts.entries()) {
    const complete = whole === 'all' || (whole === 'all but the last' && i < parts.length - 1);
    pen.write(player, atMs + i * 15_000, 'auction_scan', {
      realm,
      ...(house === null ? {} : { house }),
      scanId,
      ...(whole === 'untold' ? {} : { complete }),
      items,
    });
  }
}

function rowsOf(chance: Dice, { id, price }: Traded, { day, player }: Moment): Row[] {
  const today = Math.max(1, Math.round(price * (1 + day / 60)));
  const absurd = player.liar && chance.chance(0.4) ? chance.pick([1, 1_000_000]) : null;
  const equal = chance.chance(0.1);
  const count = chance.between(1, 5);
  return Array.from({ length: count }, (_, i) => ({
    itemId: id,
    unitPriceCopper: absurd ?? (equal ? today : Math.max(1, Math.round(today * (0.8 + 0.15 * i + chance.next() / 5)))),
    quantity: chance.chance(0.7) ? chance.between(1, 5) : chance.between(1, 20),
  }));
}

function cut(rows: readonly Row[], parts: number): Row[][] {
  const size = Math.ceil(rows.length / parts);
  return Array.from({ length: parts }, (_, i) => rows.slice(i * size, (i + 1) * size)).filter(
    (part) => part.length > 0,
  );
}
