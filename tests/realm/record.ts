import { createHash } from 'node:crypto';
import type { RecordKindName, RecordOf } from '../../schema/record_kinds.ts';

/** A record as an addon writes it. Its fields stand in the order of its kind's schema, the common ones first. */
export type Rec<K extends RecordKindName = RecordKindName> = RecordOf<K>;

/** A record of a kind without the fields that every kind has. */
export type Fields<K extends RecordKindName> = Omit<RecordOf<K>, 'kind' | 'installId' | 'eventId' | 'capturedAt'>;

export const DAY_MS = 86_400_000;

/** An instant as addons write it: whole seconds where they are whole. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A moment with decimals, as an addon writes it. */
const WITH_DECIMALS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

/** What intake makes of a record: its texts trimmed and composed, its moments without zeros that say nothing. */
export function normalised(record: Rec): Rec {
  return renamed(tidy(record) as Rec);
}

const CLEAR_NAMES: readonly string[] = ['taughtByItemId', 'makesItemId'];

/** The item of a recipe is kept as `itemId`, whichever name it came under. */
function renamed(record: Rec): Rec {
  const entries = Object.entries(record);
  const isTwice = entries.some(([name]) => name === 'itemId');
  return Object.fromEntries(
    entries.flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (!CLEAR_NAMES.includes(name)) return [[name, value]];
      return isTwice ? [] : [['itemId', value]];
    }),
  ) as unknown as Rec;
}

function tidy(value: unknown): unknown {
  if (typeof value === 'string' && WITH_DECIMALS.test(value)) return value.replace(/\.?0+Z$/, 'Z');
  if (typeof value === 'string') return value.trim().normalize('NFC');
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tidy(member)]));
  }
  return value;
}

/** What a record says, without who says it: the text by which two records are the same. */
export function contentOf(record: Rec): string {
  const { kind, capturedAt, installId: _install, eventId: _event, ...fields } = record as Rec<'loot'>;
  return JSON.stringify({ kind, capturedAt, ...fields });
}

/** The feed shows scan ids as digests, as it does event ids. */
export function withoutScanId(record: Rec): Rec {
  const { scanId: _scan, ...rest } = record as Rec<'auction_scan'>;
  return rest as Rec;
}

/** The feed names the item of a recipe by what it is, too. */
export function withClearName(record: Rec): Rec {
  if (record.kind !== 'recipe_seen' && record.kind !== 'recipe_observed') return record;
  const name = record.kind === 'recipe_seen' ? 'taughtByItemId' : 'makesItemId';
  const fields = Object.entries(record).flatMap(([field, value]) =>
    field === 'itemId' ? [[field, value] as const, [name, value] as const] : [[field, value] as const],
  );
  return Object.fromEntries(fields) as unknown as Rec;
}

/** Of two reports of one time the one with the smaller digest stands (contract, section 3, Agreed values). */
export function digestOf(record: Rec): string {
  return createHash('sha256').update(contentOf(record)).digest('hex');
}
