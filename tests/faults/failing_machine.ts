import { Buffer } from 'node:buffer';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { preloaded } from './preloaded.ts';

/** Sets what a machine fails at. */
export interface SwitchBoard {
  /** Sets the failures from now on. Anything left out works. */
  set(switches: Switches): void;
}

/** A machine that fails when a test says so (tests/faults/preloaded/failing_machine.c). */
export interface FailingMachine extends SwitchBoard {
  /** Environment variables for a program that is to run on this machine. */
  readonly env: Readonly<Record<string, string>>;
}

type ErrorName = 'EIO' | 'ENOSPC' | 'EROFS' | 'EDQUOT' | 'EFBIG';

export interface Switches {
  readonly read?: ErrorName;
  readonly write?: ErrorName;
  readonly sync?: ErrorName;
  /** Additional duration of each sync to disk. */
  readonly syncDelayMs?: number;
  /** Offset of the wall clock. Positive values put the clock ahead. */
  readonly clockShiftS?: number;
}

const SWITCHES_BYTES = 24;

/**
 * Creates a machine that fails for files and folders below `root`. `switches` is the test's own file outside of `root`.
 */
export function createFailingMachine(library: string, root: string, switches: string): FailingMachine {
  writeFileSync(switches, Buffer.alloc(SWITCHES_BYTES));
  return {
    env: preloaded(library, { FAILING_ROOT: root, FAILING_SWITCHES: switches }),
    ...switchesOf(switches),
  };
}

/** Returns the switches of the machine that reads them from this file. */
export function switchesOf(path: string): SwitchBoard {
  return {
    set: ({ read, write, sync, syncDelayMs = 0, clockShiftS = 0 }) => {
      const bytes = Buffer.alloc(SWITCHES_BYTES);
      for (const [i, name] of [read, write, sync].entries()) {
        bytes.writeInt32LE(name === undefined ? 0 : constants.errno[name], 4 * i);
      }
      bytes.writeInt32LE(syncDelayMs, 12);
      bytes.writeBigInt64LE(BigInt(clockShiftS), 16);
      const file = openSync(path, 'r+');
      writeSync(file, bytes);
      closeSync(file);
    },
  };
}
