import process from 'node:process';
import { setTimeout } from 'node:timers';

/** A terminal signals the whole process group, and npm forwards the same signal once more. */
const REPEATED_WITHIN_MS = 1_000;

/** Calls `stop` on the first SIGTERM or SIGINT. Another one, a second later or more, ends the process at once. */
export function onStopSignal(stop: () => void): void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  let isStopping = false;
  const heard = (): void => {
    if (isStopping) return;
    isStopping = true;
    const forget = (): void => {
      for (const signal of signals) process.off(signal, heard);
    };
    setTimeout(forget, REPEATED_WITHIN_MS).unref();
    stop();
  };
  for (const signal of signals) process.on(signal, heard);
}
