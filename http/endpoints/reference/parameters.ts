import { html } from '../../pages/html.ts';
import type { Follow, Operation, Parameter } from './reference.ts';
import { rulesOf, typeWords } from './schema_words.ts';

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
