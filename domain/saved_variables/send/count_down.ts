/** A countdown that reports the remaining time while it waits. */
export interface Countdown {
  readonly seconds: number;
  /** Milliseconds since an arbitrary point in time. */
  readonly nowMs: () => number;
  /** Called with the remaining seconds: every minute while more than two minutes remain, then every ten seconds. */
  readonly report: (leftS: number) => void;
  /** Waits for this many seconds. Resolves to false to cancel the countdown. */
  readonly wait: (seconds: number) => Promise<boolean>;
}

/** Waits until the time is up, even if a single wait takes longer than requested. Resolves to false if cancelled. */
export async function runCountdown({ seconds, nowMs, report, wait }: Countdown): Promise<boolean> {
  const endMs = nowMs() + seconds * 1000;
  for (let leftS = seconds; leftS > 0; leftS = Math.ceil((endMs - nowMs() - EARLY_WAKE_MS) / 1000)) {
    report(leftS);
    if (!(await wait(leftS - findNextReportTime(leftS)))) return false;
  }
  return true;
}

const EARLY_WAKE_MS = 50;

/** Returns the number of seconds that will remain at the next report. */
function findNextReportTime(leftS: number): number {
  const everyS = leftS > 120 ? 60 : 10;
  return (Math.ceil(leftS / everyS) - 1) * everyS;
}
