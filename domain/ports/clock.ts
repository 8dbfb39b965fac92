/** The current time, in milliseconds since 1970-01-01T00:00:00Z. It may be set forward or back at any moment. */
export interface Clock {
  nowMs(): number;
}

/** Milliseconds since an arbitrary moment. It cannot be set, so use it to measure durations. */
export interface Stopwatch {
  elapsedMs(): number;
}
