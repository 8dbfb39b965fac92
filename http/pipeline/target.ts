/** The target of a request: its path, with escapes of plain characters decoded, and its undecoded query string. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Finds the target of a request. */
export interface Targets {
  /** Reads the target of a request line. */
  ofLine(target: string): Target;
  /** Reads the target of an absolute URL. Ignores its host. */
  ofUrl(url: string): Target;
}

/**
 * Creates the reader of targets for an instance below the path `base` of its host, which is empty or has no trailing
 * slash. A proxy may remove the base or leave it: it is removed here if no route matches the path with the base.
 */
export function createTargets(base: string, isOurs: (path: string) => boolean): Targets {
  const within = (sent: string): string => {
    const path = readPlainEscapes(sent);
    if (base === '' || !(path === base || path.startsWith(`${base}/`)) || isOurs(path)) return path;
    return path.slice(base.length) || '/';
  };
  const ofLine = (target: string): Target => {
    const mark = target.indexOf('?');
    return mark === -1
      ? { path: within(target), query: '' }
      : { path: within(target.slice(0, mark)), query: target.slice(mark + 1) };
  };
  return {
    ofLine,
    ofUrl: (url) => {
      const start = url.indexOf('/', url.indexOf('://') + 3);
      const end = url.indexOf('#', start);
      return ofLine(end === -1 ? url.slice(start) : url.slice(start, end));
    },
  };
}

/** Unreserved characters, which mean the same escaped or not (RFC 3986, 2.3). */
const PLAIN = /[A-Za-z0-9._~-]/;

/**
 * Decodes escapes of plain characters, so that `/item/%36` becomes `/item/6`. Routes that accept any text decode the
 * other escapes, so nothing is decoded twice. A path with a bare percent sign is not changed, because decoding
 * `%%33%36` would create a new escape.
 */
function readPlainEscapes(path: string): string {
  if (!path.includes('%') || /%(?![0-9A-Fa-f]{2})/.test(path)) return path;
  return path.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return PLAIN.test(character) ? character : triplet;
  });
}
