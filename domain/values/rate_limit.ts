/**
 * A table of rate limits with fixed windows, each beginning with a client's first request (contract, section 1, Rate
 * limits). When the table is full, it removes clients whose window has ended, and then the oldest clients that are not
 * blocked. If every client in the table is blocked, all new clients share one window.
 */
export interface RateLimiter {
  /** Returns the refusal that a request would get, or null if it would be allowed. Changes nothing. */
  refusal(client: string, quota: number, nowMs: number, units?: number): RateLimitCharge | null;
  /** Counts a request of `units` (default 1) by `client`, unless the client has fewer left for the window. */
  take(client: string, quota: number, nowMs: number, units?: number): RateLimitCharge;
  /** Refunds a request, for example after a 5xx response. Has no effect once the window has ended. */
  refund(charge: RateLimitCharge): void;
}

export interface RateLimitCharge {
  readonly allowed: boolean;
  readonly quota: number;
  readonly units: number;
  /** The client's current window. All of its charges share this object. */
  readonly window: RateLimitWindow;
}

export interface RateLimitWindow {
  readonly startMs: number;
  readonly used: number;
}

export function countRemainingUnits(charge: RateLimitCharge): number {
  return Math.max(0, charge.quota - charge.window.used);
}

/** Returns the number of seconds until the window ends, rounded up, and at least 1. */
export function countSecondsToReset(charge: RateLimitCharge, windowS: number, nowMs: number): number {
  return Math.max(1, Math.ceil((charge.window.startMs + windowS * 1000 - nowMs) / 1000));
}

interface ClientUsage {
  readonly client: string;
  startMs: number;
  used: number;
}

const SWEEP_EVERY_MS = 1000;

/** Creates the table of one budget, with windows of `windowS` seconds and at most `clientsMax` clients. */
export function createRateLimiter(windowS: number, clientsMax: number): RateLimiter {
  const windowMs = windowS * 1000;
  // Both maps are in insertion order, so `open` starts with the oldest windows.
  const open = new Map<string, ClientUsage>();
  const blocked = new Map<string, ClientUsage>();
  const overflow: ClientUsage = { client: '', startMs: Number.NEGATIVE_INFINITY, used: 0 };
  let sweptMs = Number.NEGATIVE_INFINITY;

  // A window also ends if the clock was set back before its start, so that no client waits longer than one window.
  const ended = (entry: ClientUsage, nowMs: number): boolean =>
    nowMs >= entry.startMs + windowMs || nowMs < entry.startMs;

  const dropEnded = (nowMs: number): void => {
    for (const [client, entry] of open) {
      if (!ended(entry, nowMs)) break;
      open.delete(client);
    }
    if (open.size + blocked.size < clientsMax || (nowMs >= sweptMs && nowMs - sweptMs < SWEEP_EVERY_MS)) return;
    sweptMs = nowMs;
    for (const [client, entry] of blocked) if (ended(entry, nowMs)) blocked.delete(client);
  };

  const admit = (client: string, nowMs: number): ClientUsage => {
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

  const renew = (entry: ClientUsage, nowMs: number): ClientUsage => {
    if (ended(entry, nowMs)) {
      entry.startMs = nowMs;
      entry.used = 0;
    }
    return entry;
  };

  const find = (client: string, nowMs: number): ClientUsage => {
    const entry = open.get(client) ?? blocked.get(client);
    if (entry === undefined) return admit(client, nowMs);
    if (!ended(entry, nowMs)) return entry;
    open.delete(client);
    blocked.delete(client);
    return admit(client, nowMs);
  };

  return {
    refusal(client, quota, nowMs, units = 1) {
      const entry = blocked.get(client) ?? open.get(client);
      const hasRoom = entry === undefined || entry.used + units <= quota || ended(entry, nowMs);
      return hasRoom ? null : { allowed: false, quota, units, window: entry };
    },
    take(client, quota, nowMs, units = 1) {
      const entry = find(client, nowMs);
      if (entry.used + units > quota) return { allowed: false, quota, units, window: entry };
      entry.used += units;
      if (entry.used >= quota && open.delete(client)) blocked.set(client, entry);
      return { allowed: true, quota, units, window: entry };
    },
    refund({ allowed, units, window }) {
      const entry = window as ClientUsage;
      if (!allowed || entry.used === 0) return;
      entry.used = Math.max(0, entry.used - units);
      if (blocked.get(entry.client) === entry) {
        blocked.delete(entry.client);
        open.set(entry.client, entry);
      }
    },
  };
}
