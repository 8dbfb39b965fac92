import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { callOnStopSignal } from './stop_signals.ts';

/** The command line of a process: its arguments, environment, signals and output. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard error is a terminal. */
  readonly terminal: boolean;
  /** Aborted by the first SIGTERM or SIGINT. A second one at least one second later ends the process. */
  readonly stop: AbortSignal;
  /** Writes a line of output to standard output. */
  print(line: string): void;
  /** Reports a problem as one line on standard error. */
  complain(line: string): void;
  /**
   * Shows a line on standard error in place of the previous one. Without a terminal, prints at most one line every ten
   * seconds.
   */
  progress(line: string): void;
  /** Asks a yes-or-no question. Returns null if there is no terminal to answer it. */
  confirm(question: string): Promise<boolean | null>;
  exitWith(code: number): void;
}

const PROGRESS_INTERVAL_MS = 10_000;
const CLEAR_LINE = '\u001b[K';

/**
 * Creates the command line of this process and lowers the process's priority, so that a running instance takes
 * precedence. The demo keeps the normal priority with `yields: false`, because a person is waiting for its commands and
 * its instance is idle.
 */
export function createCommandLine({ yields = true } = {}): CommandLine {
  if (yields) lowerPriority();
  const stop = new AbortController();
  callOnStopSignal(() => stop.abort());
  const terminal = process.stderr.isTTY === true;
  let lastProgressMs = performance.now();
  let isProgressShown = false;
  /** Clears the progress line, so that no part of it remains visible after a shorter line. */
  const clear = (): void => {
    if (isProgressShown) process.stderr.write(CLEAR_LINE);
    isProgressShown = false;
  };
  return {
    args: process.argv.slice(2),
    env: process.env,
    terminal,
    stop: stop.signal,
    print: (line) => {
      clear();
      process.stdout.write(`${line}\n`);
    },
    complain: (line) => {
      clear();
      process.stderr.write(`${line}\n`);
    },
    progress: (line) => {
      if (terminal) {
        process.stderr.write(`${CLEAR_LINE}${line}\r`);
        isProgressShown = true;
      }
      if (!terminal && performance.now() - lastProgressMs >= PROGRESS_INTERVAL_MS) {
        lastProgressMs = performance.now();
        process.stderr.write(`${line}\n`);
      }
    },
    confirm: async (question) => (terminal && process.stdin.isTTY === true ? askYesOrNo(question) : null),
    exitWith: (code) => {
      process.exitCode = code;
    },
  };
}

/** Asks a question on the terminal. End of input counts as no. An interrupt stops the command as usual. */
function askYesOrNo(question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    lines.once('SIGINT', () => {
      lines.close();
      process.kill(process.pid, 'SIGINT');
    });
    lines.once('close', () => resolve(false));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(/^y(?:es)?$/i.test(answer.trim()));
      lines.close();
    });
  });
}

function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Ignore the error, because the command also works at normal priority.
  }
}
