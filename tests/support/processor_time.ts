import process from 'node:process';

/**
 * Returns a function that returns the processor time in milliseconds that this process has used since, with all its
 * threads. Unlike the time that passes, it does not grow if other programs keep the machine busy.
 */
export function startProcessorClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
