import type { TooltipResponse } from '../../../schema/responses/tooltipResponse.ts';

/** Pause in seconds after a 429 without Retry-After, and the longest Retry-After that is honoured. */
const PAUSE_S = 60;
const PAUSE_MAX_S = 3600;

export type Outcome<Card> =
  | { readonly state: 'found'; readonly card: Card }
  /** The entity has no public data yet. */
  | { readonly state: 'none' }
  /** The instance asked us to wait until this time, on the page's clock. */
  | { readonly state: 'busy'; readonly untilMs: number }
  | { readonly state: 'failed' };

export interface QueueOptions<Card> {
  readonly send: (key: string) => Promise<Outcome<Card>>;
  /** Calls `then` at a time on the page's clock. */
  readonly at: (ms: number, then: () => void) => void;
}

/**
 * Returns the cached or requested card for a key. Requests that a reader is waiting for (`isAwaited`) go first, and
 * fail immediately if the instance is busy. Other requests wait until the instance is available.
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

/**
 * Creates a queue that sends one request per key, at most four at a time. It caches the last 500 keys that had a card
 * or were found to have none.
 */
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

/** The fields of a response that a card shows. */
export type CardData = Pick<
  TooltipResponse,
  'title' | 'locale' | 'color' | 'icon' | 'lines' | 'url' | 'attribution' | 'gameData'
>;

/** The part of a `Response` that we use. */
export interface TooltipReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/** Interprets a response (contract, section 4, Tooltip). `nowMs` is the time on the page's clock. */
export async function outcomeOf(reply: TooltipReply, nowMs: number): Promise<Outcome<CardData>> {
  const { status } = reply;
  if (status === 404) return { state: 'none' };
  if (status === 429) {
    const seconds = Math.min(Number(reply.headers.get('retry-after')) || PAUSE_S, PAUSE_MAX_S);
    return { state: 'busy', untilMs: nowMs + seconds * 1000 };
  }
  const card = (status === 200 ? await reply.json() : null) as Partial<CardData> | null;
  const isCard = card?.title && card.attribution && Array.isArray(card.lines);
  return isCard ? { state: 'found', card: card as CardData } : { state: 'failed' };
}

/** Formats a delay briefly, such as `5 s`. */
export function waitText(ms: number): string {
  return ms > 120_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.max(1, Math.ceil(ms / 1000))} s`;
}

/** Returns the URL if it is http or https, or null for anything else. */
export function webLink(url: unknown): string | null {
  return /^https?:\/\//i.test(url as string) ? (url as string) : null;
}

/** Whether a title is only the id, because fewer than three installs agree on a name. */
export function isPlaceholder(title: string): boolean {
  return /^(?:Item|NPC|Quest|Object) \d+$/.test(title);
}
