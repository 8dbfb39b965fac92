import process from 'node:process';
import { setTimeout } from 'node:timers';

/**
 * Further signals within this time are ignored, because a terminal signals the whole process group and npm forwards the
 * signal again.
 */
const REPEAT_WINDOW_MS = 1_000;

/** Calls `stop` on the first SIGTERM or SIGINT. Another signal at least a second later ends the process immediately. */
export function callOnStopSignal(stop: () => void): void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) return;
    isStopping = true;
    const stopListening = (): void => {
      for (const signal of signals) process.off(signal, onSignal);
    };
    setTimeout(stopListening, REPEAT_WINDOW_MS).unref();
    stop();
  };
  for (const signal of signals) process.on(signal, onSignal);
}
