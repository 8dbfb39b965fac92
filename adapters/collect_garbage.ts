import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage soon, in a task of its own. The driver closes a database's files only when its prepared statements
 * are collected, and has no call that finalises one (libsql 0.5.29): on a quiet instance a replaced database would keep its
 * descriptors, and its room on the disk, for hours. For rare events only, since everything waits for a collection.
 */
export function collectGarbage(): void {
  collect ??= exposeCollector();
  void collect({ type: 'major', execution: 'async' });
}

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => unknown;

let collect: Collect | null = null;

/** The engine's collector, or nothing on a runtime that hides it: there the files wait for the next collection. */
function exposeCollector(): Collect {
  try {
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as Collect;
  } catch {
    return () => {};
  }
}
