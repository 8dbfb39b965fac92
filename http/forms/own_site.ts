import { quoted } from '../../domain/values/quoted.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';

/**
 * Returns the refusal of a form that was not sent from a page of this instance, or null if it was.
 *
 * There are no cookies or sessions, so another site's page that sends a form through a visitor's browser cannot use
 * the visitor's rights: an erasure needs the install id, and a revocation needs the key or token. This check protects
 * the budgets that depend on the visitor's address, which are the few keys a day and the hourly limit. It also
 * prevents other sites from creating keys under someone's address.
 *
 * Browsers send Sec-Fetch-Site, but only to instances behind https or on the same machine. Older browsers, and
 * browsers on plain http, send Origin with every posted form. Origin must be that of the public URL (whatever Host a
 * proxy sends) or match the Host field under which the page was opened. A foreign name that points at this address
 * also passes, but gains nothing.
 */
export function otherSite(header: Call['header'], publicUrl: string): Refusal | null {
  const site = header('sec-fetch-site');
  // `none` means that the visitor started the request, for example by resending a form from the browser history.
  if (site !== null)
    return ['same-origin', 'none'].includes(site) ? null : forbidden('Sec-Fetch-Site', site, publicUrl);
  const origin = header('origin');
  if (origin === null) return forbidden('Origin', null, publicUrl);
  const { origin: home } = new URL(publicUrl);
  return origin === home || hostOf(origin) === header('host')?.toLowerCase()
    ? null
    : forbidden('Origin', origin, publicUrl);
}

/** Returns the host and port of an origin, or null if it has none, as in the origin `null`. */
function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}

function forbidden(field: string, value: string | null, publicUrl: string): Refusal {
  const needed = field === 'Origin' ? new URL(publicUrl).origin : 'same-origin';
  const actual = value === null ? 'absent' : quoted(value);
  return {
    kind: 'forbidden',
    error: `This form is accepted only from pages of this instance: ${field} must be ${needed}; it is ${actual}. Open the page here and send it again.`,
  };
}
