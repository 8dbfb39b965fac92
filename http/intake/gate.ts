import { err, ok, type Result } from '../../domain/values/result.ts';

/**
 * Bounds the memory that bodies take up at a time. Room is taken as their bytes arrive, so that whoever only announces a
 * body holds nothing, and is given back when the body has been answered. Where there is none left bodies wait, the one
 * that came first before others; one client cannot hold more than its share. A little room is kept for whichever waits
 * at the head, so that bodies that fill all the rest can be finished one by one; and while any waits, one that stands
 * still makes way.
 */
export interface IntakeGate {
  /** Lets a body in, which holds nothing yet; null where so many of its client are on their way already. */
  enter(client: string): BodyReservation | null;
}

/** What a body holds. */
export interface BodyReservation {
  /** Takes room for so many bytes more, at once where there is some; `signal` ends the wait when the client goes away. */
  take(bytes: number, signal: AbortSignal): Result<null, NotAdmitted> | Promise<Result<null, NotAdmitted>>;
  /** The body is here whole: it need not make way any more. */
  arrived(): void;
  /** Aborted where the body stood still while others waited for the room it holds. */
  readonly ousted: AbortSignal;
  leave(): void;
}

/** Why a body got no room: too many wait already, its turn did not come in time, or its sender went away. */
export type NotAdmitted = 'queue-full' | 'waited-too-long' | 'gone';

export interface GateBounds {
  readonly bytesMax: number;
  /** What one client may hold of it. */
  readonly bytesPerClientMax: number;
  /** What is kept of both for the body at the head of those that wait: enough to finish any. */
  readonly headBytes: number;
  readonly bodiesPerClientMax: number;
  readonly waitersMax: number;
  readonly waitMs: number;
  /** While others wait, a body of which fewer than `stillBytes` come in this time stands still. */
  readonly stillMs: number;
  readonly stillBytes: number;
}

const BYTES_MAX = 48_000_000;

export const GATE_BOUNDS: GateBounds = {
  bytesMax: BYTES_MAX,
  bytesPerClientMax: BYTES_MAX / 3,
  // A packed body whole, and what it is unpacked to.
  headBytes: 2_000_000,
  bodiesPerClientMax: 256,
  waitersMax: 1000,
  waitMs: 20_000,
  stillMs: 1_000,
  stillBytes: 10_000,
};

interface Client {
  readonly name: string;
  bytes: number;
  bodies: number;
}

interface Held {
  readonly client: Client;
  bytes: number;
  arriving: boolean;
  /** Bytes that came since the last look. */
  moved: number;
  /** Next to none came between the last two looks. */
  still: boolean;
  readonly oust: AbortController;
}

interface Waiter {
  readonly bytes: number;
  readonly admit: () => void;
}

export function createGate(bounds: GateBounds): IntakeGate {
  const clients = new Map<string, Client>();
  // In the order of entering.
  const inside = new Set<Held>();
  const waiting = new Map<Held, Waiter>();
  let total = 0;
  let watch: ReturnType<typeof setInterval> | undefined;

  const hold = (held: Held, bytes: number): void => {
    total += bytes;
    held.bytes += bytes;
    held.client.bytes += bytes;
  };

  const fits = ({ client }: Held, bytes: number, isHead: boolean, isHeadOfClient: boolean): boolean =>
    client.bytes + bytes <= bounds.bytesPerClientMax - (isHeadOfClient ? 0 : bounds.headBytes) &&
    total + bytes <= bounds.bytesMax - (isHead ? 0 : bounds.headBytes);

  /** Lets in whoever has room. Of all bodies that are not whole yet, and of each client's, the first may use all of it. */
  const admitWaiting = (): void => {
    const met = new Set<Client>();
    for (const held of inside) {
      const waiter = waiting.get(held);
      if (waiter === undefined && (!held.arriving || held.still)) continue;
      const isHead = met.size === 0;
      const isHeadOfClient = !met.has(held.client);
      met.add(held.client);
      if (waiter !== undefined && fits(held, waiter.bytes, isHead, isHeadOfClient)) waiter.admit();
    }
  };

  /** While bodies wait, the one that holds most of those that stand still makes way. */
  const look = (): void => {
    let stillest: Held | null = null;
    for (const held of inside) {
      held.still = held.arriving && held.moved < bounds.stillBytes && !waiting.has(held);
      held.moved = 0;
      if (held.still && held.bytes > (stillest?.bytes ?? 0)) stillest = held;
    }
    stillest?.oust.abort();
    admitWaiting();
  };

  const watchWhileWaiting = (): void => {
    if (waiting.size > 0) watch ??= setInterval(look, bounds.stillMs);
    else {
      clearInterval(watch);
      watch = undefined;
    }
  };

  const wait = (held: Held, bytes: number, signal: AbortSignal): Promise<Result<null, NotAdmitted>> =>
    new Promise((resolve) => {
      const settle = (answer: Result<null, NotAdmitted>): void => {
        waiting.delete(held);
        clearTimeout(timer);
        signal.removeEventListener('abort', gone);
        watchWhileWaiting();
        resolve(answer);
      };
      const gone = (): void => settle(err('gone'));
      const timer = setTimeout(() => settle(err('waited-too-long')), bounds.waitMs);
      const admit = (): void => {
        hold(held, bytes);
        settle(ok(null));
      };
      waiting.set(held, { bytes, admit });
      signal.addEventListener('abort', gone);
      watchWhileWaiting();
      admitWaiting();
    });

  const passOf = (held: Held): BodyReservation => ({
    ousted: held.oust.signal,
    take: (bytes, signal) => {
      held.moved += bytes;
      held.still = false;
      if (signal.aborted) return err('gone');
      if (fits(held, bytes, false, false)) {
        hold(held, bytes);
        return ok(null);
      }
      return waiting.size >= bounds.waitersMax ? err('queue-full') : wait(held, bytes, signal);
    },
    arrived: () => {
      held.arriving = false;
    },
    leave: () => {
      if (!inside.delete(held)) return;
      const { client } = held;
      hold(held, -held.bytes);
      client.bodies--;
      if (client.bodies === 0) clients.delete(client.name);
      admitWaiting();
    },
  });

  return {
    enter: (name) => {
      const client = clients.get(name) ?? { name, bytes: 0, bodies: 0 };
      if (client.bodies >= bounds.bodiesPerClientMax) return null;
      clients.set(name, client);
      client.bodies++;
      const held: Held = {
        client,
        bytes: 0,
        arriving: true,
        moved: bounds.stillBytes,
        still: false,
        oust: new AbortController(),
      };
      inside.add(held);
      return passOf(held);
    },
  };
}
