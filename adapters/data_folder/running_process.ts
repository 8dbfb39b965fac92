import process from 'node:process';
import { ok, type Result } from '../../domain/values/result.ts';
import { askInstance } from '../instance_socket.ts';

/** The instance that runs on a data folder. */
interface RunningProcess {
  readonly pid: number;
  readonly port: number;
}

/** Makes an instance's answer to `running`, for a second start on the same data folder. */
export function runningOn(port: number): () => Promise<Result<RunningProcess, string>> {
  return async () => ok({ pid: process.pid, port });
}

/** How long an instance may take to say who it is. */
const ANSWER_WAIT_MS = 2_000;

/**
 * Asks which process runs on a data folder, by the path of its socket. Null if nobody says: a command holds the uploads
 * for long, the instance is of an earlier release, or it hangs.
 */
export async function askWhoRuns(socket: string): Promise<RunningProcess | null> {
  const asked = await askInstance(socket, 'running', null, ANSWER_WAIT_MS).catch(() => null);
  return asked?.reached && asked.reply.ok ? (asked.reply.value as RunningProcess) : null;
}
