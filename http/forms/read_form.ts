import type { Bytes } from '../../domain/ports/codec.ts';
import { formatChoices } from '../../domain/values/phrases.ts';
import { quote } from '../../domain/values/quoted.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';

/** The fields of a form. `often` marks fields that may be repeated, such as checkboxes. */
export type FormFields = Readonly<Record<string, 'once' | 'often'>>;

/** An error in a form. `field` names the field at fault, or is null if the error is about the whole form. */
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

/** Returns a form with these values filled in. */
export function createFormInput(values: Readonly<Record<string, string>>): FormInput {
  return { text: (name) => values[name] ?? '', all: (name) => (name in values ? [values[name]!] : []) };
}

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

export function findFormTypeFault(contentType: string | null): string | null {
  const type = (contentType ?? '').trim();
  return FORM_TYPE.test(type)
    ? null
    : `Content-Type must be application/x-www-form-urlencoded, as browsers send forms; it is ${quote(type)}.`;
}

/** Reads a posted form. Returns the values even if there is an error, so that the page can show them again. */
export function readForm(
  body: Bytes,
  fields: FormFields,
): { readonly typed: FormInput; readonly fault: FormFault | null } {
  const text = decodeForm(body);
  if (text === null) return { typed: EMPTY_FORM, fault: { field: null, error: 'The form must be UTF-8; it is not.' } };
  const sent = new URLSearchParams(text);
  const typed: FormInput = { text: (name) => sent.get(name) ?? '', all: (name) => sent.getAll(name) };
  return { typed, fault: findFormFault(sent, fields) };
}

function decodeForm(body: Bytes): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

function findFormFault(sent: URLSearchParams, fields: FormFields): FormFault | null {
  const names = Object.keys(fields);
  for (const name of sent.keys()) {
    if (!names.includes(name)) {
      return {
        field: null,
        error: `A field of this form must be ${formatChoices(names, 'none')}; one is ${quote(name)}.`,
      };
    }
    const times = sent.getAll(name).length;
    if (fields[name] === 'once' && times > 1) {
      return { field: name, error: `${name} was given ${times} times; give it once.` };
    }
  }
  return null;
}

/**
 * Returns the refusal of a form that was not sent from a page of this instance, or null if it was.
 *
 * There are no cookies or sessions, so another site's page that submits a form through a visitor's browser gains none
 * of the visitor's rights: an erasure needs the install id, and a revocation needs the key or token. This check
 * protects the budgets tied to the visitor's address, which are the few keys a day and the hourly limit. It also
 * prevents other sites from creating keys under someone's address.
 *
 * Browsers send Sec-Fetch-Site, but only to instances behind https or on the same machine. Older browsers, and browsers
 * on plain http, send Origin with every posted form. Origin must match the public URL (whatever Host a proxy sends) or
 * the Host field under which the page was opened. A foreign name that points at this address also passes, but gains
 * nothing.
 */
export function checkFormOrigin(header: Call['header'], publicUrl: string): Refusal | null {
  const site = header('sec-fetch-site');
  // `none` means that the visitor started the request, for example by resending a form from the browser history.
  if (site !== null)
    return ['same-origin', 'none'].includes(site) ? null : refuseForbidden('Sec-Fetch-Site', site, publicUrl);
  const origin = header('origin');
  if (origin === null) return refuseForbidden('Origin', null, publicUrl);
  const { origin: home } = new URL(publicUrl);
  return origin === home || parseHost(origin) === header('host')?.toLowerCase()
    ? null
    : refuseForbidden('Origin', origin, publicUrl);
}

/** Returns the host and port of an origin, or null if it has none, such as the origin `null`. */
function parseHost(origin: string): string | null {
  return /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}

function refuseForbidden(field: string, value: string | null, publicUrl: string): Refusal {
  const needed = field === 'Origin' ? new URL(publicUrl).origin : 'same-origin';
  const actual = value === null ? 'absent' : quote(value);
  return {
    kind: 'forbidden',
    error: `This form is accepted only from pages of this instance: ${field} must be ${needed}; it is ${actual}. Open the page here and send it again.`,
  };
}
