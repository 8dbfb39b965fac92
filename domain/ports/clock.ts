/** The current time, in milliseconds since 1970-01-01T00:00:00Z. The clock may be set forward or back at any time. */
export interface Clock {
  nowMs(): number;
}

/** Milliseconds since an arbitrary starting point. This clock cannot be set, so use it to measure durations. */
export interface Stopwatch {
  elapsedMs(): number;
}
