import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import { type AgreedValue, agreeOnText, findMinorityText, omitNulls } from './agreed.ts';
import { buildClaims, markLanguage } from './claims_on.ts';
import {
  type AnonymousRecord,
  type DistributiveOmit,
  defineTalliedFamily,
  type TalliedFamily,
  type WitnessedKind,
} from './family.ts';

type CatalogueRecord = Extract<AnonymousRecord, { kind: `${string}_catalog` }>;
export type CatalogueKind = CatalogueRecord['kind'];

/** A catalogue record without the fields common to all records. */
export type CatalogueEntry<K extends CatalogueKind> = DistributiveOmit<
  Extract<CatalogueRecord, { kind: K }>,
  'kind' | 'capturedAt'
>;

export interface CatalogueFact<K extends CatalogueKind> {
  readonly entry?: AgreedValue<CatalogueEntry<K>>;
  /** The entry in the instance's language if `entry` is in another. */
  readonly otherEntry?: AgreedValue<CatalogueEntry<K>>;
}

interface CatalogueRules<K extends CatalogueKind> extends Pick<TalliedFamily<CatalogueFact<K>>, 'name' | 'mentions'> {
  readonly kind: K;
  readonly idOf: (record: Extract<AnonymousRecord, { kind: K }>) => number;
  /** Kind of entity that an entry describes. */
  readonly about: ChangeSubjectKind & WitnessedKind;
  readonly label: { readonly kind: string; readonly text: (entry: CatalogueEntry<K>) => string };
}

/** Builds the family for one of the client's catalogues, such as titles. Installs vote on whole entries. */
export function catalogue<K extends CatalogueKind>({
  kind,
  idOf,
  about,
  label,
  ...traits
}: CatalogueRules<K>): TalliedFamily<CatalogueFact<K>> {
  return defineTalliedFamily<K, CatalogueFact<K>>({
    ...traits,
    version: 3,
    kinds: [kind],
    subject: { kind: about, id: 0 },
    witnesses: { [about]: ['ID'] },
    claims: (record, { language }) => markLanguage(language, buildClaims(idOf(record), { entry: parseEntry(record) })),
    facts: (_subject, tallies) =>
      omitNulls({
        entry: agreeOnText<CatalogueEntry<K>>(tallies, 'entry'),
        otherEntry: findMinorityText<CatalogueEntry<K>>(tallies, 'entry'),
      }),
    label: {
      kind: label.kind,
      name: readEntryName,
      text: ({ entry }) => (entry === undefined ? '' : label.text(entry.value)),
    },
  });
}

export function readEntryName({ entry }: CatalogueFact<CatalogueKind>): AgreedValue<string> | undefined {
  if (entry === undefined || !('name' in entry.value) || entry.value.name === '') return undefined;
  return { ...entry, value: entry.value.name };
}

function parseEntry({ kind: _kind, capturedAt: _at, ...entry }: AnonymousRecord): object {
  return entry;
}
