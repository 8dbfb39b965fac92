const BAR_CHARS = 20;
const CLEAR_LINE = '\r\u001b[K';

/** Draws a progress bar over a known number of steps, which is updated in place on a terminal. Elsewhere, prints one line per step. */
export function createStepProgress(write: (text: string) => void, isTerminal: boolean, steps: number) {
  let done = -1;
  return {
    begin: (step: string): void => {
      done++;
      const filled = Math.floor((done / steps) * BAR_CHARS);
      const bar = `[${'='.repeat(filled)}${' '.repeat(BAR_CHARS - filled)}] ${Math.floor((done / steps) * 100)}%`;
      write(isTerminal ? `${CLEAR_LINE}${bar} ${step}` : `${step}\n`);
    },
    /** Removes the bar from the terminal. */
    end: (): void => {
      if (isTerminal) write(CLEAR_LINE);
    },
  };
}
