import { err, ok, type Result } from '../../domain/result.ts';

/**
 * Bounds the memory that upload bodies take up at a time: a body's bytes are reserved before it is read and given back
 * when it has been answered. Reservations wait in a queue, first come first served among those that fit; one client
 * cannot hold more than its share.
 */
export interface IntakeGate {
  /** Reserves `bytes` for a body of `client`; `signal` ends the wait when the client goes away. */
  enter(client: string, bytes: number, signal: AbortSignal): Promise<Result<Pass, Turned>>;
}

/** A reservation held. */
export interface Pass {
  leave(): void;
}

/** Why a body was not let in: too many wait already, its turn did not come in time, or its sender went away. */
export type Turned = 'queue-full' | 'waited-too-long' | 'gone';

export interface GateBounds {
  readonly bytesMax: number;
  /** What one client may hold of it. */
  readonly bytesPerClientMax: number;
  readonly waitersMax: number;
  readonly waitMs: number;
}

const BYTES_MAX = 48_000_000;

export const GATE_BOUNDS: GateBounds = {
  bytesMax: BYTES_MAX,
  bytesPerClientMax: BYTES_MAX / 3,
  waitersMax: 1000,
  waitMs: 20_000,
};

interface Waiter {
  readonly client: string;
  readonly bytes: number;
  readonly admit: () => void;
}

export const createGate = (bounds: GateBounds): IntakeGate => {
  const held = new Map<string, number>();
  let total = 0;
  // A Set keeps the order of arrival.
  const waiting = new Set<Waiter>();

  const fits = (client: string, bytes: number): boolean =>
    total + bytes <= bounds.bytesMax && (held.get(client) ?? 0) + bytes <= bounds.bytesPerClientMax;

  const hold = (client: string, bytes: number): void => {
    total += bytes;
    const now = (held.get(client) ?? 0) + bytes;
    if (now === 0) held.delete(client);
    else held.set(client, now);
  };

  const admitWaiting = (): void => {
    for (const waiter of waiting) {
      if (total >= bounds.bytesMax) return;
      if (fits(waiter.client, waiter.bytes)) waiter.admit();
    }
  };

  const passFor = (client: string, bytes: number): Pass => {
    hold(client, bytes);
    let inside = true;
    return {
      leave() {
        if (!inside) return;
        inside = false;
        hold(client, -bytes);
        admitWaiting();
      },
    };
  };

  const wait = (client: string, bytes: number, signal: AbortSignal): Promise<Result<Pass, Turned>> =>
    new Promise((resolve) => {
      const settle = (answer: () => Result<Pass, Turned>): void => {
        waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', gone);
        resolve(answer());
      };
      const gone = (): void => settle(() => err('gone'));
      const timer = setTimeout(() => settle(() => err('waited-too-long')), bounds.waitMs);
      const waiter: Waiter = { client, bytes, admit: () => settle(() => ok(passFor(client, bytes))) };
      waiting.add(waiter);
      signal.addEventListener('abort', gone);
    });

  return {
    enter: async (client, bytes, signal) => {
      if (signal.aborted) return err('gone');
      if (fits(client, bytes)) return ok(passFor(client, bytes));
      if (waiting.size >= bounds.waitersMax) return err('queue-full');
      return wait(client, bytes, signal);
    },
  };
};
