import type * as v from 'valibot';
import { always, optional, strictObject, text, token } from './fields.ts';
import { LENGTHS, LIMITS } from './limits.ts';
import { recordInstantField } from './time_fields.ts';
import type { SharingCategory, Visibility } from './vocabulary.ts';

export const EVENT_ID_LENGTH = { min: 3, max: 96 } as const;

/** Pattern for event and scan ids. */
export const ID_PATTERN = '^[A-Za-z0-9:_-]+$';

export function installId() {
  return text(
    'The random id of the reporting install. It is never published.',
    LENGTHS.installId.min,
    LENGTHS.installId.max,
  );
}

export function eventId() {
  return token(
    'An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.',
    EVENT_ID_LENGTH.min,
    EVENT_ID_LENGTH.max,
    ID_PATTERN,
    'letters, digits, ":", "_" and "-"',
  );
}

export function capturedAtField() {
  return recordInstantField(
    `When it happened in the game. From ${LIMITS.capturedAtEarliest.value} to a day after the upload is received.`,
  );
}

/** A rule that spans several fields of one record, which a schema cannot express. Faults point to `field`. */
interface FieldRule<R> {
  readonly field: keyof R & string;
  readonly holds: (record: R) => boolean;
  /** Completes the sentence "<field> must be …". It is also part of the kind's description. */
  readonly needs: string;
}

type AnyRecord = Readonly<Record<string, never>>;

/** A kind of record in uploads. */
export interface RecordKind<
  K extends string = string,
  S extends v.GenericSchema = v.GenericSchema,
  F extends v.ObjectEntries = v.ObjectEntries,
> {
  readonly kind: K;
  readonly visibility: Visibility;
  /** The category that the player must share and a grant must cover, or null if no category is needed. */
  readonly sharing: SharingCategory | null;
  /** True if records of this kind contain the id of their install. */
  readonly naming: boolean;
  /** The kind's description, including the rules that its schema cannot express. */
  readonly description: string;
  readonly schema: S;
  readonly rules: readonly FieldRule<AnyRecord>[];
  /** Clearer aliases for fields, keyed by the stored name. The schema contains both names. */
  readonly otherNames: Readonly<Record<string, string>>;
  /** The kind's own fields, without the fields common to all kinds. */
  readonly fields: F;
}

/** The type of a kind's own fields in a parsed record. */
type RecordOutput<F extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<F, undefined>>;

interface RecordSpec<F extends v.ObjectEntries> {
  readonly description: string;
  readonly fields: F;
  readonly rules?: readonly FieldRule<RecordOutput<F>>[];
  readonly otherNames?: Readonly<Partial<Record<keyof F & string, keyof F & string>>>;
}

/** Rules common to all kinds, which no schema can express. */
export const COMMON_RULES = `Names are trimmed and composed (Unicode NFC), any run of spaces (plain, no-break, U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000) becomes one plain space, and they must keep their bounds then too. Texts may hold no character that cannot be seen, also above U+FFFF, where the patterns leave it out: Unicode’s format characters (bidi controls, tag characters), default-ignorable ones (variation selectors, fillers, characters of no width), separators of lines and paragraphs, private use, non-characters, and blank signs such as U+2800; no character that Unicode 15.1 has not assigned, of any plane, which the patterns leave out, too; and nothing that looks like a player’s GUID, in any case, in wide or ornate letters or with other dashes. A record whose texts, other than eventId, scanId and claimToken, hold its own installId in any case is refused. Date-times must exist and are kept in UTC, to the millisecond, in one spelling, so that a record is the same however its moment was written. A record captured before ${LIMITS.capturedAtEarliest.value} or more than a day after its upload is received is refused.`;

/** Defines a kind whose records anyone may read (contract, section 5). */
export function publicRecord<const K extends string, F extends v.ObjectEntries>(kind: K, definition: RecordSpec<F>) {
  return namingRecord({ kind, visibility: 'public', sharing: null }, definition);
}

/** Defines a kind whose records are only counted. */
export function privateRecord<const K extends string, F extends v.ObjectEntries>(kind: K, definition: RecordSpec<F>) {
  return namingRecord({ kind, visibility: 'private', sharing: null }, definition);
}

/** Defines a public kind that names players, so that the player must share the category and a grant must cover it. */
export function sharedRecord<const K extends string, F extends v.ObjectEntries>(
  sharing: SharingCategory,
  kind: K,
  definition: RecordSpec<F>,
) {
  return namingRecord({ kind, visibility: 'public', sharing }, definition);
}

/** Defines a private kind without installId and eventId. Its records belong to the install that sent the upload. */
export function recordWithoutInstall<const K extends string, F extends v.ObjectEntries>(
  kind: K,
  definition: RecordSpec<F>,
) {
  const { rest, text } = toRecordKind({ kind, visibility: 'private', sharing: null }, definition);
  const common = { kind: createKindField(kind), capturedAt: capturedAtField() };
  return { ...rest, naming: false, schema: strictObject(text, { ...common, ...definition.fields }) };
}

type RecordHead<K extends string> = Pick<RecordKind<K>, 'kind' | 'visibility' | 'sharing'>;

/** Defines a kind whose records contain an install id. Parsed records have their fields in this order. */
function namingRecord<K extends string, F extends v.ObjectEntries>(heading: RecordHead<K>, definition: RecordSpec<F>) {
  const { rest, text } = toRecordKind(heading, definition);
  const common = {
    kind: createKindField(heading.kind),
    installId: installId(),
    eventId: optional(eventId()),
    capturedAt: capturedAtField(),
  };
  return { ...rest, naming: true, schema: strictObject(text, { ...common, ...definition.fields }) };
}

function createKindField<K extends string>(kind: K) {
  return always('The kind of the record.', kind);
}

/** Appends the rules that span several fields to the description, one sentence per rule. */
function toRecordKind<K extends string, F extends v.ObjectEntries>(heading: RecordHead<K>, definition: RecordSpec<F>) {
  const { fields, rules = [], otherNames = {} } = definition;
  const sentences = rules.map(({ field, needs }) => `${field} must be ${needs}.`);
  const description = [definition.description, ...sentences].join(' ');
  const rest = {
    ...heading,
    description,
    fields,
    // Casts away the record type of the rules. `parseRecord` applies rules only to records of their own kind.
    rules: rules as readonly unknown[] as readonly FieldRule<AnyRecord>[],
    otherNames: otherNames as Readonly<Record<string, string>>,
  };
  return { rest, text: `${description} ${COMMON_RULES}` };
}
