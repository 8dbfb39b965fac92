import type { AnswerOf, ArgumentsOf, ToolContract } from '../../schema/tools/tool.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { SnapshotReader } from '../ports/snapshots.ts';
import type { ReadRefusal } from '../reads/refusal.ts';
import type { Publisher } from '../values/attribution.ts';
import type { Result } from '../values/result.ts';
import type { InstanceState } from './service/instance_state.ts';

/** What a tool answers from: one snapshot, read through its port. */
export interface ToolGround {
  readonly reader: SnapshotReader;
  /** The newest snapshot; null: none was ever written. */
  readonly view: SnapshotView | null;
  /** Whose data it is, and where this instance stands. */
  readonly publisher: Publisher;
  /** How this instance is set up. */
  readonly instance: InstanceState;
}

/**
 * The rule of one tool (contract, section 6). `answer` reads and computes; it refuses an argument that no schema can
 * judge (such as an unknown slug) with a sentence, and answers unreachable where the storage cannot be read. `text` says
 * the same in a few lines, for people and models; what players named stands in quotes, as data.
 */
export interface ToolRule<Args, Answer> {
  readonly answer: (ground: ToolGround, args: Args) => Promise<Result<Answer, ReadRefusal>>;
  readonly text: (answer: Answer, args: Args) => readonly string[];
}

/** The rule that a contract asks for. */
export type RuleOf<C extends ToolContract> = ToolRule<ArgumentsOf<C>, AnswerOf<C>>;
