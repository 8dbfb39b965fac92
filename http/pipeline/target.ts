/** Where a request goes: its path, in which escapes of plain characters are read, and its query string, undecoded. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Finds the target of a request. */
export interface Targets {
  /** Of a request line's target. */
  ofLine(target: string): Target;
  /** Of an absolute URL. Its host is passed over: it says nothing about this instance. */
  ofUrl(url: string): Target;
}

/**
 * Targets of an instance below the path `base` of its host, which is empty or has no trailing slash. Proxies in front
 * may take the base off or leave it on: it is taken off here where the path as it came is none of ours.
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

/** Characters that mean the same escaped or not (RFC 3986, 2.3). */
const PLAIN = /[A-Za-z0-9._~-]/;

/**
 * Reads escapes of plain characters, so that `/item/%36` is `/item/6`. Every other escape stays and is read by the route
 * that takes any text, so nothing is decoded twice. A path with a bare percent sign stays as it is: reading `%%33%36`
 * would make a new escape.
 */
function readPlainEscapes(path: string): string {
  if (!path.includes('%') || /%(?![0-9A-Fa-f]{2})/.test(path)) return path;
  return path.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return PLAIN.test(character) ? character : triplet;
  });
}
