/** Shows progress through a known number of steps. */
export interface StepProgress {
  begin(step: string): void;
  /** Removes the bar from the terminal. */
  end(): void;
}

const BAR_CHARS = 20;
const CLEAR_LINE = '\r\u001b[K';

/** Draws a progress bar that is updated in place on a terminal. Elsewhere, prints one line per step. */
export function createStepProgress(write: (text: string) => void, isTerminal: boolean, steps: number): StepProgress {
  let done = -1;
  return {
    begin: (step) => {
      done++;
      const filled = Math.floor((done / steps) * BAR_CHARS);
      const bar = `[${'='.repeat(filled)}${' '.repeat(BAR_CHARS - filled)}] ${Math.floor((done / steps) * 100)}%`;
      write(isTerminal ? `${CLEAR_LINE}${bar} ${step}` : `${step}\n`);
    },
    end: () => {
      if (isTerminal) write(CLEAR_LINE);
    },
  };
}
