import type { ToolAnswer, ToolArguments, ToolContract } from '../../schema/tools/tool.ts';
import type { Game } from '../../schema/vocabulary.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshots.ts';
import type { ReadRefusal } from '../reads/refusal.ts';
import type { Publisher } from '../values/attribution.ts';
import type { Result } from '../values/result.ts';

/** Everything that a tool reads in order to answer: one snapshot, and facts about this instance. */
export interface ToolContext {
  /** The newest snapshot, or null if none has been written yet. */
  readonly snapshot: Snapshot | null;
  /** Finds a newer snapshot if the imported build is replaced while the tool is answering. */
  readonly snapshots: Pick<SnapshotStore, 'refresh' | 'newest'>;
  readonly publisher: Publisher;
  readonly instance: InstanceState;
}

/**
 * One tool (contract, section 6). `answer` reads and computes. It rejects arguments that no schema can check (such as
 * an unknown slug) with a sentence, and returns `unreachable` if the storage cannot be read. `text` renders the answer
 * in a few lines for people and models. Names written by players are quoted, to mark them as data.
 */
export interface ToolRule<Args, Answer> {
  readonly answer: (context: ToolContext, args: Args) => Promise<Result<Answer, ReadRefusal>>;
  readonly text: (answer: Answer, args: Args) => readonly string[];
}

export type ContractRule<C extends ToolContract> = ToolRule<ToolArguments<C>, ToolAnswer<C>>;

/** The part of an instance's configuration that tools report. */
export interface InstanceState {
  /** True if API keys with higher limits are enabled (TW_KEYS). */
  readonly keys: boolean;
  /** True if holders of an install id may issue grants for themselves (TW_SELF_GRANTS). */
  readonly selfGrants: boolean;
  /** The game that the instance collects, or null, the default, if it is not settled. */
  readonly game?: Game | null;
  /** Returns whether exports are available. */
  exports(): Promise<'ready' | 'none' | 'unreachable'>;
}
