/** The outcome of a request. */
export type Outcome<Card> =
  | { readonly state: 'found'; readonly card: Card }
  /** The entity has no public data yet. */
  | { readonly state: 'none' }
  /** The instance asked us to wait until this time, on the page's clock. */
  | { readonly state: 'busy'; readonly untilMs: number }
  | { readonly state: 'failed' };

export interface QueueOptions<Card> {
  readonly send: (key: string) => Promise<Outcome<Card>>;
  /** Calls back at a time on the page's clock. */
  readonly at: (ms: number, then: () => void) => void;
}

/**
 * Returns the cached or requested answer for a key. Requests that a reader waits for (`isAwaited`) go first, and fail
 * immediately if the instance is busy. Other requests wait until the instance is available.
 */
export type Ask<Card> = (key: string, isAwaited: boolean) => Promise<Outcome<Card>>;

/** Maximum number of concurrent requests. */
const CONCURRENCY = 4;
const CACHE_MAX = 500;

interface Job<Card> {
  readonly key: string;
  isAwaited: boolean;
  answer: Promise<Outcome<Card>>;
  settle: (outcome: Outcome<Card>) => void;
}

/** Creates a queue with one request per key, four at a time. It caches the last 500 cards and missing cards. */
export function createQueue<Card>({ send, at }: QueueOptions<Card>): Ask<Card> {
  const known = new Map<string, Promise<Outcome<Card>>>();
  const open = new Map<string, Job<Card>>();
  let waiting: Job<Card>[] = [];
  let sent = 0;
  let pause: Outcome<Card> | null = null;

  const finish = (job: Job<Card>, outcome: Outcome<Card>): void => {
    open.delete(job.key);
    job.settle(outcome);
    if (outcome.state !== 'found' && outcome.state !== 'none') return;
    known.set(job.key, job.answer);
    if (known.size > CACHE_MAX) known.delete(known.keys().next().value!);
  };

  const rest = (outcome: Extract<Outcome<Card>, { state: 'busy' }>): void => {
    pause ??= outcome;
    for (const job of waiting) if (job.isAwaited) finish(job, outcome);
    waiting = waiting.filter((job) => !job.isAwaited);
    at(outcome.untilMs, () => {
      pause = null;
      next();
    });
  };

  const work = async (job: Job<Card>): Promise<void> => {
    sent++;
    const outcome = await send(job.key).catch((): Outcome<Card> => ({ state: 'failed' }));
    sent--;
    if (outcome.state === 'busy') {
      waiting.unshift(job);
      rest(outcome);
    } else finish(job, outcome);
    next();
  };

  const next = (): void => {
    while (pause === null && sent < CONCURRENCY && waiting.length > 0) void work(waiting.shift()!);
  };

  const begin = (key: string): Job<Card> => {
    const job = { key, isAwaited: false } as Job<Card>;
    job.answer = new Promise((settle) => {
      job.settle = settle;
    });
    open.set(key, job);
    waiting.push(job);
    return job;
  };

  return (key, isAwaited) => {
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    if (isAwaited && pause !== null) return Promise.resolve(pause);
    const job = open.get(key) ?? begin(key);
    job.isAwaited ||= isAwaited;
    // The sort is stable, so older requests stay first.
    waiting.sort((a, b) => Number(b.isAwaited) - Number(a.isAwaited));
    next();
    return job.answer;
  };
}
