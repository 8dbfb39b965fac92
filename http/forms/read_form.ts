import type { Bytes } from '../../domain/ports/codec.ts';
import { oneOf } from '../../domain/values/phrases.ts';
import { quoted } from '../../domain/values/quoted.ts';

/** The fields of a form. `often` marks fields that may be repeated, such as checkboxes. */
export type FormFields = Readonly<Record<string, 'once' | 'often'>>;

/** An error in a form. It names the field at fault, or has null if the error is about the whole form. */
export interface FormFault {
  readonly field: string | null;
  readonly error: string;
}

/** The values of a submitted form. */
export interface FormInput {
  /** Returns the value of a field, or an empty string if it was not sent. */
  text(name: string): string;
  all(name: string): readonly string[];
}

/** A form that has not been filled in yet. */
export const EMPTY_FORM: FormInput = { text: () => '', all: () => [] };

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Returns an error if the Content-Type is not that of a form, or null if it is. */
export function formTypeFault(contentType: string | null): string | null {
  const type = (contentType ?? '').trim();
  return FORM_TYPE.test(type)
    ? null
    : `Content-Type must be application/x-www-form-urlencoded, as browsers send forms; it is ${quoted(type)}.`;
}

/** Reads a posted form. Returns the values even if there is an error, so that the page can show them again. */
export function readForm(
  body: Bytes,
  fields: FormFields,
): { readonly typed: FormInput; readonly fault: FormFault | null } {
  const text = decoded(body);
  if (text === null) return { typed: EMPTY_FORM, fault: { field: null, error: 'The form must be UTF-8; it is not.' } };
  const sent = new URLSearchParams(text);
  const typed: FormInput = { text: (name) => sent.get(name) ?? '', all: (name) => sent.getAll(name) };
  return { typed, fault: faultIn(sent, fields) };
}

function decoded(body: Bytes): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

function faultIn(sent: URLSearchParams, fields: FormFields): FormFault | null {
  const names = Object.keys(fields);
  for (const name of sent.keys()) {
    if (!names.includes(name)) {
      return { field: null, error: `A field of this form must be ${oneOf(names, 'none')}; one is ${quoted(name)}.` };
    }
    const times = sent.getAll(name).length;
    if (fields[name] === 'once' && times > 1) {
      return { field: name, error: `${name} was given ${times} times; give it once.` };
    }
  }
  return null;
}
