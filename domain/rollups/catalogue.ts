import { oneValue, publicMembers } from './agreed.ts';
import { claimsOn } from './claims_on.ts';
import type { AnonymousRecord, TalliedRollup } from './rollup.ts';

type CatalogueRecord = Extract<AnonymousRecord, { kind: `${string}_catalog` }>;
type CatalogueKind = CatalogueRecord['kind'];

/**
 * A catalogue of the client, such as its titles: installs agree on whole entries, their ids included. A body's one member
 * is `entry`, the record without its common fields.
 */
export const catalogue = <K extends CatalogueKind>(
  name: string,
  kind: K,
  idOf: (record: Extract<AnonymousRecord, { kind: K }>) => number,
): TalliedRollup => ({
  name,
  version: 1,
  shape: 'tallied',
  dated: false,
  kinds: [kind],
  claims: (record) => (isOf(record, kind) ? claimsOn(idOf(record), { entry: entryOf(record) }) : []),
  facts: (_subject, tallies) => publicMembers({ entry: oneValue<object>(tallies, 'entry') }),
});

const isOf = <K extends CatalogueKind>(
  record: AnonymousRecord,
  kind: K,
): record is Extract<AnonymousRecord, { kind: K }> => record.kind === kind;

const entryOf = (record: AnonymousRecord): object => {
  const { kind: _kind, capturedAt: _at, ...entry } = record;
  return entry;
};
