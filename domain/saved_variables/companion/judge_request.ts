/** The parts of a request to the companion's page that decide whether it is answered. Missing headers are null. */
export interface CompanionRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string | null;
  readonly origin: string | null;
  /** The header Sec-Fetch-Site, which browsers send and pages cannot set. */
  readonly fetchSite: string | null;
}

export interface CompanionAddress {
  readonly port: number;
  /** Random text in the path, known only to the player's browser. */
  readonly token: string;
}

/**
 * Returns the status with which a request is refused, or null if it may be answered. Every page of the web can send
 * requests to 127.0.0.1. `isEqual` compares two texts in constant time.
 */
export function findRefusalStatus(
  { method, path, host, origin, fetchSite }: CompanionRequest,
  { port, token }: CompanionAddress,
  isEqual: (a: string, b: string) => boolean,
): 403 | 404 | 405 | 421 | null {
  // A name of another site that resolves to 127.0.0.1 is in the header (DNS rebinding).
  if (host !== `127.0.0.1:${port}`) return 421;
  const own = `http://127.0.0.1:${port}`;
  if (origin !== null && origin !== own) return 403;
  if (fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none') return 403;
  if (!isEqual(path, `/${token}/`)) return 404;
  if (method === 'GET') return null;
  if (method !== 'POST') return 405;
  return origin === own ? null : 403;
}
