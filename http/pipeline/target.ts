/** Where a request goes: its path and query string, undecoded. */
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
  /** The path within the instance. */
  within(path: string): string;
}

/**
 * Targets of an instance below the path `base` of its host, which is empty or has no trailing slash. Proxies in front
 * may take the base off or leave it on: it is taken off here where the path as it came is none of ours.
 */
export const createTargets = (base: string, isOurs: (path: string) => boolean): Targets => {
  const within = (path: string): string => {
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
    within,
    ofLine,
    ofUrl: (url) => {
      const start = url.indexOf('/', url.indexOf('://') + 3);
      const end = url.indexOf('#', start);
      return ofLine(end === -1 ? url.slice(start) : url.slice(start, end));
    },
  };
};
