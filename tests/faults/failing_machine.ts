import { Buffer } from 'node:buffer';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { preloaded } from './preloaded.ts';

/** What a machine is told to fail at. */
export interface SwitchBoard {
  /** Sets what fails from now on; what is left out is sound. */
  set(switches: Switches): void;
}

/** A machine that fails when a test says so (tests/faults/preloaded/failing_machine.c). */
export interface FailingMachine extends SwitchBoard {
  /** Of a program that is to run on it. */
  readonly env: Readonly<Record<string, string>>;
}

type ErrorName = 'EIO' | 'ENOSPC' | 'EROFS' | 'EDQUOT' | 'EFBIG';

export interface Switches {
  readonly read?: ErrorName;
  readonly write?: ErrorName;
  readonly sync?: ErrorName;
  /** How much longer each wait for the disk takes. */
  readonly syncDelayMs?: number;
  /** How far off the time of day is; ahead where it is positive. */
  readonly clockShiftS?: number;
}

const SWITCHES_BYTES = 24;

/** Fails for files and folders below `root`; `switches` is a file of the test's own, outside of it. */
export function createFailingMachine(library: string, root: string, switches: string): FailingMachine {
  writeFileSync(switches, Buffer.alloc(SWITCHES_BYTES));
  return {
    env: preloaded(library, { FAILING_ROOT: root, FAILING_SWITCHES: switches }),
    ...switchesOf(switches),
  };
}

/** The switches of a machine, by the file that they stand in. */
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
