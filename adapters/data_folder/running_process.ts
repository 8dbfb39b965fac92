import process from 'node:process';
import { ok, type Result } from '../../domain/values/result.ts';
import { askInstance } from '../instance_socket.ts';

/** The instance that runs on a data folder. */
interface RunningProcess {
  readonly pid: number;
  readonly port: number;
}

/** Creates the handler of the command `running`, which a second start on the same data folder sends. */
export function createRunningHandler(port: number): () => Promise<Result<RunningProcess, string>> {
  return async () => ok({ pid: process.pid, port });
}

/** Timeout for the instance's answer. */
const ANSWER_WAIT_MS = 2_000;

/**
 * Asks which process runs on a data folder, through the socket at this path. Returns null if there is no answer: a
 * command holds the uploads for long, the instance is of an earlier release, or it hangs.
 */
export async function askWhoRuns(socket: string): Promise<RunningProcess | null> {
  const answer = await askInstance(socket, 'running', null, ANSWER_WAIT_MS).catch(() => null);
  return answer?.reached && answer.reply.ok ? (answer.reply.value as RunningProcess) : null;
}
