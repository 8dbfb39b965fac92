/** The time, in milliseconds since 1970-01-01T00:00:00Z. It may be set, forward and back, at any moment. */
export interface Clock {
  nowMs(): number;
}

/** Milliseconds since a moment of its own: nobody sets it, so that only it tells how long something took. */
export interface Stopwatch {
  elapsedMs(): number;
}
