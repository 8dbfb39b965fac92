import type * as v from 'valibot';
import { FAULT_CODES, type FaultCode } from './fault_codes.ts';
import { LIMITS } from './limits.ts';
import { countCodePoints, isClean, isVisible, PLAYER_GUID, takeCodePoints, toPlainText, toPrintable } from './text.ts';

/** An error in a value: `code` and `pointer` are for programs, `reason` is for people. */
export interface Fault {
  readonly code: FaultCode;
  /**
   * JSON Pointer (RFC 6901) to the field within the checked value. A missing field gets the pointer that it would have
   * if it were present.
   */
  readonly pointer: string;
  /** A sentence that names the field, its requirement and the value received. */
  readonly reason: string;
}

/** Fields that are secret or identify an install. Error messages state only the type and length of their values. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['installId', 'claimToken', 'grantTokens']);

/** Matches more than the rules reject, so that nothing resembling a GUID or a token is ever quoted. */
const SECRET_TEXT_PATTERN = new RegExp(`${PLAYER_GUID.replace('{8}', '+')}|t[gw]_[A-Za-z0-9_-]{8}`, 'i');

function isSecretText(text: string): boolean {
  return SECRET_TEXT_PATTERN.test(toPlainText(text));
}

const QUOTE_MAX = LIMITS.refusedValueLengthMax.value;

function formatLength(text: string): string {
  const length = countCodePoints(text);
  return length === 1 ? '1 character' : `${length} characters`;
}

/** Describes a received value for use in a sentence. The description is short and printable and contains no secrets. */
export function quoteValue(value: unknown, isSecret = false): string {
  if (typeof value === 'string') {
    if (isSecret || isSecretText(value)) return `text of ${formatLength(value)}`;
    const start = takeCodePoints(value, QUOTE_MAX);
    return start === value ? `"${toPrintable(value)}"` : `"${toPrintable(start)}…" (${formatLength(value)})`;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (value === undefined) return 'nothing';
  return isSecret && value !== null ? `a ${typeof value}` : String(value);
}

export function formatPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Formats a path as `items[0].count`, or returns `whole` if the path is empty. */
export function formatField(keys: readonly (string | number)[], whole: string): string {
  return keys.length === 0
    ? whole
    : keys.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

const CODES_BY_ISSUE_TYPE: Readonly<Record<string, FaultCode>> = { picklist: 'not-in-list', literal: 'not-in-list' };

function findFaultCode(type: string): FaultCode {
  return Object.hasOwn(FAULT_CODES, type) ? (type as FaultCode) : (CODES_BY_ISSUE_TYPE[type] ?? 'wrong-type');
}

/**
 * Converts the first issue found by a parse to a fault. `whole` is the word for the checked value, and `called` the
 * word for its parts, such as fields.
 */
export function toFault(issue: v.BaseIssue<unknown>, whole: string, called = 'fields'): Fault {
  const path = issue.path ?? [];
  const keys = path.map((item) => item.key as string | number);
  if (path.at(-1)?.origin === 'key') return toObjectFault(issue, keys, whole, called);
  const isSecret = keys.some((key) => SECRET_FIELDS.has(String(key)));
  return {
    code: findFaultCode(issue.type),
    pointer: formatPointer(keys),
    reason: `${formatField(keys, whole)} must be ${issue.message}; got ${quoteValue(issue.input, isSecret)}.`,
  };
}

/** Builds the fault for a missing or unknown field. */
function toObjectFault(issue: v.BaseIssue<unknown>, keys: (string | number)[], whole: string, called: string): Fault {
  if (issue.expected !== 'never') {
    const reason = `${formatField(keys, whole)} is required: ${issue.message}.`;
    return { code: 'field-missing', pointer: formatPointer(keys), reason };
  }
  const parent = keys.slice(0, -1);
  const name = String(keys.at(-1));
  // The sender chose the name, so it may be long or a secret.
  const isShown = name.length <= QUOTE_MAX && isClean(name) && isVisible(name) && !isSecretText(name);
  // The message names the fields that the object may have (schema/fields.ts).
  const taken = issue.message === '' ? `no ${called}` : `only ${issue.message}`;
  const came = isShown ? `"${name}"` : `one whose name has ${formatLength(name)}`;
  return {
    code: 'field-unknown',
    pointer: formatPointer(isShown ? keys : parent),
    reason: `${formatField(parent, whole)} takes ${taken}; got ${came}.`,
  };
}
