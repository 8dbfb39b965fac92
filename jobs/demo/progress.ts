/** Says which of a known number of steps begins. */
export interface StepProgress {
  begin(step: string): void;
  /** Takes the bar off the terminal. */
  end(): void;
}

const BAR_CHARS = 20;
const CLEAR_LINE = '\r\u001b[K';

/** Shows a bar that is drawn anew on a terminal, and a line a step elsewhere. */
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
