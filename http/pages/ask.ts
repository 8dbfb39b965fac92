import type { SnapshotView } from '../../domain/ports/snapshot_view.ts';
import { shareReads } from '../../domain/reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../domain/reads/entities/snapshot_data.ts';
import type { ReadRefusal } from '../../domain/reads/refusal.ts';
import { readFromSnapshot } from '../../domain/reads/served_build.ts';
import type { ToolRule } from '../../domain/tools/tool.ts';
import type { Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { describeInstance } from '../tools/run.ts';

/**
 * Runs a tool on the newest snapshot. Pages get their facts from tools instead of reading the snapshot themselves. If
 * no tool returns facts in the form that a page needs, the page uses a function of its own, which has the same
 * signature as a tool but renders no text.
 */
export type AskTool = <Args, Answer>(
  rule: Pick<ToolRule<Args, Answer>, 'answer'>,
  args: Args,
) => Promise<Result<Answer, ReadRefusal>>;

export function createAsker(context: Pick<Context, 'snapshots' | 'settings' | 'exports'>): AskTool {
  const instance = describeInstance(context);
  return async (rule, args) => {
    const { snapshots, settings: publisher } = context;
    const snapshot = await snapshots.newest();
    return rule.answer({ snapshots, snapshot, publisher, instance }, args);
  };
}

/** A value read from one snapshot, with the snapshot's view, or null before the first snapshot. */
export type SnapshotValue<T> = { readonly view: SnapshotView; readonly value: T } | null;

/** Creates a function that reads data that no single tool returns, such as a list of many entities. */
export function createReader(context: Pick<Context, 'snapshots' | 'settings'>) {
  return async <T>(read: (snapshot: PublishedSnapshot) => Promise<T>): Promise<SnapshotValue<T>> => {
    const { snapshots, settings: publisher } = context;
    const newest = await snapshots.newest();
    if (newest === null) return null;
    const { snapshot, value } = await readFromSnapshot(snapshots, newest, (one) => read(shareReads(one, publisher)));
    return { view: snapshot.view, value };
  };
}
