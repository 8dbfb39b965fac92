/** Time for a piece of work, which ends early where another signal is aborted. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** To be called once the work is done. */
  end(): void;
}

/**
 * A signal that is aborted after so long, or with another. Its timer holds it: a timeout within `AbortSignal.any` is held
 * by nothing in Node 20, which collects it as garbage, so that whoever waits for it waits for ever.
 */
export function timeLimit(ms: number, stop?: AbortSignal): TimeLimit {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(new DOMException('', 'TimeoutError')), ms);
  const stopped = (): void => cut.abort(stop?.reason);
  stop?.addEventListener('abort', stopped);
  if (stop?.aborted === true) stopped();
  return {
    signal: cut.signal,
    end: () => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', stopped);
    },
  };
}
