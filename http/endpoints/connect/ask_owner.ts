import type { OperatorAnswers, OperatorCommand } from '../../../domain/operator/command.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import type { OutOfReach } from './form_route.ts';

/**
 * Asks the process that owns uploads.db to carry out a visitor's command. The arguments were validated before, so a
 * refusal means that the owner could not carry out the command. The owner's error message is meant for the operator
 * and is not shown.
 */
export async function askOwner<C extends OperatorCommand>(
  { owner }: Pick<Context, 'owner'>,
  command: C,
): Promise<Result<OperatorAnswers[C['op']], OutOfReach>> {
  const reply = (await owner.carryOut(command)) as Result<OperatorAnswers[C['op']], string>;
  return reply.ok ? ok(reply.value) : err('out-of-reach');
}
