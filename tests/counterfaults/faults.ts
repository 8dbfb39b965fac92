import { DISK_FAULTS } from './disk_faults.ts';
import { FAMILY_FAULTS } from './family_faults.ts';
import { RULE_FAULTS } from './rule_faults.ts';

/** Replaces a text that occurs exactly once in a file. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A promise of the program that is broken on purpose. */
export interface Fault {
  readonly name: string;
  /** What the weakened program does, as the end of "a program that …". */
  readonly does: string;
  readonly edits: readonly Edit[];
  /** Test files, of which at least one must notice. */
  readonly tests: readonly string[];
}

export const FAULTS: readonly Fault[] = [...DISK_FAULTS, ...RULE_FAULTS, ...FAMILY_FAULTS];
