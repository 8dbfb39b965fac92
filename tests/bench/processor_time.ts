import { readdirSync, readFileSync } from 'node:fs';
import { sleep } from '../support/instance.ts';

/** Milliseconds of processor time that all threads of a process have used, to the nanosecond, by the kernel's account. */
function processorMs(pid: number): number {
  return (
    readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + usedBy(`/proc/${pid}/task/${thread}/schedstat`), 0) /
    1e6
  );
}

/** In nanoseconds. A thread may end while it is asked about. */
function usedBy(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

const QUIET_MS = 2;

/** The same once the process rests: what it does behind an answer, such as collecting garbage, belongs to the answer. */
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
