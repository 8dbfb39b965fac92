import { connect, type Socket } from 'node:net';
import process from 'node:process';

/**
 * A load generator over bare sockets, in a process of its own, so that it costs little beside what it measures.
 * It asks a list of paths in turn over keep-alive connections and counts answers by their Content-Length.
 */
export interface LoadJob {
  readonly port: number;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Absent: each connection asks again as soon as it was answered. Else requests a second, whatever the answers. */
  readonly ratePerSecond?: number;
}

export interface LoadReport {
  readonly answers: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Answers whose status was not 200. */
  readonly failures: number;
  /** Milliseconds from the moment a request was due to its last byte. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface Line {
  readonly socket: Socket;
  ask(path: string, dueMs: number): void;
  busy: boolean;
}

const run = async (job: LoadJob): Promise<LoadReport> => {
  const latencies: number[] = [];
  const waiting: { path: string; dueMs: number }[] = [];
  let bytes = 0;
  let failures = 0;
  let next = 0;
  let over = false;
  const path = (): string => job.paths[next++ % job.paths.length]!;
  const openLoop = job.ratePerSecond !== undefined;

  const answered = (line: Line, dueMs: number, status: number, size: number): void => {
    latencies.push(performance.now() - dueMs);
    bytes += size;
    if (status !== 200) failures++;
    line.busy = false;
    if (over) return;
    if (!openLoop) line.ask(path(), performance.now());
    else {
      const due = waiting.shift();
      if (due !== undefined) line.ask(due.path, due.dueMs);
    }
  };

  const lines = await Promise.all(Array.from({ length: job.connections }, () => openLine(job.port, answered)));
  const started = performance.now();
  const endMs = started + job.seconds * 1000;
  if (openLoop) await askAtRate(job, lines, waiting, path, started, endMs);
  else {
    for (const line of lines) line.ask(path(), performance.now());
    await sleep(job.seconds * 1000);
  }
  const seconds = (performance.now() - started) / 1000;
  over = true;
  for (let i = 0; i < 200 && lines.some((line) => line.busy); i++) await sleep(5);
  for (const line of lines) line.socket.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { answers: latencies.length, seconds, bytes, failures, p50: at(0.5), p99: at(0.99), max: at(1) };
};

const askAtRate = async (
  job: LoadJob,
  lines: readonly Line[],
  waiting: { path: string; dueMs: number }[],
  path: () => string,
  started: number,
  endMs: number,
): Promise<void> => {
  const gapMs = 1000 / job.ratePerSecond!;
  for (let sent = 0; performance.now() < endMs; ) {
    for (; started + sent * gapMs <= performance.now(); sent++) {
      const due = { path: path(), dueMs: started + sent * gapMs };
      // In rotation, so that no connection idles until the server ends it.
      const free = Array.from(lines, (_, i) => lines[(sent + i) % lines.length]!).find((line) => !line.busy);
      if (free === undefined) waiting.push(due);
      else free.ask(due.path, due.dueMs);
    }
    await sleep(1);
  }
};

const openLine = (
  port: number,
  answered: (line: Line, dueMs: number, status: number, size: number) => void,
): Promise<Line> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head = '';
    let left = -1;
    let status = 0;
    let size = 0;
    let dueMs = 0;
    const line: Line = {
      socket,
      busy: false,
      ask: (path, due) => {
        line.busy = true;
        dueMs = due;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
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
        left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        size = left;
        head = '';
      }
      left -= body;
      if (left <= 0) {
        left = -1;
        answered(line, dueMs, status, size);
      }
    });
  });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

process.on('message', async (job: LoadJob) => {
  process.send!(await run(job));
});
process.on('disconnect', () => process.exit(0));
