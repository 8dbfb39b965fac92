import * as v from 'valibot';
import { defineConversion, rule } from './rules.ts';
import {
  CONTROL_RANGES,
  countCodePoints,
  HIDDEN_RANGES,
  holdsPlayerGuid,
  isAssigned,
  isClean,
  isVisible,
  normaliseName,
  PLAYER_GUID,
} from './text.ts';

/**
 * Schema builders for the fields of records, envelopes and responses. The first argument is the field's description.
 * Each schema's message states the field's requirement, so that an error can quote it even if the field is missing.
 */

/** The largest integer that a double represents exactly. */
export const INTEGER_MAX = Number.MAX_SAFE_INTEGER;

function formatRange(min: number, max: number): string {
  if (max !== INTEGER_MAX) return `from ${min} to ${max}`;
  return min === -INTEGER_MAX ? 'between ±9007199254740991' : `of ${min} or more`;
}

function formatLengthNeed(min: number, max: number): string {
  if (min === 0) return `text of at most ${max} characters`;
  return `text of ${min === max ? min : `${min} to ${max}`} characters`;
}

/** Checks a string's length in code points, as JSON Schema counts. */
export function lengthRule(min: number, max: number, needs: string) {
  return rule<string>(
    'wrong-length',
    (text) => {
      if (text.length < min || text.length > 2 * max) return false;
      const length = countCodePoints(text);
      return length >= min && length <= max;
    },
    needs,
    { ...(min > 0 && { minLength: min }), maxLength: max },
  );
}

const guidRule = rule<string>('player-guid', (text) => !holdsPlayerGuid(text), 'text that holds no player GUID', {
  not: { pattern: PLAYER_GUID },
});

const CLEAN_TEXT_NEED = 'text without control characters and unpaired surrogates';

/**
 * Rejects control characters, unpaired surrogates, and invisible and unassigned characters. The published pattern
 * begins with `start`.
 */
function visibleRules(start = '') {
  return [
    rule('bad-text', isClean, CLEAN_TEXT_NEED, { pattern: `^${start}[^${CONTROL_RANGES}${HIDDEN_RANGES}]*$` }),
    rule(
      'bad-text',
      isVisible,
      'text without bidi controls, variation selectors, tag characters and others that cannot be seen',
    ),
    rule('bad-text', isAssigned, 'text of characters that Unicode 15.1 has assigned'),
  ] as const;
}

/** A string that is stored as sent. Control, invisible and unassigned characters and player GUIDs are rejected. */
export function text(description: string, min: number, max: number) {
  const needs = formatLengthNeed(min, max);
  return v.pipe(v.string(needs), guidRule, ...visibleRules(), lengthRule(min, max, needs), v.description(description));
}

/** A search query. Queries are never stored, so they may contain invisible characters. */
export function searchText(description: string, min: number, max: number) {
  const needs = formatLengthNeed(min, max);
  return v.pipe(
    v.string(needs),
    guidRule,
    rule('bad-text', isClean, CLEAN_TEXT_NEED, { pattern: `^[^${CONTROL_RANGES}]*$` }),
    lengthRule(min, max, needs),
    v.description(description),
  );
}

/**
 * A string in a fixed format, such as an identifier. `pattern` must exclude control characters; `form` describes the
 * format in words.
 */
export function token(description: string, min: number, max: number, pattern: string, form: string) {
  const needs = `${formatLengthNeed(min, max)}: ${form}`;
  const shape = new RegExp(pattern);
  return v.pipe(
    v.string(needs),
    guidRule,
    lengthRule(min, max, needs),
    rule<string>('wrong-form', (value) => shape.test(value), needs, { pattern }),
    v.description(description),
  );
}

/** Lookaheads, indexed by `min` (0, 1 or 2). Each requires at least that many characters to be left after trimming. */
const TRIMMED_PATTERNS = ['', '(?=\\s*\\S)', '(?=\\s*\\S[\\s\\S]*\\S)'] as const;

/**
 * A name given by a player or the game. It is stored trimmed, NFC-normalised, and with runs of whitespace collapsed to
 * single spaces. The length limits apply to the name both as sent and as stored.
 */
export function name(description: string, min: 0 | 1 | 2, max: number) {
  const needs = formatLengthNeed(min, max);
  return v.pipe(
    v.string(needs),
    guidRule,
    ...visibleRules(TRIMMED_PATTERNS[min]),
    lengthRule(min, max, needs),
    defineConversion('normalise_name', normaliseName),
    rule<string>('wrong-length', lengthRule(min, max, needs).requirement, `${needs} once trimmed and composed (NFC)`),
    v.description(description),
  );
}

