import { readdirSync, readFileSync } from 'node:fs';
import { sleep } from '../support/instance.ts';

/**
 * Returns the processor time in milliseconds that all threads of a process have used, from the kernel's account, which
 * is exact to the nanosecond.
 */
function processorMs(pid: number): number {
  return (
    readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + usedBy(`/proc/${pid}/task/${thread}/schedstat`), 0) /
    1e6
  );
}

/** Returns nanoseconds, or 0 if the thread ended in the meantime. */
function usedBy(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

const QUIET_MS = 2;

/**
 * Returns the processor time once the process is idle. Work after an answer, such as garbage collection, belongs to the
 * answer.
 */
export async function restedProcessorMs(pid: number): Promise<number> {
  let before = processorMs(pid);
  for (let looks = 0; looks < 50; looks++) {
    await sleep(QUIET_MS);
    const now = processorMs(pid);
    if (now === before) break;
    before = now;
  }
  return before;
}
