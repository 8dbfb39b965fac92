import { err, ok, type Result } from '../../domain/values/result.ts';

/**
 * Limits the memory that request bodies use at a time. A body reserves memory as its bytes arrive, so a client that
 * announces a body without sending it reserves nothing. The memory is released once the request is answered. If no
 * memory is left, bodies wait in order of arrival. One client cannot use more than its share. Some memory is set aside
 * for the body at the head of the queue, so that bodies can finish one by one even when they fill the rest. While
 * bodies wait, the gate ousts the largest stalled body.
 */
export interface IntakeGate {
  /**
   * Admits a body, which has no memory yet. Returns null if the client is already sending the maximum number of
   * bodies.
   */
  enter(client: string): BodyReservation | null;
}

/** The memory that one body has reserved. */
export interface BodyReservation {
  /** Reserves more bytes, synchronously if they are available. `signal` ends the wait when the client disconnects. */
  take(bytes: number, signal: AbortSignal): Result<null, AdmissionRefusal> | Promise<Result<null, AdmissionRefusal>>;
  /** Marks the body as complete, so that it can no longer be ousted. */
  arrived(): void;
  /** Aborted if the body stalled while other bodies waited for memory. */
  readonly ousted: AbortSignal;
  leave(): void;
}

/** The reason why a body got no memory: the queue is full, the wait timed out, or the sender disconnected. */
export type AdmissionRefusal = 'queue-full' | 'waited-too-long' | 'gone';

export interface GateBounds {
  readonly bytesMax: number;
  /** Share of `bytesMax` that one client may use. */
  readonly bytesPerClientMax: number;
  /** Part of both limits that is set aside for the first body in the queue. It is large enough to finish any body. */
  readonly headBytes: number;
  readonly bodiesPerClientMax: number;
  readonly waitersMax: number;
  readonly waitMs: number;
  /** While other bodies wait, a body counts as stalled if fewer than `stillBytes` of it arrive within this time. */
  readonly stillMs: number;
  readonly stillBytes: number;
}

const BODY_BYTES_TOTAL = 48_000_000;

export const GATE_BOUNDS: GateBounds = {
  bytesMax: BODY_BYTES_TOTAL,
  bytesPerClientMax: BODY_BYTES_TOTAL / 3,
  // Enough for a compressed upload and its uncompressed bytes, and for the largest body of any endpoint.
  headBytes: 5_100_000,
  bodiesPerClientMax: 256,
  waitersMax: 1000,
  waitMs: 20_000,
  stillMs: 1_000,
  stillBytes: 10_000,
};

interface GateClient {
  readonly name: string;
  bytes: number;
  bodies: number;
}

interface BodyPass {
  readonly client: GateClient;
  bytes: number;
  arriving: boolean;
  /** Number of bytes that have arrived since the last check. */
  moved: number;
  /** Whether almost no bytes arrived between the last two checks. */
  still: boolean;
  readonly oust: AbortController;
}

interface GateWaiter {
  readonly bytes: number;
  readonly admit: () => void;
}

export function createGate(bounds: GateBounds): IntakeGate {
  const clients = new Map<string, GateClient>();
  // Bodies in insertion order.
  const inside = new Set<BodyPass>();
  const waiting = new Map<BodyPass, GateWaiter>();
  let total = 0;
  let watch: ReturnType<typeof setInterval> | undefined;

  const reserve = (body: BodyPass, bytes: number): void => {
    total += bytes;
    body.bytes += bytes;
    body.client.bytes += bytes;
  };

  const fits = ({ client }: BodyPass, bytes: number, isHead: boolean, isHeadOfClient: boolean): boolean =>
    client.bytes + bytes <= bounds.bytesPerClientMax - (isHeadOfClient ? 0 : bounds.headBytes) &&
    total + bytes <= bounds.bytesMax - (isHead ? 0 : bounds.headBytes);

  /**
   * Admits waiting bodies that fit. The first unfinished body overall, and each client's first one, may also use the
   * memory set aside for the head of the queue.
   */
  const admitWaiting = (): void => {
    const seen = new Set<GateClient>();
    for (const body of inside) {
      const waiter = waiting.get(body);
      if (waiter === undefined && (!body.arriving || body.still)) continue;
      const isHead = seen.size === 0;
      const isHeadOfClient = !seen.has(body.client);
      seen.add(body.client);
      if (waiter !== undefined && fits(body, waiter.bytes, isHead, isHeadOfClient)) waiter.admit();
    }
  };

  /** Marks stalled bodies, and ousts the stalled body with the most reserved memory. Runs while bodies wait. */
  const oustStalled = (): void => {
    let largest: BodyPass | null = null;
    for (const body of inside) {
      body.still = body.arriving && body.moved < bounds.stillBytes && !waiting.has(body);
      body.moved = 0;
      if (body.still && body.bytes > (largest?.bytes ?? 0)) largest = body;
    }
    largest?.oust.abort();
    admitWaiting();
  };

  const watchWhileWaiting = (): void => {
    if (waiting.size > 0) watch ??= setInterval(oustStalled, bounds.stillMs);
    else {
      clearInterval(watch);
      watch = undefined;
    }
  };

  const wait = (body: BodyPass, bytes: number, signal: AbortSignal): Promise<Result<null, AdmissionRefusal>> =>
    new Promise((resolve) => {
      const settle = (answer: Result<null, AdmissionRefusal>): void => {
        waiting.delete(body);
        clearTimeout(timer);
        signal.removeEventListener('abort', gone);
        watchWhileWaiting();
        resolve(answer);
      };
      const gone = (): void => settle(err('gone'));
      const timer = setTimeout(() => settle(err('waited-too-long')), bounds.waitMs);
      const admit = (): void => {
        reserve(body, bytes);
        settle(ok(null));
      };
      waiting.set(body, { bytes, admit });
      signal.addEventListener('abort', gone);
      watchWhileWaiting();
      admitWaiting();
    });

  const createReservation = (body: BodyPass): BodyReservation => ({
    ousted: body.oust.signal,
    take: (bytes, signal) => {
      body.moved += bytes;
      body.still = false;
      if (signal.aborted) return err('gone');
      if (fits(body, bytes, false, false)) {
        reserve(body, bytes);
        return ok(null);
      }
      return waiting.size >= bounds.waitersMax ? err('queue-full') : wait(body, bytes, signal);
    },
    arrived: () => {
      body.arriving = false;
    },
    leave: () => {
      if (!inside.delete(body)) return;
      const { client } = body;
      reserve(body, -body.bytes);
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
      const body: BodyPass = {
        client,
        bytes: 0,
        arriving: true,
        moved: bounds.stillBytes,
        still: false,
        oust: new AbortController(),
      };
      inside.add(body);
      return createReservation(body);
    },
  };
}
