import type { OperatorAnswers, OperatorCommand } from '../../../domain/operator/command.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import type { OutOfReach } from './form_route.ts';

/**
 * Has the owner of uploads.db do what a visitor asked for. What it refuses was looked at before, so a refusal means that
 * it could not: its sentence is for the operator, and stays here.
 */
export async function askOwner<C extends OperatorCommand>(
  { owner }: Pick<Context, 'owner'>,
  command: C,
): Promise<Result<OperatorAnswers[C['op']], OutOfReach>> {
  const reply = (await owner.carryOut(command)) as Result<OperatorAnswers[C['op']], string>;
  return reply.ok ? ok(reply.value) : err('out-of-reach');
}
