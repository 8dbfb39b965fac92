import type { SnapshotView } from '../../domain/ports/snapshot_view.ts';
import type { ReadRefusal } from '../../domain/reads/refusal.ts';
import { fromSnapshot } from '../../domain/reads/served_build.ts';
import { shareReads } from '../../domain/tools/shared/read_once.ts';
import type { PublishedSnapshot } from '../../domain/tools/shared/snapshot_data.ts';
import type { ToolRule } from '../../domain/tools/tool.ts';
import type { Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { instanceOf } from '../tools/run.ts';

/**
 * Asks the rule of a tool what a page shows, on the newest snapshot: pages read no facts of their own where a tool has them.
 * What no tool tells as a page needs it has a rule of its own, without a text.
 */
export type Ask = <Args, Answer>(
  rule: Pick<ToolRule<Args, Answer>, 'answer'>,
  args: Args,
) => Promise<Result<Answer, ReadRefusal>>;

export function createAsk(context: Pick<Context, 'snapshots' | 'settings' | 'exports'>): Ask {
  const instance = instanceOf(context);
  return async (rule, args) => {
    const { snapshots, settings: publisher } = context;
    const snapshot = await snapshots.newest();
    return rule.answer({ snapshots, snapshot, publisher, instance }, args);
  };
}

/** What a page shows of one snapshot, and of which; null: none was ever written. */
export type SnapshotValue<T> = { readonly view: SnapshotView; readonly value: T } | null;

/** Reads what no single tool answers, such as a list of many entities, by the same rules that tools are made of. */
export function createSee(context: Pick<Context, 'snapshots' | 'settings'>) {
  return async <T>(read: (snapshot: PublishedSnapshot) => Promise<T>): Promise<SnapshotValue<T>> => {
    const { snapshots, settings: publisher } = context;
    const newest = await snapshots.newest();
    if (newest === null) return null;
    const { snapshot, value } = await fromSnapshot(snapshots, newest, (one) => read(shareReads(one, publisher)));
    return { view: snapshot.view, value };
  };
}
