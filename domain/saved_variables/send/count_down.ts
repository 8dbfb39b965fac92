/** A wait that tells what remains of it. */
export interface CountDown {
  readonly seconds: number;
  /** Milliseconds since any moment. */
  readonly nowMs: () => number;
  /** Hears what remains, in whole seconds: each minute above two of them, each ten seconds else. */
  readonly told: (leftS: number) => void;
  /** Waits so long; false ends it all. */
  readonly wait: (seconds: number) => Promise<boolean>;
}

/** Waits until its time has come, however long each part of it took; false where it was ended before. */
export async function countDown({ seconds, nowMs, told, wait }: CountDown): Promise<boolean> {
  const endMs = nowMs() + seconds * 1000;
  for (let leftS = seconds; leftS > 0; leftS = Math.ceil((endMs - nowMs() - EARLY_MS) / 1000)) {
    told(leftS);
    if (!(await wait(leftS - nextTold(leftS)))) return false;
  }
  return true;
}

/** So much too soon a timer may call. */
const EARLY_MS = 50;

/** What will remain when it is told again. */
function nextTold(leftS: number): number {
  const everyS = leftS > 120 ? 60 : 10;
  return (Math.ceil(leftS / everyS) - 1) * everyS;
}
