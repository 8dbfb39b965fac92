import { setImmediate } from 'node:timers';
import type { AnswerPool, PoolLoad } from '../../domain/ports/answer_pool.ts';
import type { Stopwatch } from '../../domain/ports/clock.ts';
import type { Log } from '../../domain/ports/log.ts';
import { createFairQueue } from '../../domain/values/fair_queue.ts';
import type { PoolBounds } from './pool_bounds.ts';
import type { PoolThread } from './thread.ts';

/** Share of its time that the calling thread may spend on tasks before the first thread is started. */
const SERVER_THREAD_SHARE = 0.2;
/**
 * While tasks are queued, the calling thread pauses for this multiple of the last task's duration, up to
 * `PAUSE_MS_MAX`.
 */
const IDLE_TIME_SHARE = 3;
const PAUSE_MS_MAX = 500;
/** Another thread is started when more than this many tasks are queued per existing thread. */
const WAITING_TASKS_PER_THREAD = 4;
const EXPIRY_CHECK_MS = 50;

export interface PoolOptions<Task, Reply> {
  readonly startThread: () => PoolThread<Task, Reply>;
  readonly stopwatch: Stopwatch;
  readonly log: Log;
  readonly bounds: PoolBounds;
}

/** A pool that must be closed when it is no longer needed. */
export interface ClosablePool<Task, Reply> extends AnswerPool<Task, Reply> {
  close(): Promise<void>;
}

interface QueuedTask<Task> {
  readonly task: Task;
  readonly makeHere: (() => Promise<unknown>) | null;
  readonly sinceMs: number;
  /** Called with the reply, with the result of `makeHere`, or with null if the task is refused. */
  readonly settle: (reply: unknown) => void;
}

interface PoolMember<Task, Reply> {
  readonly thread: PoolThread<Task, Reply>;
  ready: boolean;
  running: number;
  usedMs: number;
}

