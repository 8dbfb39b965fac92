import { DISK_FAULTS } from './disk_faults.ts';
import { FAMILY_FAULTS } from './family_faults.ts';
import { RULE_FAULTS } from './rule_faults.ts';

/** A text of a file and what stands there instead; it must stand in the file once. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** One promise of the program, broken on purpose. */
export interface Fault {
  readonly name: string;
  /** What the weakened program does, as the end of "a program that …". */
  readonly does: string;
  readonly edits: readonly Edit[];
  /** The test files of which one at least must notice. */
  readonly tests: readonly string[];
}

export const FAULTS: readonly Fault[] = [...DISK_FAULTS, ...RULE_FAULTS, ...FAMILY_FAULTS];
