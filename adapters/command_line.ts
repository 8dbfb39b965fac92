import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { onStopSignal } from './stop_signals.ts';

/** The terminal that a command was given on, for jobs/main.ts. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person watches standard error. */
  readonly terminal: boolean;
  /** Aborted by the first SIGTERM or SIGINT; what is in hand is to be finished. A second one, a second later or more, ends the process. */
  readonly stop: AbortSignal;
  /** A line on standard output: what the command was asked for. */
  print(line: string): void;
  /** A line on standard error: what went wrong. */
  complain(line: string): void;
  /** A line on standard error that the next one replaces; where nobody watches, a line of its own every ten seconds. */
  progress(line: string): void;
  /** Asks a question that is answered with yes or no; null where no terminal is there to answer. */
  confirm(question: string): Promise<boolean | null>;
  /** Sets what the process answers when it ends by itself. */
  exitWith(code: number): void;
}

const TOLD_EVERY_MS = 10_000;
const CLEAR_LINE = '\u001b[K';

/**
 * Makes it of this process. From now on the process gives way to an instance that answers, unless `yields` is false: a
 * person waits for the demo's commands, and nobody asks its instance anything yet.
 */
export function createCommandLine({ yields = true } = {}): CommandLine {
  if (yields) giveWay();
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  const terminal = process.stderr.isTTY === true;
  let toldMs = performance.now();
  let shown = false;
  /** Takes a progress line off the terminal, so that nothing of it stands behind the next one. */
  const clear = (): void => {
    if (shown) process.stderr.write(CLEAR_LINE);
    shown = false;
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
        shown = true;
      }
      if (!terminal && performance.now() - toldMs >= TOLD_EVERY_MS) {
        toldMs = performance.now();
        process.stderr.write(`${line}\n`);
      }
    },
    confirm: async (question) => (terminal && process.stdin.isTTY === true ? askYesOrNo(question) : null),
    exitWith: (code) => {
      process.exitCode = code;
    },
  };
}

/** Whatever ends the input is a no; an interrupt stops the command as it would without a question. */
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

function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The system does not let us: the command runs all the same.
  }
}