/** A whole number from `min` to `max`, inclusive. */
export function integer(description: string, min: number, max: number = INTEGER_MAX) {
  const needs = `a whole number ${formatRange(min, max)}`;
  return v.pipe(
    v.number(needs),
    rule<number>('wrong-type', Number.isInteger, needs, { type: 'integer' }),
    rule<number>('out-of-range', (n) => n >= min && n <= max, needs, { minimum: min, maximum: max }),
    v.description(description),
  );
}

/** A game id: a whole number above 0. */
export function id(description: string) {
  return integer(description, 1);
}

export function copper(description: string) {
  return integer(`${description} In copper.`, 0);
}

/** A positive or negative whole number, but not 0. */
export function nonZeroInteger(description: string) {
  const needs = 'a whole number other than 0';
  return v.pipe(
    integer(description, -INTEGER_MAX),
    rule<number>('out-of-range', (n) => n !== 0, needs, { not: { const: 0 } }),
  );
}

/** A number from `min` to `max`, inclusive. */
export function number(description: string, min: number, max: number) {
  const needs = `a number ${formatRange(min, max)}`;
  return v.pipe(
    v.number(needs),
    rule<number>('out-of-range', (n) => n >= min && n <= max, needs, { minimum: min, maximum: max }),
    v.description(description),
  );
}

export function flag(description: string) {
  return v.pipe(v.boolean('true or false'), v.description(description));
}

export function oneOf<const W extends readonly string[]>(description: string, words: W) {
  return v.pipe(
    v.picklist(words, words.length === 1 ? words[0]! : `one of ${words.join(', ')}`),
    v.description(description),
  );
}

export function always<const L extends string | boolean>(description: string, value: L) {
  return v.pipe(v.literal(value, String(value)), v.description(description));
}

/** A list with `min` to `max` entries. */
export function list<S extends v.GenericSchema>(description: string, entry: S, min: number, max: number) {
  const needs = `a list of ${min === 0 ? 'at most' : `${min} to`} ${max} entries`;
  return v.pipe(
    v.array(entry, needs),
    rule<v.InferOutput<S>[]>('too-few', (entries) => entries.length >= min, needs, min > 0 ? { minItems: min } : {}),
    rule<v.InferOutput<S>[]>('too-many', (entries) => entries.length <= max, needs, { maxItems: max }),
    v.description(description),
  );
}

/** Returns a field's requirement in words, which every builder in this file stores as the schema's message. */
function readFieldNeeds(field: unknown): string {
  const { message, wrapped } = field as { message?: unknown; wrapped?: unknown };
  if (typeof message === 'string') return message;
  return wrapped === undefined ? 'a value' : readFieldNeeds(wrapped);
}

/**
 * An object with exactly these fields. The message states the requirement of a missing field or, for an unknown field,
 * lists the valid ones.
 */
export function strictObject<E extends v.ObjectEntries>(description: string, entries: E) {
  const schema = v.strictObject(entries, (issue) => {
    const field = issue.path?.[0]?.key;
    if (typeof field !== 'string') return 'an object';
    return issue.expected === 'never' ? Object.keys(entries).join(', ') : readFieldNeeds(entries[field]);
  });
  const run = schema['~run'];
  return v.pipe(
    {
      ...schema,
      /** Valibot accepts an array as an object without fields, so we reject arrays here. */
      '~run'(this: typeof schema, dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
        if (!Array.isArray(dataset.value)) return run.call(this, dataset, config);
        const refused = run.call(this, { value: undefined }, config);
        for (const issue of refused.issues ?? []) Object.assign(issue, { input: dataset.value });
        return refused;
      },
    },
    v.description(description),
  );
}

/** An object in a response. Later minor releases may add fields to it (contract, section 9, Contract). */
export function openObject<E extends v.ObjectEntries>(description: string, entries: E) {
  return v.pipe(v.object(entries, 'an object'), v.description(description));
}

/** A list of `min` to `max` objects, each with exactly these fields. `row` is the description of a single object. */
export function table<E extends v.ObjectEntries>(
  description: string,
  [min, max]: readonly [min: number, max: number],
  row: string,
  entries: E,
) {
  return list(description, strictObject(row, entries), min, max);
}

/** An object with exactly these fields, or null. The description says what null means. */
export function nullableObject<E extends v.ObjectEntries>(description: string, entries: E) {
  return nullable(strictObject(description, entries));
}

/** A field that may be absent. Null does not count as absent. */
export function optional<S extends v.GenericSchema>(field: S) {
  return v.exactOptional(field);
}

/** A field that may be null. The field's description says what null means. */
export function nullable<S extends v.GenericSchema>(field: S) {
  return v.pipe(v.nullable(field), v.description(v.getDescription(field) ?? ''));
}