/** Creates a pool without threads, because most instances are quiet. Starts threads under load and closes idle ones. */
export function createAnswerPool<Task, Reply>({
  startThread,
  stopwatch: { elapsedMs },
  log,
  bounds,
}: PoolOptions<Task, Reply>): ClosablePool<Task, Reply> {
  const queue = createFairQueue<QueuedTask<Task>>(bounds.waitingMax);
  const members = new Set<PoolMember<Task, Reply>>();
  let runningHere = false;
  /** Milliseconds by which tasks have exceeded `SERVER_THREAD_SHARE` of the calling thread's time. */
  let excessMs = 0;
  let excessAtMs = elapsedMs();
  let noThreadBeforeMs = Number.NEGATIVE_INFINITY;
  let refused = 0;
  let refusedAtMs: number | null = null;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function refuse(waiting: QueuedTask<Task>): void {
    refused++;
    refusedAtMs = elapsedMs();
    waiting.settle(null);
  }

  function isExpired({ sinceMs }: QueuedTask<Task>): boolean {
    return elapsedMs() - sinceMs >= bounds.startWithinMs;
  }

  function refuseExpired(): void {
    for (const waiting of queue.takeExpired(isExpired)) refuse(waiting);
    startThreadIfNeeded();
    expiry = queue.size() === 0 ? undefined : setTimeout(refuseExpired, EXPIRY_CHECK_MS);
  }

  /** Starts queued tasks on free threads, or on the calling thread if no thread is ready and the bounds allow it. */
  function dispatch(): void {
    while (queue.size() > 0) {
      const member = freeMember();
      if (member === null && (bounds.hereMsMax === null || runningHere || hasReadyMember())) return;
      const waiting = queue.next()!;
      if (isExpired(waiting)) refuse(waiting);
      else if (member === null) runHere(waiting);
      else runIn(member, waiting);
    }
  }

  function freeMember(): PoolMember<Task, Reply> | null {
    let free: PoolMember<Task, Reply> | null = null;
    for (const member of members) {
      if (!member.ready || member.running >= bounds.tasksPerThread) continue;
      if (free === null || member.running < free.running) free = member;
    }
    return free;
  }

  function hasReadyMember(): boolean {
    for (const { ready } of members) if (ready) return true;
    return false;
  }

  function runHere({ makeHere, settle }: QueuedTask<Task>): void {
    runningHere = true;
    const startMs = elapsedMs();
    const result = makeHere!();
    settle(result);
    function resume(): void {
      runningHere = false;
      dispatch();
    }
    function rest(): void {
      const spentMs = elapsedMs() - startMs;
      addExcess(spentMs);
      startThreadIfNeeded();
      // Other requests take precedence: they get most of this thread's time while the first thread is being started.
      if (queue.size() > 0 && isOverloaded()) setTimeout(resume, Math.min(spentMs * IDLE_TIME_SHARE, PAUSE_MS_MAX));
      else setImmediate(resume);
    }
    result.then(rest, rest);
  }

  function addExcess(spentMs: number): void {
    const nowMs = elapsedMs();
    excessMs = Math.max(0, excessMs + spentMs - SERVER_THREAD_SHARE * (nowMs - excessAtMs));
    excessAtMs = nowMs;
  }

  /** Whether the calling thread has spent too much time on tasks, or may spend none. */
  function isOverloaded(): boolean {
    return bounds.hereMsMax === null || excessMs > bounds.hereMsMax;
  }

  function runIn(member: PoolMember<Task, Reply>, { task, settle }: QueuedTask<Task>): void {
    member.running++;
    settle(
      member.thread.run(task).then((reply) => {
        member.running--;
        member.usedMs = elapsedMs();
        if (reply === null) refused++;
        dispatch();
        return reply;
      }),
    );
  }

  function startThreadIfNeeded(): void {
    if (closed || queue.size() === 0 || members.size >= bounds.threadsMax || elapsedMs() < noThreadBeforeMs) return;
    const needed = members.size === 0 ? isOverloaded() : queue.size() > WAITING_TASKS_PER_THREAD * members.size;
    if (needed) addMember();
  }

  function addMember(): void {
    const thread = startThread();
    const member: PoolMember<Task, Reply> = { thread, ready: false, running: 0, usedMs: elapsedMs() };
    members.add(member);
    log.info('answers.thread_started', { threads: members.size });
    const idleCheck = setInterval(() => {
      if (member.running === 0 && elapsedMs() - member.usedMs >= bounds.idleMs) retire(member);
    }, bounds.idleMs / 2);
    idleCheck.unref();
    thread.ready.then(
      () => {
        member.ready = !closed;
        member.usedMs = elapsedMs();
        dispatch();
      },
      () => {},
    );
    void thread.ended.then(() => {
      clearInterval(idleCheck);
      // `retire` has already removed a thread that was closed on purpose.
      if (!members.delete(member)) return;
      noThreadBeforeMs = elapsedMs() + bounds.restartAfterMs;
      dispatch();
    });
  }

  function retire(member: PoolMember<Task, Reply>): Promise<void> {
    members.delete(member);
    member.ready = false;
    return member.thread.close();
  }

  return {
    run: <Here>(client: string, task: Task, makeHere: (() => Promise<Here>) | null) =>
      new Promise<Reply | Here | null>((resolve) => {
        const settle = resolve as (reply: unknown) => void;
        const displaced = queue.add(client, { task, makeHere, sinceMs: elapsedMs(), settle });
        if (displaced !== null) refuse(displaced);
        dispatch();
        startThreadIfNeeded();
        if (queue.size() > 0) expiry ??= setTimeout(refuseExpired, EXPIRY_CHECK_MS);
      }),
    load: (): PoolLoad => ({
      threads: members.size,
      running: [...members].reduce((sum, { running }) => sum + running, runningHere ? 1 : 0),
      waiting: queue.size(),
      refused,
      sinceRefusedMs: refusedAtMs === null ? null : elapsedMs() - refusedAtMs,
    }),
    close: async () => {
      closed = true;
      clearTimeout(expiry);
      for (const waiting of queue.takeExpired(() => true)) refuse(waiting);
      await Promise.all([...members].map(retire));
    },
  };
}
