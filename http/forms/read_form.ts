import type { Bytes } from '../../domain/ports/codec.ts';
import { oneOf } from '../../domain/values/phrases.ts';
import { quoted } from '../../domain/values/quoted.ts';

/** The fields of a form, and whether each stands once or as often as boxes are ticked. */
export type FormFields = Readonly<Record<string, 'once' | 'often'>>;

/** What is wrong with a form: a sentence, and the field that it is about; null: the form as a whole. */
export interface FormFault {
  readonly field: string | null;
  readonly error: string;
}

/** What was typed into a form. */
export interface FormInput {
  /** What stands in a field; empty where it was not sent. */
  text(name: string): string;
  all(name: string): readonly string[];
}

/** A form nobody filled in yet. */
export const EMPTY_FORM: FormInput = { text: () => '', all: () => [] };

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** Why a body of this Content-Type is no form; null where it is one. */
export function formTypeFault(contentType: string | null): string | null {
  const type = (contentType ?? '').trim();
  return FORM_TYPE.test(type)
    ? null
    : `Content-Type must be application/x-www-form-urlencoded, as browsers send forms; it is ${quoted(type)}.`;
}

/**
 * Reads a form as it was posted. Its fields are kept where something is wrong with it, too, so that what was typed need
 * not be typed again.
 */
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
