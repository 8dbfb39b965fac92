import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CountJob, CountReport } from './count_floor.ts';
import type { Encoding, LoadJob, LoadReport } from './loader.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** A helper process of the bench that is started once and answers many jobs. */
export interface Helper<Job, Report> {
  ask(job: Job): Promise<Report>;
  stop(): void;
}

export function startLoader(): Helper<LoadJob, LoadReport> {
  return helper(forkHere('loader.ts'));
}

/** Starts the floor for building on the uploads of a data folder. It writes into `folder`. */
export function startCountFloor(uploadsDb: string, folder: string): Helper<CountJob, CountReport> {
  return helper(forkHere('count_floor.ts', uploadsDb, folder));
}

function helper<Job extends Serializable, Report>(child: ChildProcess): Helper<Job, Report> {
  return {
    ask: (job) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`a helper of the bench ended with ${code}`));
        child.once('exit', ended);
        child.once('message', (report) => {
          child.off('exit', ended);
          resolve(report as Report);
        });
        child.send(job, (error) => error && reject(error));
      }),
    stop: () => child.disconnect(),
  };
}

interface SmallServer {
  readonly port: number;
  stop(): void;
}

/** Starts the floor server with a file's bytes in this encoding. */
export function startFloor(file: string, encoding: Encoding): Promise<SmallServer> {
  return whenListening(forkHere('floor_server.ts', file, encoding));
}

/** Starts a program of `peers` on a database. */
export function startPeer(program: string, database: string): Promise<SmallServer> {
  return whenListening(forkHere(`peers/${program}`, database));
}

async function whenListening(child: ChildProcess): Promise<SmallServer> {
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => resolve(message as number));
  });
  return { port, stop: () => child.disconnect() };
}

function forkHere(file: string, ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--import', 'tsx'], cwd: TOP });
}
