import * as v from 'valibot';
import { parseSnapshotPin, type SnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import { type BadParameter, badParameter } from '../../domain/reads/refusal.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { INTEGER_MAX } from '../../schema/fields.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';

/**
 * A route declares its query as a Valibot object of the parameters below. The declaration reads requests, writes the
 * URL of the next page, and describes the parameters in the OpenAPI document. Unknown parameters are ignored.
 */
export type QuerySchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** Describes a parameter in the OpenAPI document. */
export interface ParameterDocs {
  readonly description: string | ((settings: AppSettings) => string);
  readonly example: unknown;
  /** The JSON Schema of the value. It may be stricter than the reader, such as about leading zeros. */
  readonly schema: JsonPart;
  /** Whether a request needs it. By default only if the schema says so (`v.nonNullable`). */
  readonly required?: boolean;
}

/** Reads a query. Returns the first invalid parameter, in the order of the declaration, as an error. */
export function readQuery<E extends v.ObjectEntries>(
  schema: v.ObjectSchema<E, undefined>,
  query: string,
): Result<v.InferOutput<typeof schema>, BadParameter> {
  const search = new URLSearchParams(query);
  const sent = Object.keys(schema.entries).map((name) => {
    const values = search.getAll(name);
    return [name, values.length > 1 ? values : values[0]];
  });
  const read = v.safeParse(schema, Object.fromEntries(sent), { abortEarly: true });
  if (read.success) return ok(read.output);
  const [issue] = read.issues;
  const name = String(issue.path?.[0].key);
  const times = search.getAll(name).length;
  const fault = times > 1 ? `was given ${times} times; give it once` : `must be ${issue.message}`;
  return err(badParameter(name, `${name} ${fault}.`));
}

/** Refuses a valid value that does not fit the other parameters. */
export function refuseInvalid(name: string, needed: string, value: unknown): BadParameter {
  return badParameter(name, `${name} must be ${describeInvalid(needed, `${value}`)}.`);
}

/** Completes a sentence that begins with `<parameter> must be`. */
function describeInvalid(needed: string, value: string): string {
  return `${needed}; it is ${quote(value)}`;
}

/** Why a value is refused, as the end of a sentence that begins with `<parameter> must be`. */
export class InvalidValue {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export function rejectValue(needed: string, value: string): InvalidValue {
  return new InvalidValue(describeInvalid(needed, value));
}

/** Creates an optional parameter, which is null if it is absent. `read` reads its text. */
export function createParameter<T>(docs: ParameterDocs, read: (text: string) => T | InvalidValue) {
  return v.nullish(createTextParameter(docs, read), null);
}

function createTextParameter<T>(docs: ParameterDocs, read: (text: string) => T | InvalidValue) {
  const action = v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
    const value = read(dataset.value);
    if (!(value instanceof InvalidValue)) return value;
    addIssue({ message: value.sentence });
    return NEVER;
  });
  return v.pipe(v.string(), action, v.metadata({ ...docs }));
}

interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

export function wholeSchema(minimum: number, maximum = INTEGER_MAX): JsonPart {
  return { type: 'integer', minimum, maximum };
}

function parseWhole({ min = 1, max = INTEGER_MAX }: NumberRange): (text: string) => number | InvalidValue {
  const needed = `a whole number from ${min} to`;
  return (text) => {
    const number = Number(text);
    if (!/^[0-9]+$/.test(text) || number < min || number > INTEGER_MAX)
      return rejectValue(`${needed} ${INTEGER_MAX} in plain decimal digits`, text);
    return number > max ? rejectValue(`${needed} ${max}`, `${number}`) : number;
  };
}

/** Creates a parameter with an integer in plain decimal digits. */
export function wholeNumber(
  description: ParameterDocs['description'] = '',
  example: unknown = 1,
  range: NumberRange = {},
) {
  return createParameter({ description, example, schema: wholeSchema(range.min ?? 1, range.max) }, parseWhole(range));
}

/** Creates a parameter with an integer of at least `min`, by default `usual`. */
export function wholeNumberOr(
  usual: number,
  description: ParameterDocs['description'] = '',
  example: unknown = 1,
  min = 1,
) {
  const docs = { description, example, schema: { ...wholeSchema(min), default: usual } };
  return v.nullish(createTextParameter(docs, parseWhole({ min })), `${usual}`);
}

