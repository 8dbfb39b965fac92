import type { JsonPart } from '../../../schema/rules.ts';
import { html } from '../../pages/html.ts';
import { TRY_PATH } from './groups.ts';
import type { Operation, Parameter } from './reference.ts';
import { exampleValues } from './requests.ts';

/**
 * Renders a form that sends a GET request and shows the answer in the browser. HTML forms cannot fill in a path or
 * omit empty fields, so the form is sent to a path below TRY_PATH, which redirects.
 */
export function tryForm(operation: Operation, base: string): unknown {
  const values = exampleValues(operation);
  const fields = operation.parameters.filter((one) => one.in !== 'header');
  return html`<form class="try" method="get" action="${base}${TRY_PATH}/${operation.id}">
${fields.map((parameter) => tryField(parameter, `${operation.id}-${parameter.name}`, values[parameter.name] ?? ''))}<button type="submit">Send</button>
</form>
`;
}

/** Whether a form can send all parameters of the operation. */
export function canBeTried({ method, parameters }: Operation): boolean {
  return method === 'GET' && parameters.every(({ schema }) => schema['type'] !== 'object');
}

function tryField({ name, required, schema, example }: Parameter, id: string, value: string): unknown {
  const must = required ? html` required` : '';
  const label = html`<label for="${id}">${name}${required ? '' : html` <small class="quiet">optional</small>`}</label>`;
  const words = schema['enum'];
  if (Array.isArray(words)) {
    return html`<p>${label}<select id="${id}" name="${name}"${must}>${required ? '' : html`<option value="">–</option>`}${words.map((word) => html`<option${word === value ? html` selected` : ''}>${word}</option>`)}</select></p>\n`;
  }
  return html`<p>${label}<input id="${id}" name="${name}" ${inputType(schema)}${must} autocomplete="off" value="${value}"${
    value === '' && example !== undefined ? html` placeholder="${example}"` : ''
  }></p>\n`;
}

function inputType({ type, minimum, maximum }: JsonPart): unknown {
  if (type !== 'integer' && type !== 'number') return html`type="text"`;
  const step = type === 'number' ? html` step="any"` : '';
  return html`type="number" min="${minimum}" max="${maximum}"${step}`;
}
