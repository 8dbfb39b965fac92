import { type Dice, dice } from '../realm/dice.ts';

/** The kinds of record in a world: enough to cover every way of counting facts. */
export const SIMULATED_KINDS = ['loot', 'npc_sighting', 'quest', 'vendor', 'item_seen', 'gold_snapshot'] as const;

/**
 * A record described by a few small numbers; records.ts builds the record from them. Equal numbers give equal records.
 */
export interface RecordSketch {
  readonly install: number;
  readonly kind: (typeof SIMULATED_KINDS)[number];
  /** The subject that the record is about. */
  readonly subject: number;
  /** Selects what the record says about the subject. */
  readonly variant: number;
  /** Days before the start of the world; negative after it. */
  readonly day: number;
  /** Null if the record has no eventId. There are few event ids, so some are reused for other content. */
  readonly event: number | null;
  /** True if the record violates its schema. */
  readonly bad: boolean;
}

/**
 * A fault that occurs during a command. `at` is the statement that meets the fault, counted from the start of the
 * command over all databases.
 */
export interface Trouble {
  readonly at: number;
  /**
   * `full`, `io`: the disk refuses this statement and the next two. `crash`: the process dies. `cut`: the power fails.
   */
  readonly kind: 'full' | 'io' | 'crash' | 'cut';
  /**
   * For a power cut: the share of the data not yet safe on disk that is lost, from 0 to 1. At 1, the derived files are
   * lost as well.
   */
  readonly share: number;
}

export interface Upload {
  readonly op: 'upload';
  readonly records: readonly RecordSketch[];
  /** Selects among the tokens issued so far, modulo their number. */
  readonly tokens: readonly number[];
  readonly locale: 'enUS' | 'deDE' | null;
  /** The network of the sender. Defaults to 0. */
  readonly from?: number;
}

export const LISTS = ['corpus', 'edges', 'drops'] as const;

type Plain =
  | Upload
  /** Sends an earlier upload again: the one `back` uploads before the last. */
  | { readonly op: 'again'; readonly back: number }
  /**
   * `chunk`: records per step, or null for the usual number. `between` is sent at the run's nth step. At step `stopAt`,
   * the run is asked to stop.
   */
  | {
      readonly op: 'snapshot';
      readonly chunk: number | null;
      readonly between: Upload | null;
      readonly nth: number;
      readonly stopAt: number | null;
    }
  | { readonly op: 'rebuild' }
  | { readonly op: 'verify' }
  | { readonly op: 'erase' | 'withhold' | 'lift' | 'issue'; readonly install: number }
  | { readonly op: 'revoke'; readonly token: number }
  | { readonly op: 'import' }
  | { readonly op: 'clock'; readonly minutes: number }
  | { readonly op: 'read'; readonly what: number; readonly id: number }
  | { readonly op: 'walk'; readonly list: (typeof LISTS)[number]; readonly limit: number }
  | { readonly op: 'step'; readonly walk: number }
  | { readonly op: 'restart' };

/**
 * A command of a world. Contains all of its random choices, so that it means the same if other commands are left out.
 */
export type Command = Plain & { readonly trouble?: Trouble };

export const INSTALLS = 6;

function rollRecord(roll: Dice): RecordSketch {
  return {
    install: roll.below(INSTALLS),
    kind: roll.chance(0.08) ? 'gold_snapshot' : roll.pick(SIMULATED_KINDS.slice(0, -1)),
    subject: roll.below(4),
    variant: Math.floor(roll.next() ** 2 * 6),
    day: roll.between(-1, 6),
    event: roll.chance(0.15) ? null : roll.below(400),
    bad: roll.chance(0.04),
  };
}

function rollUpload(roll: Dice): Upload {
  return {
    op: 'upload',
    records: Array.from({ length: 1 + Math.floor(roll.next() ** 2 * 6) }, () => rollRecord(roll)),
    tokens: roll.chance(0.3) ? Array.from({ length: roll.between(1, 2) }, () => roll.below(8)) : [],
    locale: roll.chance(0.6) ? null : roll.pick(['enUS', 'deDE']),
    from: roll.below(3),
  };
}

/** Kinds of command, each with its frequency in a thousand commands. */
const SHARES: readonly (readonly [share: number, roll: (roll: Dice) => Plain])[] = [
  [360, rollUpload],
  [90, (roll) => ({ op: 'again', back: roll.below(12) })],
  [
    12,
    (roll) => ({
      op: 'snapshot',
      chunk: roll.chance(0.5) ? null : roll.between(1, 9),
      between: roll.chance(0.4) ? rollUpload(roll) : null,
      nth: roll.below(4),
      stopAt: roll.chance(0.1) ? roll.below(5) : null,
    }),
  ],
  [1, () => ({ op: 'rebuild' })],
  [1, () => ({ op: 'verify' })],
  [3, (roll) => ({ op: 'erase', install: roll.below(INSTALLS) })],
  [8, (roll) => ({ op: 'withhold', install: roll.below(INSTALLS) })],
  [10, (roll) => ({ op: 'lift', install: roll.below(INSTALLS) })],
  [10, (roll) => ({ op: 'issue', install: roll.below(INSTALLS) })],
  [6, (roll) => ({ op: 'revoke', token: roll.below(8) })],
  [1, () => ({ op: 'import' })],
  [20, (roll) => ({ op: 'clock', minutes: roll.chance(0.2) ? -roll.below(3_000) : roll.below(3_000) })],
  [238, (roll) => ({ op: 'read', what: roll.below(64), id: roll.below(5) })],
  [60, (roll) => ({ op: 'walk', list: roll.pick(LISTS), limit: roll.between(1, 9) })],
  [176, (roll) => ({ op: 'step', walk: roll.below(4) })],
  [4, () => ({ op: 'restart' })],
];

/** The chance of a fault, and roughly the number of statements that a command may run before it. */
const TROUBLE: Readonly<Partial<Record<Plain['op'], readonly [chance: number, statements: number]>>> = {
  upload: [0.012, 16],
  again: [0.012, 12],
  snapshot: [0.25, 500],
  rebuild: [0.2, 500],
  erase: [0.15, 40],
  withhold: [0.1, 16],
  lift: [0.1, 16],
  issue: [0.1, 12],
  revoke: [0.1, 12],
  import: [0.2, 300],
  read: [0.005, 12],
  step: [0.005, 6],
  restart: [1, 1],
};

function rollTrouble(roll: Dice, op: Plain['op']): Trouble | null {
  const [chance, statements] = TROUBLE[op] ?? [0, 1];
  if (!roll.chance(chance)) return null;
  return {
    at: Math.floor(roll.next() ** 2 * statements),
    kind: roll.pick(op === 'restart' ? (['crash', 'cut'] as const) : (['full', 'io', 'crash', 'cut'] as const)),
    share: roll.chance(0.1) ? 1 : Math.floor(roll.next() * 100) / 100,
  };
}

function rollCommand(roll: Dice): Command {
  let left = roll.below(SHARES.reduce((sum, [share]) => sum + share, 0));
  for (const [share, rolls] of SHARES) {
    if (left < share) {
      const plain = rolls(roll);
      const trouble = rollTrouble(roll, plain.op);
      return trouble === null ? plain : { ...plain, trouble };
    }
    left -= share;
  }
  throw new Error('the shares do not add up');
}

/** Returns the commands of one world. The same seed gives the same commands. */
export function rollCommands(seed: number, count: number): readonly Command[] {
  const roll = dice(seed);
  return Array.from({ length: count }, () => rollCommand(roll));
}
