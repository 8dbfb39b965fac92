import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Schedules a garbage collection in a separate task. The driver closes a database's files only when its prepared
 * statements are collected, and offers no call to finalise them (libsql 0.5.29). On a quiet instance, a replaced
 * database would keep its file descriptors and disk space for hours. Call this rarely, since a collection blocks
 * everything.
 */
export function collectGarbage(): void {
  exposedCollector ??= exposeCollector();
  void exposedCollector({ type: 'major', execution: 'async' });
}

type CollectGarbage = (options: { readonly type: 'major'; readonly execution: 'async' }) => unknown;

let exposedCollector: CollectGarbage | null = null;

/**
 * Returns the engine's garbage collector, or a no-op if the runtime does not expose it. In that case, files stay open
 * until the engine collects on its own.
 */
function exposeCollector(): CollectGarbage {
  try {
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as CollectGarbage;
  } catch {
    return () => {};
  }
}
