/** The time, in milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  nowMs(): number;
}
