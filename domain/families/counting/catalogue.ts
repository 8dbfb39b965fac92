import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import { type LocalizedText, localeOf } from '../../values/language.ts';
import { type AgreedValue, oneText, publicMembers } from './agreed.ts';
import { claimsOn, inLanguage } from './claims_on.ts';
import { type AnonymousRecord, type Label, type TalliedFamily, tallied } from './family.ts';

type CatalogueRecord = Extract<AnonymousRecord, { kind: `${string}_catalog` }>;
export type CatalogueKind = CatalogueRecord['kind'];

/** A catalogue record without the fields that all records have. */
export type Entry<K extends CatalogueKind> = DistributiveOmit<
  Extract<CatalogueRecord, { kind: K }>,
  'kind' | 'capturedAt'
>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Public facts of a catalogue entry. */
export interface CatalogueFact<K extends CatalogueKind> {
  readonly entry?: AgreedValue<Entry<K>>;
}

interface Catalogue<K extends CatalogueKind> {
  readonly name: string;
  readonly kind: K;
  readonly idOf: (record: Extract<AnonymousRecord, { kind: K }>) => number;
  /** The kind of entity that an entry describes. */
  readonly about: ChangeSubjectKind & keyof TalliedFamily['witnesses'];
  /** Kind and text of an entry in the knowledge base. */
  readonly label: { readonly kind: string; readonly text: (entry: Entry<K>) => string };
  readonly mentions?: TalliedFamily<CatalogueFact<K>>['mentions'];
}

/**
 * Builds the family of one of the client's catalogues, such as titles. Installs agree on a whole entry, including the
 * ids in it. A fact has one member, `entry`.
 */
export function catalogue<K extends CatalogueKind>({
  name,
  kind,
  idOf,
  about,
  label,
  mentions,
}: Catalogue<K>): TalliedFamily<CatalogueFact<K>> {
  return tallied<CatalogueFact<K>>({
    name,
    version: 2,
    dated: false,
    kinds: [kind],
    subject: { kind: about, id: 0 },
    logged: true,
    witnesses: { [about]: ['ID'] },
    claims: (record, { language }) =>
      isOf(record, kind) ? inLanguage(language, claimsOn(idOf(record), { entry: entryOf(record) })) : [],
    facts: (_subject, tallies) => publicMembers({ entry: oneText<Entry<K>>(tallies, 'entry') }),
    label: labelOf(label),
    ...(mentions === undefined ? {} : { mentions }),
  });
}

function labelOf<K extends CatalogueKind>({ kind, text }: Catalogue<K>['label']): Label<CatalogueFact<K>> {
  return {
    kind,
    name: nameOfEntry,
    text: ({ entry }) => (entry === undefined ? '' : text(entry.value)),
  };
}

/** Returns the name of an entry, or undefined if it has none. */
export function nameOfEntry({ entry }: CatalogueFact<CatalogueKind>): LocalizedText | undefined {
  const name = entry !== undefined && 'name' in entry.value ? entry.value.name : '';
  return name === '' ? undefined : { value: name, ...localeOf(entry) };
}

function isOf<K extends CatalogueKind>(
  record: AnonymousRecord,
  kind: K,
): record is Extract<AnonymousRecord, { kind: K }> {
  return record.kind === kind;
}

function entryOf(record: AnonymousRecord): object {
  const { kind: _kind, capturedAt: _at, ...entry } = record;
  return entry;
}
