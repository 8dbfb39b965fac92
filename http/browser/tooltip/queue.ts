/** What became of a question. */
export type Outcome<Card> =
  | { readonly state: 'found'; readonly card: Card }
  /** Nothing of it is public yet. */
  | { readonly state: 'none' }
  /** The instance asks to be left alone until a moment of the page's clock. */
  | { readonly state: 'busy'; readonly untilMs: number }
  | { readonly state: 'failed' };

export interface QueueOptions<Card> {
  readonly send: (key: string) => Promise<Outcome<Card>>;
  /** Calls back at a moment of the page's clock. */
  readonly at: (ms: number, then: () => void) => void;
}

/**
 * Asks for the answer to a key, from memory where it is known. What a reader waits for (`isAwaited`) goes first, and is
 * told at once where the instance is busy; all else waits until it is not.
 */
export type Ask<Card> = (key: string, isAwaited: boolean) => Promise<Outcome<Card>>;

const AT_ONCE = 4;
const KEPT = 500;

interface Job<Card> {
  readonly key: string;
  isAwaited: boolean;
  answer: Promise<Outcome<Card>>;
  settle: (outcome: Outcome<Card>) => void;
}

/** One request a key, four at a time. What was found, or is not there, is remembered: the last 500. */
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
    if (known.size > KEPT) known.delete(known.keys().next().value!);
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
    while (pause === null && sent < AT_ONCE && waiting.length > 0) void work(waiting.shift()!);
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
    // The sort is stable: those that came first stay first.
    waiting.sort((a, b) => Number(b.isAwaited) - Number(a.isAwaited));
    next();
    return job.answer;
  };
}
