import { Buffer } from 'node:buffer';
import { connect, type Socket } from 'node:net';
import process from 'node:process';

/** The encoding that a reader accepts: gzip, as almost all do, or none. */
export type Encoding = 'gzip' | 'identity';

/**
 * A load generator over bare sockets. It runs in its own process, so that it hardly affects what it measures. It
 * requests paths over keep-alive connections and delimits answers by their Content-Length.
 */
export interface LoadJob {
  readonly port: number;
  /** One list that all connections share, or one list per connection, which that connection requests from the start. */
  readonly paths: readonly string[] | readonly (readonly string[])[];
  readonly connections: number;
  readonly encoding: Encoding;
  readonly seconds: number;
  /**
   * Requests per second, regardless of the answers. If absent, each connection sends a request as soon as it got an
   * answer.
   */
  readonly ratePerSecond?: number;
}

export interface LoadReport {
  readonly answers: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Number of answers with a status other than 200. */
  readonly failures: number;
  /** Number of compressed answers. */
  readonly packed: number;
  /** Milliseconds from the time at which a request was due to its last byte. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Length of an answer without Content-Length, which ends with LAST_CHUNK. */
const CHUNKED = Number.MAX_SAFE_INTEGER;
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

interface Line {
  readonly socket: Socket;
  ask(path: string, dueMs: number): void;
  busy: boolean;
}

/** The outcome of one request. */
interface Answer {
  readonly dueMs: number;
  readonly status: number;
  readonly size: number;
  readonly packed: boolean;
}

/** Returns a function that gives the next path of a connection. */
function pathsInTurn({ paths }: LoadJob): (connection: number) => string {
  const own = paths.map((path) => (typeof path === 'string' ? null : path));
  const next = paths.map(() => 0);
  let shared = 0;
  return (connection) => {
    const list = own[connection];
    if (list === undefined || list === null) return paths[shared++ % paths.length] as string;
    return list[next[connection]!++ % list.length]!;
  };
}

async function run(job: LoadJob): Promise<LoadReport> {
  const latencies: number[] = [];
  const waiting: { path: string; dueMs: number }[] = [];
  let bytes = 0;
  let failures = 0;
  let packed = 0;
  let over = false;
  const path = pathsInTurn(job);
  const openLoop = job.ratePerSecond !== undefined;

  const answered = (line: Line, connection: number, answer: Answer): void => {
    latencies.push(performance.now() - answer.dueMs);
    bytes += answer.size;
    if (answer.status !== 200) failures++;
    if (answer.packed) packed++;
    line.busy = false;
    if (over) return;
    if (!openLoop) line.ask(path(connection), performance.now());
    else {
      const due = waiting.shift();
      if (due !== undefined) line.ask(due.path, due.dueMs);
    }
  };

  const lines = await Promise.all(
    Array.from({ length: job.connections }, (_, n) => openLine(job, (line, answer) => answered(line, n, answer))),
  );
  const started = performance.now();
  const endMs = started + job.seconds * 1000;
  if (openLoop) await askAtRate(job, lines, waiting, () => path(0), started, endMs);
  else {
    for (const [n, line] of lines.entries()) line.ask(path(n), performance.now());
    await sleep(job.seconds * 1000);
  }
  const seconds = (performance.now() - started) / 1000;
  over = true;
  for (let i = 0; i < 200 && lines.some((line) => line.busy); i++) await sleep(5);
  for (const line of lines) line.socket.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { answers: latencies.length, seconds, bytes, failures, packed, p50: at(0.5), p99: at(0.99), max: at(1) };
}

async function askAtRate(
  job: LoadJob,
  lines: readonly Line[],
  waiting: { path: string; dueMs: number }[],
  path: () => string,
  started: number,
  endMs: number,
): Promise<void> {
  const gapMs = 1000 / job.ratePerSecond!;
  for (let sent = 0; performance.now() < endMs; ) {
    for (; started + sent * gapMs <= performance.now(); sent++) {
      const due = { path: path(), dueMs: started + sent * gapMs };
      // Uses connections in rotation, so that none is idle until the server closes it.
      const free = Array.from(lines, (_, i) => lines[(sent + i) % lines.length]!).find((line) => !line.busy);
      if (free === undefined) waiting.push(due);
      else free.ask(due.path, due.dueMs);
    }
    await sleep(1);
  }
}

function openLine({ port, encoding }: LoadJob, answered: (line: Line, answer: Answer) => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head = '';
    let left = -1;
    let status = 0;
    let size = 0;
    let packed = false;
    let dueMs = 0;
    const line: Line = {
      socket,
      busy: false,
      ask: (path, due) => {
        line.busy = true;
        dueMs = due;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
      },
    };
    socket.on('connect', () => resolve(line));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      let body = chunk.length;
      if (left < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        body = head.length - end - 4;
        status = Number(head.slice(9, 12));
        left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? CHUNKED);
        size = left === CHUNKED ? 0 : left;
        packed = /\r\ncontent-encoding: gzip/i.test(head);
        head = '';
      }
      left -= body;
      if (left <= 0 || (left > CHUNKED / 2 && chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK))) {
        left = -1;
        answered(line, { dueMs, status, size, packed });
      }
    });
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

process.on('message', async (job: LoadJob) => {
  process.send!(await run(job));
});
process.on('disconnect', () => process.exit(0));
