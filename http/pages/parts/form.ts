import type { FormFault } from '../../forms/read_form.ts';
import { html } from '../html.ts';

/** A single-line input. */
export interface TextField {
  readonly name: string;
  /** Unique on the page, because several forms on it may have fields with the same name. */
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value?: string;
  readonly maxLength: number;
  /** Browsers must not remember or correct a `secret`, and it is never filled in again. */
  readonly as?: 'words' | 'secret' | 'number';
  readonly min?: number;
  readonly max?: number;
  readonly fault: FormFault | null;
}

export function renderField(field: TextField): unknown {
  const { name, id, label, hint, as = 'words', value = '', maxLength, fault } = field;
  const own = fault?.field === name ? fault : null;
  const bounds =
    as === 'number'
      ? html`type="number" min="${field.min}" max="${field.max}"`
      : html`type="text" maxlength="${maxLength}"`;
  const careful = as === 'secret' ? html` autocapitalize="none" spellcheck="false"` : '';
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" ${bounds} required autocomplete="off"${careful} value="${as === 'secret' ? '' : value}" ${describeField(id, own)}>
<small id="${id}-hint">${hint}</small>${renderFault(id, own)}</p>
`;
}

/**
 * Longer than any secret, because browsers truncate pasted text at this length, and the text may have leading spaces.
 */
export const SECRET_CHARS_MAX = 100;

/** Checkboxes, of which at least one must be checked. */
export interface ChoiceField {
  readonly name: string;
  readonly id: string;
  readonly legend: string;
  readonly choices: readonly { readonly value: string; readonly label: unknown }[];
  readonly chosen: readonly string[];
  readonly fault: FormFault | null;
}

export function renderChoices({ name, id, legend, choices, chosen, fault }: ChoiceField): unknown {
  const own = fault?.field === name ? fault : null;
  return html`<fieldset${own === null ? '' : html` aria-describedby="${id}-fault"`}><legend>${legend}</legend>
${choices.map(
  ({ value, label }) =>
    html`<label for="${id}-${value}"><input type="checkbox" id="${id}-${value}" name="${name}" value="${value}"${
      chosen.includes(value) ? html` checked` : ''
    }${own === null ? '' : html` aria-invalid="true"`}> ${label}</label>\n`,
)}${renderFault(id, own)}</fieldset>
`;
}

function describeField(id: string, fault: FormFault | null): unknown {
  return fault === null
    ? html`aria-describedby="${id}-hint"`
    : html`aria-describedby="${id}-fault ${id}-hint" aria-invalid="true" autofocus`;
}

function renderFault(id: string, fault: FormFault | null): unknown {
  return fault === null ? '' : html`<small class="fault" id="${id}-fault">${fault.error}</small>`;
}
