import { createHash } from 'node:crypto';
import type { RecordKindName, RecordOfKind } from '../../schema/record_kinds.ts';

/**
 * A record as an addon writes it. Its fields are in the order of the kind's schema, starting with the common fields.
 */
export type Rec<K extends RecordKindName = RecordKindName> = RecordOfKind<K>;

/** A record without the fields that all kinds share. */
export type Fields<K extends RecordKindName> = Omit<RecordOfKind<K>, 'kind' | 'installId' | 'eventId' | 'capturedAt'>;

export const DAY_MS = 86_400_000;

/** Formats a timestamp as addons do: without decimals if it falls on a whole second. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A timestamp with decimals, as an addon writes it. */
const WITH_DECIMALS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

/**
 * Normalises a record as intake does: trims and NFC-normalises strings, strips trailing zeros from timestamps, and
 * renames the item field of recipes.
 */
export function normalised(record: Rec): Rec {
  return renamed(tidy(record) as Rec);
}

const CLEAR_NAMES: readonly string[] = ['taughtByItemId', 'makesItemId'];

/** Renames a recipe's item field to `itemId`, the name under which it is stored. */
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

/** Returns a record's content without install and event id. Two records with equal content are the same report. */
export function contentOf(record: Rec): string {
  const { kind, capturedAt, installId: _install, eventId: _event, ...fields } = record as Rec<'loot'>;
  return JSON.stringify({ kind, capturedAt, ...fields });
}

/** Removes the scan id, because the feed shows scan ids as digests, like event ids. */
export function withoutScanId(record: Rec): Rec {
  const { scanId: _scan, ...rest } = record as Rec<'auction_scan'>;
  return rest as Rec;
}

/** Adds the clearer name of a recipe's item field, because the feed shows the item under both names. */
export function withClearName(record: Rec): Rec {
  if (record.kind !== 'recipe_seen' && record.kind !== 'recipe_observed') return record;
  const name = record.kind === 'recipe_seen' ? 'taughtByItemId' : 'makesItemId';
  const fields = Object.entries(record).flatMap(([field, value]) =>
    field === 'itemId' ? [[field, value] as const, [name, value] as const] : [[field, value] as const],
  );
  return Object.fromEntries(fields) as unknown as Rec;
}

/** Of two reports from the same time, the one with the smaller digest wins (contract, section 3, Agreed values). */
export function digestOf(record: Rec): string {
  return createHash('sha256').update(contentOf(record)).digest('hex');
}
