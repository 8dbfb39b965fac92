import { INTEGER_MAX } from '../../../schema/fields.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { html } from '../../pages/html.ts';
import type { Follow, Operation, Parameter } from './reference.ts';

/** Returns the alternatives of a schema, without null. */
export function variantsOf(schema: JsonPart, follow: Follow): readonly JsonPart[] {
  const { anyOf, oneOf } = follow(schema) as { readonly [name in 'anyOf' | 'oneOf']?: readonly JsonPart[] };
  const variants = anyOf ?? oneOf;
  return variants === undefined ? [schema] : variants.filter(({ type }) => type !== 'null');
}

/** Describes the JSON type of a value, such as `array of object` or `string or null`. */
export function typeWords(schema: JsonPart, follow: Follow): string {
  const { anyOf, oneOf, type, items, prefixItems, enum: words, ...rest } = follow(schema);
  const variants = (anyOf ?? oneOf) as readonly JsonPart[] | undefined;
  if (variants !== undefined) return [...new Set(variants.map((one) => typeWords(one, follow)))].join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array' && prefixItems === undefined) return `array of ${typeWords((items ?? {}) as JsonPart, follow)}`;
  if (typeof type === 'string') return type;
  if (words !== undefined) return 'string';
  return 'const' in rest ? typeof rest['const'] : 'any';
}

/** Maximum length of a pattern that is shown. Longer patterns do not help readers. */
const PATTERN_CHARS_MAX = 60;

/** Returns the constraints on a value, besides its type, as a list of HTML phrases. */
export function rulesOf(schema: JsonPart): readonly unknown[] {
  const { enum: words, const: only, pattern, default: usual, format } = schema;
  const rules: unknown[] = [];
  if (Array.isArray(words)) {
    rules.push(html`one of ${words.map((word, at) => html`${at === 0 ? '' : ', '}<code>${word}</code>`)}`);
  }
  if (only !== undefined) rules.push(html`always <code>${JSON.stringify(only)}</code>`);
  const range = rangeWords(schema['minimum'], schema['maximum']);
  if (range !== null) rules.push(range);
  const length = rangeWords(schema['minLength'], schema['maxLength']);
  if (length !== null && words === undefined && format === undefined) rules.push(`length ${length}`);
  if (typeof pattern === 'string' && pattern.length <= PATTERN_CHARS_MAX)
    rules.push(html`matches <code>${pattern}</code>`);
  if (format !== undefined) rules.push(String(format));
  if (usual !== undefined) rules.push(html`default <code>${JSON.stringify(usual)}</code>`);
  return rules;
}

/** Formats a range as `1 to 5`, `1 or more` or `at most 5`. Returns null if there is no bound. */
function rangeWords(least: unknown, most: unknown): string | null {
  const from = typeof least === 'number' ? least.toLocaleString('en-GB') : null;
  const to = typeof most === 'number' && most < INTEGER_MAX ? most.toLocaleString('en-GB') : null;
  if (from === null) return to === null ? null : `at most ${to}`;
  return to === null ? `${from} or more` : `${from} to ${to}`;
}

/** Formats a count with a noun: `1 request`, `2,000 requests`. */
export function groupedCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}

const COLUMNS = ['Name', 'Where', 'Type', 'Required', 'Meaning and rule', 'Example'] as const;

/** Renders an operation's parameters as a table. On narrow screens each row becomes a block. */
export function parameterTable({ id, parameters, summary }: Operation, follow: Follow): unknown {
  if (parameters.length === 0) return html`<p>None.</p>\n`;
  return html`<table class="parameters">
<caption>Parameters of ${summary}</caption>
<thead><tr>${COLUMNS.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${parameters.map((parameter) => parameterRow(parameter, id, follow))}</tbody>
</table>
`;
}

function parameterRow(parameter: Parameter, id: string, follow: Follow): unknown {
  const { name, required, description, schema, example } = parameter;
  const rules = rulesOf(schema);
  const cells = [
    parameter.in,
    typeWords(schema, follow),
    required ? 'yes' : 'no',
    html`${description}${rules.length === 0 ? '' : html` <small class="rule">${rules.map((rule, at) => html`${at === 0 ? '' : '; '}${rule}`)}</small>`}`,
    example === undefined ? '' : html`<code>${exampleText(example)}</code>`,
  ];
  return html`<tr><th scope="row" id="${id}.${name}"><code>${name}</code></th>${cells.map((cell, at) => html`<td data-head="${COLUMNS[at + 1]}">${cell}</td>`)}</tr>\n`;
}

/** Formats an example. An object is formatted as several query parameters. */
function exampleText(example: unknown): string {
  if (typeof example !== 'object' || example === null) return String(example);
  return Object.entries(example)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
