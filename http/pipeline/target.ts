/** The target of a request: its path, with escaped unreserved characters decoded, and its undecoded query string. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

/**
 * Creates the target reader of an instance served below the path `base`, which is empty or has no trailing slash. A
 * proxy may keep the base in paths or remove it. If no route matches a path with the base, the base is removed here.
 */
export function createTargets(base: string, isOurs: (path: string) => boolean) {
  const within = (sent: string): string => {
    const path = decodePlainEscapes(sent);
    if (base === '' || !(path === base || path.startsWith(`${base}/`)) || isOurs(path)) return path;
    return path.slice(base.length) || '/';
  };
  const ofLine = (target: string): RequestTarget => {
    const mark = target.indexOf('?');
    return mark === -1
      ? { path: within(target), query: '' }
      : { path: within(target.slice(0, mark)), query: target.slice(mark + 1) };
  };
  return {
    /** Reads the target in a request line. */
    ofLine,
    /** Reads the target in an absolute URL, ignoring the host. */
    ofUrl: (url: string): RequestTarget => {
      const start = url.indexOf('/', url.indexOf('://') + 3);
      const end = url.indexOf('#', start);
      return ofLine(end === -1 ? url.slice(start) : url.slice(start, end));
    },
  };
}

/** Unreserved characters, which mean the same whether they are escaped or not (RFC 3986, 2.3). */
const PLAIN_CHARACTER = /[A-Za-z0-9._~-]/;

/**
 * Decodes escapes of unreserved characters, so that `/item/%36` becomes `/item/6`. Routes that accept arbitrary text
 * decode the remaining escapes, so nothing is decoded twice. A path with a bare percent sign is not changed, because
 * decoding `%%33%36` would create a new escape.
 */
function decodePlainEscapes(path: string): string {
  if (!path.includes('%') || /%(?![0-9A-Fa-f]{2})/.test(path)) return path;
  return path.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return PLAIN_CHARACTER.test(character) ? character : triplet;
  });
}
