import { quoted } from '../../domain/values/quoted.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import type { Call } from '../pipeline/route.ts';

/**
 * Why a form that was sent may not have been sent from a page of this instance; null where it was.
 *
 * There are no cookies and no sessions here, so a page elsewhere that sends a form through a visitor's browser gets at
 * nothing that is the visitor's: an erasure takes the install id, a revocation the key or token itself. What is guarded
 * is what goes by the visitor's address, the few keys a day and the hourly limit, and that no stranger's page has keys
 * made under somebody's address.
 *
 * Browsers say in Sec-Fetch-Site where a request comes from, but only to instances behind https or on this machine; older
 * ones and plain http leave Origin, which they send with every form that is posted. It must be the instance's own: that
 * of its public address, whatever Host a proxy puts in front of us, or the one it was opened under, which Host tells. A
 * name that was pointed at this address on purpose passes as such a one, and has nothing to gain by it.
 */
export function otherSite(header: Call['header'], publicUrl: string): Refusal | null {
  const site = header('sec-fetch-site');
  // `none` is the visitor's own doing, such as sending a form again from the history.
  if (site !== null)
    return ['same-origin', 'none'].includes(site) ? null : forbidden('Sec-Fetch-Site', site, publicUrl);
  const origin = header('origin');
  if (origin === null) return forbidden('Origin', null, publicUrl);
  const { origin: home } = new URL(publicUrl);
  return origin === home || hostOf(origin) === header('host')?.toLowerCase()
    ? null
    : forbidden('Origin', origin, publicUrl);
}

/** Host and port of an origin; null where it is none, such as `null`. */
function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}

function forbidden(field: string, came: string | null, publicUrl: string): Refusal {
  const needed = field === 'Origin' ? new URL(publicUrl).origin : 'same-origin';
  const told = came === null ? 'absent' : quoted(came);
  return {
    kind: 'forbidden',
    error: `This form is taken from pages of this instance only: ${field} must be ${needed}; it is ${told}. Open the page here and send it again.`,
  };
}
