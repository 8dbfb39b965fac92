import type * as v from 'valibot';
import type { RecordKind } from './record_kind.ts';
import * as kinds from './records/mod.ts';

type KindsByName = typeof kinds;

/** The name of a record kind, such as `loot`. */
export type RecordKindName = keyof KindsByName;

/** A parsed and normalized record, with defaults applied and fields in schema order. */
export type RecordOfKind<K extends RecordKindName = RecordKindName> = v.InferOutput<KindsByName[K]['schema']>;

/** The 33 record kinds, keyed by name in alphabetical order. */
export const RECORD_KINDS: ReadonlyMap<string, RecordKind<RecordKindName>> = new Map(
  Object.values(kinds).map((kind) => [kind.kind, kind]),
);

/** Names of the 20 record kinds in the public corpus feed, in alphabetical order. */
export const PUBLIC_KINDS: readonly RecordKindName[] = [...RECORD_KINDS.values()]
  .filter((kind) => kind.visibility === 'public')
  .map((kind) => kind.kind);

/** Fields that are checked but not stored (contract, section 2, Text). */
export const DROPPED_FIELDS: readonly string[] = ['claimToken'];

/** Fields that are stored and counted but never shown, because they tell players apart. */
export const UNLISTED_FIELDS: readonly string[] = ['questIds'];
