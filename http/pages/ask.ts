import type { ReadRefusal } from '../../domain/reads/refusal.ts';
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

export const createAsk = (context: Pick<Context, 'reader' | 'settings' | 'exports'>): Ask => {
  const instance = instanceOf(context);
  return async (rule, args) => {
    const view = await context.reader.view();
    if (!view.ok) return view;
    return rule.answer({ reader: context.reader, view: view.value, publisher: context.settings, instance }, args);
  };
};
