import * as v from 'valibot';
import { toDocument } from './json_schema.ts';
import { quoteValue, toFault } from './refusal.ts';
import type { JsonPart } from './rules.ts';
import type { ToolContract } from './tools/tool.ts';

/**
 * A tool's arguments, or the invalid argument with a sentence that says why it is invalid (contract, section 4, Tool
 * answer).
 */
export type ArgumentsResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly argument: string; readonly error: string };

function refuseArgument(argument: string, error: string): ArgumentsResult {
  return { ok: false, argument, error };
}

/**
 * Reads arguments from an object, which is how model clients send them. An optional argument that is null or empty
 * counts as absent, because many clients send a value for every argument.
 */
export function readArguments(tool: ToolContract, sent: unknown): ArgumentsResult {
  const parsed = v.safeParse(tool.input, omitBlanks(tool, sent), { abortEarly: true });
  if (parsed.success) return { ok: true, value: parsed.output as Readonly<Record<string, unknown>> };
  const issue = parsed.issues[0];
  const argument = String(issue.path?.[0]?.key ?? '');
  return refuseArgument(argument, toFault(issue, tool.name, 'arguments').reason);
}

function omitBlanks(tool: ToolContract, sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const { optional } = findToolArguments(tool);
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !((value === null || value === '') && optional.has(name))),
  );
}

const PLAIN_NUMBER_PATTERN = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const NUMBER_LENGTH_MAX = 40;

/**
 * Converts a query value to the argument's type. A value that cannot be converted stays a string and is rejected later.
 */
function convertArgument(type: unknown, text: string): unknown {
  switch (type) {
    case 'integer':
      return /^[0-9]{1,16}$/.test(text) ? Number(text) : text;
    case 'number':
      return text.length <= NUMBER_LENGTH_MAX && PLAIN_NUMBER_PATTERN.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    default:
      return text;
  }
}

/** The JSON types of a tool's arguments, keyed by argument name, and the names of those that may be left out. */
interface ToolArguments {
  readonly types: ReadonlyMap<string, unknown>;
  readonly optional: ReadonlySet<string>;
}

const cachedArguments = new Map<ToolContract, ToolArguments>();

function findToolArguments(tool: ToolContract): ToolArguments {
  const found = cachedArguments.get(tool);
  if (found !== undefined) return found;
  const document = toDocument(tool.name, tool.input);
  const properties = (document['properties'] ?? {}) as Readonly<Record<string, JsonPart>>;
  const required = (document['required'] ?? []) as readonly string[];
  const types = new Map(Object.entries(properties).map(([name, { type }]) => [name, type] as const));
  const made = { types, optional: new Set([...types.keys()].filter((name) => !required.includes(name))) };
  cachedArguments.set(tool, made);
  return made;
}

/** Reads arguments from a query string. Each argument may be given only once. */
export function readQueryArguments(tool: ToolContract, query: string): ArgumentsResult {
  const { types, optional } = findToolArguments(tool);
  // Object.fromEntries defines properties, so an argument named __proto__ is safe.
  const sent: [string, unknown][] = [];
  const seen = new Set<string>();
  for (const [name, text] of new URLSearchParams(query)) {
    if (seen.has(name)) return refuseArgument(name, `${quoteValue(name)} was given more than once.`);
    seen.add(name);
    if (text === '' && types.has(name) && !optional.has(name))
      return refuseArgument(name, `${name} must have a value; it is empty.`);
    sent.push([name, types.has(name) && text !== '' ? convertArgument(types.get(name), text) : text]);
  }
  return readArguments(tool, Object.fromEntries(sent));
}
