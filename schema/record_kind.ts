import type * as v from 'valibot';
import { always, optional, recordInstant, strictObject, text, token } from './fields.ts';
import { LENGTHS, LIMITS } from './limits.ts';
import type { SharingCategory, Visibility } from './vocabulary.ts';

export const EVENT_ID_LENGTH = { min: 3, max: 96 } as const;

/** The form of event and scan ids. */
export const ID_PATTERN = '^[A-Za-z0-9:_-]+$';

export function installId() {
  return text(
    'The random id of the install that reports it. It is never published.',
    LENGTHS.installId.min,
    LENGTHS.installId.max,
  );
}

export function eventId() {
  return token(
    'An id of the event, unique within the install: a record sent again under it counts once, other content under it is refused.',
    EVENT_ID_LENGTH.min,
    EVENT_ID_LENGTH.max,
    ID_PATTERN,
    'letters, digits, ":", "_" and "-"',
  );
}

export function capturedAt() {
  return recordInstant(
    `When it happened in the game. From ${LIMITS.capturedAtEarliest.value} to a day after the upload is received.`,
  );
}

/** What fields of one record must be to each other, which a schema cannot say. `field` is the one that is refused. */
export interface FieldRule<R> {
  readonly field: keyof R & string;
  readonly holds: (record: R) => boolean;
  /** Completes the sentence "<field> must be …"; stands in the kind's description too. */
  readonly needs: string;
}

type AnyRecord = Readonly<Record<string, never>>;

/** A kind of record an upload may hold. */
export interface RecordKind<
  K extends string = string,
  S extends v.GenericSchema = v.GenericSchema,
  F extends v.ObjectEntries = v.ObjectEntries,
> {
  readonly kind: K;
  readonly visibility: Visibility;
  /** The category the player must share, and a grant must cover, for the record to be admitted; null: none. */
  readonly sharing: SharingCategory | null;
  /** Whether its records say themselves whose they are. */
  readonly naming: boolean;
  /** What it reports, with the rules that its schema cannot express. */
  readonly description: string;
  readonly schema: S;
  readonly rules: readonly FieldRule<AnyRecord>[];
  /** Clearer names of fields, by the field that is kept; the two stand side by side in the schema. */
  readonly otherNames: Readonly<Record<string, string>>;
  /** The kind's own fields, without the common ones. */
  readonly fields: F;
}

/** What a kind's own fields come to in a parsed record. */
type OutputOf<F extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<F, undefined>>;

interface Definition<K extends string, F extends v.ObjectEntries> {
  readonly kind: K;
  readonly visibility: Visibility;
  readonly sharing: SharingCategory | null;
  readonly description: string;
  readonly fields: F;
  readonly rules?: readonly FieldRule<OutputOf<F>>[];
  readonly otherNames?: Readonly<Partial<Record<keyof F & string, keyof F & string>>>;
}

/** What no schema can say of any kind. */
const COMMON_RULES = `Names are trimmed and composed (Unicode NFC), any run of spaces (plain, no-break, U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000) becomes one plain space, and they must keep their bounds then too. Texts may hold no character that cannot be seen, also above U+FFFF, where the patterns leave it out: Unicode’s format characters (bidi controls, tag characters), default-ignorable ones (variation selectors, fillers, characters of no width), separators of lines and paragraphs, private use, non-characters, and blank signs such as U+2800; no character that Unicode 15.1 has not assigned, of any plane, which the patterns leave out, too; and nothing that looks like a player’s GUID, in any case, in wide or ornate letters or with other dashes. A record whose texts, other than eventId, scanId and claimToken, hold its own installId in any case is refused. Date-times must exist and are kept in UTC, to the millisecond, in one spelling, so that a record is the same however its moment was written. A record captured before ${LIMITS.capturedAtEarliest.value} or more than a day after its upload is received is refused.`;

function kindField<K extends string>(kind: K) {
  return always('The kind of the record.', kind);
}

/** The description with the rules that fields keep to each other, each as a sentence. */
function describe<F extends v.ObjectEntries>({ description, rules = [] }: Definition<string, F>): string {
  return [description, ...rules.map(({ field, needs }) => `${field} must be ${needs}.`)].join(' ');
}

/** A kind's rules are held against parsed records of that kind only (parse_record.ts). */
function rulesOf({ rules = [] }: { readonly rules?: readonly unknown[] }) {
  return rules as readonly FieldRule<AnyRecord>[];
}

function otherNamesOf({ otherNames = {} }: { readonly otherNames?: object }) {
  return otherNames as Readonly<Record<string, string>>;
}

/** A record kind with the common fields (contract, section 5). Parsed records have their fields in this order. */
export function recordKind<const K extends string, F extends v.ObjectEntries>(definition: Definition<K, F>) {
  return {
    ...definition,
    naming: true,
    description: describe(definition),
    rules: rulesOf(definition),
    otherNames: otherNamesOf(definition),
    schema: strictObject(`${describe(definition)} ${COMMON_RULES}`, {
      kind: kindField(definition.kind),
      installId: installId(),
      eventId: optional(eventId()),
      capturedAt: capturedAt(),
      ...definition.fields,
    }),
  };
}

/** A record kind whose only common fields are kind and capturedAt: it belongs to the install of the upload around it. */
export function recordKindWithoutInstall<const K extends string, F extends v.ObjectEntries>(
  definition: Definition<K, F>,
) {
  return {
    ...definition,
    naming: false,
    description: describe(definition),
    rules: rulesOf(definition),
    otherNames: otherNamesOf(definition),
    schema: strictObject(`${describe(definition)} ${COMMON_RULES}`, {
      kind: kindField(definition.kind),
      capturedAt: capturedAt(),
      ...definition.fields,
    }),
  };
}
