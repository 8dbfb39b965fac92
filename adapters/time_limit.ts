/** A timeout for a piece of work. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Clears the timeout. Call it when the work is done. */
  end(): void;
}

/**
 * Creates a signal that aborts after `ms` milliseconds, or when `stop` is aborted. `AbortSignal.any` with
 * `AbortSignal.timeout` does not work on Node 20, which garbage-collects the timeout so that it never fires. Here, the
 * timer keeps the signal alive.
 */
export function startTimeLimit(ms: number, stop?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
  const onStop = (): void => controller.abort(stop?.reason);
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted === true) onStop();
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', onStop);
    },
  };
}
