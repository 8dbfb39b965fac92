/** A wait that reports the remaining time. */
export interface CountDown {
  readonly seconds: number;
  /** Milliseconds since an arbitrary moment. */
  readonly nowMs: () => number;
  /** Called with the remaining seconds: every minute above two minutes, otherwise every ten seconds. */
  readonly report: (leftS: number) => void;
  /** Waits. Resolves to false to cancel the countdown. */
  readonly wait: (seconds: number) => Promise<boolean>;
}

/** Waits until the time is over, even if some waits take longer than asked. Resolves to false if it was cancelled. */
export async function countDown({ seconds, nowMs, report, wait }: CountDown): Promise<boolean> {
  const endMs = nowMs() + seconds * 1000;
  for (let leftS = seconds; leftS > 0; leftS = Math.ceil((endMs - nowMs() - EARLY_MS) / 1000)) {
    report(leftS);
    if (!(await wait(leftS - nextReport(leftS)))) return false;
  }
  return true;
}

/** A timer may fire this much too early. */
const EARLY_MS = 50;

/** Remaining seconds at the next report. */
function nextReport(leftS: number): number {
  const everyS = leftS > 120 ? 60 : 10;
  return (Math.ceil(leftS / everyS) - 1) * everyS;
}