/** Creates a parameter with any text. */
export function text(description = '', example = '', schema: JsonPart = {}) {
  return createParameter({ description, example, schema: { type: 'string', ...schema } }, (sent) => sent);
}

/** Creates a parameter with one of a list of words. */
export function choice<const T extends string>(words: readonly T[], description = '', example = '') {
  return createParameter({ description, example, schema: { type: 'string', enum: words } }, parseWord(words));
}

/** Creates a parameter with one of a list of words, by default `usual`. */
export function choiceOr<const T extends string>(usual: NoInfer<T>, words: readonly T[], description: string) {
  const docs = { description, example: usual, schema: { type: 'string', enum: words, default: usual } };
  return v.nullish(createTextParameter(docs, parseWord(words)), usual);
}

function parseWord<T extends string>(words: readonly T[]): (text: string) => T | InvalidValue {
  return (sent) => words.find((word) => word === sent) ?? rejectValue(`one of ${words.join(', ')}`, sent);
}

/** Creates a parameter with words of a list, separated by commas. Omits repeated ones. */
export function createWordsParameter(known: readonly string[], description: string, example: string) {
  const word = `(?:${known.join('|')})`;
  const schema = { type: 'string', pattern: `^${word}(?:,${word})*$`, maxLength: 2_000 };
  return createParameter<readonly string[]>({ description, example, schema }, (sent) => {
    const named = [...new Set(sent.split(','))];
    const unknown = named.find((one) => !known.includes(one));
    return unknown === undefined ? named : rejectValue(`a comma-separated list out of ${known.join(', ')}`, unknown);
  });
}

/** The schema and an example of a snapshot's name. */
export const PIN: JsonPart = { type: 'string', pattern: '^[0-9a-z]{4,32}\\.(?:0|[1-9][0-9]{0,14})$', maxLength: 48 };
export const SNAPSHOT_EXAMPLE = 'abcd1234.2';

/** Creates a parameter with the name of a snapshot, `<epoch>.<n>`. */
export function snapshotParameter(description = '', required = false) {
  return createParameter<SnapshotPin>(
    { description, example: SNAPSHOT_EXAMPLE, schema: PIN, required },
    (sent) => parseSnapshotPin(sent) ?? rejectValue("a snapshot's name as answers give it, <epoch>.<number>", sent),
  );
}

/** Maximum number of ids in one request (contract, section 1, Asking for many). */
export const QUERY_IDS_MAX = 100;

const IDS_SCHEMA: JsonPart = { type: 'string', pattern: '^[1-9][0-9]{0,15}(?:,[1-9][0-9]{0,15})*$', maxLength: 1_700 };

/** Creates a parameter that asks for several things at once: 1 to QUERY_IDS_MAX game ids, without duplicates. */
export function ids(of: string, example: string) {
  const description = `Only these ${of}: at most ${QUERY_IDS_MAX} ids, separated by commas. Each counts as one request.`;
  return createParameter<readonly number[]>({ description, example, schema: IDS_SCHEMA }, (sent) => {
    const numbers = sent.split(',').map((id) => (/^[0-9]+$/.test(id) ? Number(id) : 0));
    return numbers.length > QUERY_IDS_MAX || numbers.some((id) => id < 1 || id > INTEGER_MAX)
      ? rejectValue(`1 to ${QUERY_IDS_MAX} ids, whole numbers from 1 in plain decimal digits separated by commas`, sent)
      : [...new Set(numbers)];
  });
}

/** Returns the number of ids in the parameter `ids` of a query, or 1 if it is absent. */
export function countIds(query: string): number {
  const sent = new URLSearchParams(query).get('ids');
  return sent === null ? 1 : Math.min(QUERY_IDS_MAX, new Set(sent.split(',')).size);
}

/** Returns a path with the values that are not null as its query. */
export function addQuery(path: string, values: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, `${value}`]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Removes parameters with an empty value, which browsers send for empty fields of a form. */
export function omitEmptyValues(query: string): string {
  return query.replace(/(?<=^|&)[^=&]*=(?:&|$)/g, '');
}

/** Reads a game id in plain digits, as found at the end of a path. Error sentences call the id `name`. */
export function readEntityId(sent: string, name = 'id'): Result<number, BadParameter> {
  const id = parseWhole({})(sent);
  return id instanceof InvalidValue ? err(badParameter(name, `${name} must be ${id.sentence}.`)) : ok(id);
}
