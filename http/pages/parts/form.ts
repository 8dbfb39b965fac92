import type { FormFault } from '../../forms/read_form.ts';
import { html } from '../html.ts';

/** A form that is posted to a path within the instance. It works without scripts. */
export interface PostForm {
  readonly action: string;
  readonly base: string;
  readonly submit: string;
  readonly fields: unknown;
}

export function postForm({ action, base, submit, fields }: PostForm): unknown {
  return html`<form class="post" method="post" action="${base}${action}">
${fields}<button type="submit">${submit}</button>
</form>
`;
}

/** A line to type into. */
export interface TextField {
  readonly name: string;
  /** Tells fields of one name in several forms of a page apart. */
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value?: string;
  readonly maxLength: number;
  /** `secret`: what browsers should neither remember nor correct; it is never filled in again. */
  readonly as?: 'words' | 'secret' | 'number';
  readonly min?: number;
  readonly max?: number;
}

export function textField(field: TextField, fault: FormFault | null = null): unknown {
  const { name, id, label, hint, as = 'words', value = '', maxLength } = field;
  const own = fault?.field === name ? fault : null;
  const bounds =
    as === 'number'
      ? html`type="number" min="${field.min}" max="${field.max}"`
      : html`type="text" maxlength="${maxLength}"`;
  const careful = as === 'secret' ? html` autocapitalize="none" spellcheck="false"` : '';
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" ${bounds} required autocomplete="off"${careful} value="${as === 'secret' ? '' : value}" ${described(id, own)}>
<small id="${id}-hint">${hint}</small>${faultText(id, own)}</p>
`;
}

/** More than any secret has: browsers cut what is pasted at the bound, and blanks may stand before it. */
export const SECRET_CHARS_MAX = 100;

/** Boxes to tick, at least one of them. */
export interface Choices {
  readonly name: string;
  readonly id: string;
  readonly legend: string;
  readonly choices: readonly { readonly value: string; readonly label: unknown }[];
  readonly chosen: readonly string[];
}

export function choicesField({ name, id, legend, choices, chosen }: Choices, fault: FormFault | null = null): unknown {
  const own = fault?.field === name ? fault : null;
  return html`<fieldset${own === null ? '' : html` aria-describedby="${id}-fault"`}><legend>${legend}</legend>
${choices.map(
  ({ value, label }) =>
    html`<label for="${id}-${value}"><input type="checkbox" id="${id}-${value}" name="${name}" value="${value}"${
      chosen.includes(value) ? html` checked` : ''
    }${own === null ? '' : html` aria-invalid="true"`}> ${label}</label>\n`,
)}${faultText(id, own)}</fieldset>
`;
}

function described(id: string, fault: FormFault | null): unknown {
  return fault === null
    ? html`aria-describedby="${id}-hint"`
    : html`aria-describedby="${id}-fault ${id}-hint" aria-invalid="true" autofocus`;
}

function faultText(id: string, fault: FormFault | null): unknown {
  return fault === null ? '' : html`<small class="fault" id="${id}-fault">${fault.error}</small>`;
}
