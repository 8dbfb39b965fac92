/**
 * Hourly limits as fixed windows that begin with a client's first request (contract, section 1, Rate limits).
 * One table serves one budget. It is bounded: when it is full, clients whose window ended make room first, then the
 * oldest that are not blocked; a blocked client is never let go early. Where every place is taken by blocked clients,
 * newcomers share one window.
 */
export interface RateTable {
  /** The refusal that a request of `client` would meet, or null if it has room. Counts and remembers nothing. */
  refusal(client: string, quota: number, nowMs: number): Charge | null;
  /** Counts one request of `client`, if its window has room for it. */
  take(client: string, quota: number, nowMs: number): Charge;
  /** Gives a request back, as after an answer 5xx. Does nothing once the window has ended. */
  refund(charge: Charge): void;
}

/** What a request was told by its budget. */
export interface Charge {
  readonly allowed: boolean;
  readonly quota: number;
  /** The client's window as it stands now; shared by all its tolls. */
  readonly window: RateWindow;
}

export interface RateWindow {
  readonly startMs: number;
  readonly used: number;
}

/** Requests the client may still make in its window. */
export function remaining(charge: Charge): number {
  return Math.max(0, charge.quota - charge.window.used);
}

/** Whole seconds until the window ends, at least 1: whoever waits that long finds a new window. */
export function resetS(charge: Charge, windowS: number, nowMs: number): number {
  return Math.max(1, Math.ceil((charge.window.startMs + windowS * 1000 - nowMs) / 1000));
}

interface Entry {
  readonly client: string;
  startMs: number;
  used: number;
}

const SWEEP_EVERY_MS = 1000;

/** Makes the table of one budget; windows last `windowS`, at most `clientsMax` clients are known at a time. */
export function createRateTable(windowS: number, clientsMax: number): RateTable {
  const windowMs = windowS * 1000;
  // Both in the order of insertion; `open` begins with the windows that began first.
  const open = new Map<string, Entry>();
  const blocked = new Map<string, Entry>();
  const overflow: Entry = { client: '', startMs: Number.NEGATIVE_INFINITY, used: 0 };
  let sweptMs = Number.NEGATIVE_INFINITY;

  // A clock set back ends a window too: no client must wait longer than one window.
  const ended = (entry: Entry, nowMs: number): boolean => nowMs >= entry.startMs + windowMs || nowMs < entry.startMs;

  const dropEnded = (nowMs: number): void => {
    for (const [client, entry] of open) {
      if (!ended(entry, nowMs)) break;
      open.delete(client);
    }
    if (open.size + blocked.size < clientsMax || (nowMs >= sweptMs && nowMs - sweptMs < SWEEP_EVERY_MS)) return;
    sweptMs = nowMs;
    for (const [client, entry] of blocked) if (ended(entry, nowMs)) blocked.delete(client);
  };

  const admit = (client: string, nowMs: number): Entry => {
    if (open.size + blocked.size >= clientsMax) dropEnded(nowMs);
    if (open.size + blocked.size >= clientsMax) {
      const [oldest] = open.keys();
      if (oldest === undefined) return renew(overflow, nowMs);
      open.delete(oldest);
    }
    const entry = { client, startMs: nowMs, used: 0 };
    open.set(client, entry);
    return entry;
  };

  const renew = (entry: Entry, nowMs: number): Entry => {
    if (ended(entry, nowMs)) {
      entry.startMs = nowMs;
      entry.used = 0;
    }
    return entry;
  };

  const find = (client: string, nowMs: number): Entry => {
    const entry = open.get(client) ?? blocked.get(client);
    if (entry === undefined) return admit(client, nowMs);
    if (!ended(entry, nowMs)) return entry;
    open.delete(client);
    blocked.delete(client);
    return admit(client, nowMs);
  };

  return {
    refusal(client, quota, nowMs) {
      const entry = blocked.get(client) ?? open.get(client);
      const hasRoom = entry === undefined || entry.used < quota || ended(entry, nowMs);
      return hasRoom ? null : { allowed: false, quota, window: entry };
    },
    take(client, quota, nowMs) {
      const entry = find(client, nowMs);
      if (entry.used >= quota) return { allowed: false, quota, window: entry };
      entry.used++;
      if (entry.used >= quota && open.delete(client)) blocked.set(client, entry);
      return { allowed: true, quota, window: entry };
    },
    refund({ allowed, window }) {
      const entry = window as Entry;
      if (!allowed || entry.used === 0) return;
      entry.used--;
      if (blocked.get(entry.client) === entry) {
        blocked.delete(entry.client);
        open.set(entry.client, entry);
      }
    },
  };
}
