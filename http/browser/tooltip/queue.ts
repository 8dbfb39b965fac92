import type { TooltipResponse } from '../../../schema/responses/tooltipResponse.ts';

/** Pause in seconds after a 429 without Retry-After, and the longest Retry-After that is honoured. */
const PAUSE_DEFAULT_S = 60;
const PAUSE_MAX_S = 3600;

export type CardOutcome<Card> =
  | { readonly state: 'found'; readonly card: Card }
  /** The entity has no public data yet. */
  | { readonly state: 'none' }
  /** The instance asked us to wait until this time, on the page's clock. */
  | { readonly state: 'busy'; readonly untilMs: number }
  | { readonly state: 'failed' };

/** Returns the outcome for an id of a request. */
export type FindOutcome<Card> = (id: string) => CardOutcome<Card>;

export interface QueueOptions<Card> {
  /** Requests cards of one type, at most 100. The queue treats a rejection as a failure. */
  readonly send: (type: string, ids: readonly string[]) => Promise<FindOutcome<Card>>;
  /** Calls `then` at a time on the page's clock. */
  readonly at: (ms: number, then: () => void) => void;
}

/**
 * Returns the cached or requested card for a key. A card that a reader is waiting for (`isAwaited`) is requested at once,
 * in a request of its own, and fails immediately if the instance is busy. Cards of links in view are requested together,
 * after the previous ones have been answered and when the instance is available.
 */
export type RequestCard<Card> = (key: string, isAwaited: boolean) => Promise<CardOutcome<Card>>;

/** Maximum number of ids in a request (contract, section 1, Asking for many). */
const BATCH_IDS_MAX = 100;
const CACHED_CARDS_MAX = 500;

/** Ids of one type that are requested together. */
interface CardBatch<Card> {
  readonly ids: string[];
  readonly outcomes: Promise<FindOutcome<Card>>;
}

/** Creates a queue that requests each key once. It caches the last 500 keys that had a card or were found to have none. */
export function createQueue<Card>({ send, at }: QueueOptions<Card>): RequestCard<Card> {
  /** The newest requests by key, oldest first. */
  const known = new Map<string, Promise<FindOutcome<Card>>>();
  /** The batches that still take ids, by type. */
  const open = new Map<string, CardBatch<Card>>();
  /** Resolves when all batches have been answered or, if the instance was busy, when the pause is over. */
  let free = Promise.resolve();
  /** The answer of a busy instance until the pause is over, otherwise null. */
  let busy: FindOutcome<Card> | null = null;

  const ask = async (key: string, isAwaited: boolean): Promise<CardOutcome<Card>> => {
    if (!isAwaited && !known.has(key)) await free;
    const [type, id] = key.split('/') as [string, string];
    const answer = known.get(key) ?? (isAwaited || busy !== null ? request(type, [id]) : collect(type, id));
    known.set(key, answer);
    if (known.size > CACHED_CARDS_MAX) known.delete(known.keys().next().value!);
    const outcome = (await answer)(id);
    if (outcome.state === 'busy' || outcome.state === 'failed') known.delete(key);
    return outcome.state === 'busy' && !isAwaited ? ask(key, false) : outcome;
  };

  /** Adds an id to the batch of its type. */
  const collect = (type: string, id: string): Promise<FindOutcome<Card>> => {
    const batch = open.get(type) ?? openBatch(type);
    if (batch.ids.push(id) === BATCH_IDS_MAX) open.delete(type);
    return batch.outcomes;
  };

  /** Opens a batch that is sent when the ids of all links that came into view at the same time are in it. */
  const openBatch = (type: string): CardBatch<Card> => {
    const ids: string[] = [];
    const outcomes = Promise.resolve().then(() => {
      open.delete(type);
      return request(type, ids);
    });
    const batch = { ids, outcomes };
    open.set(type, batch);
    const before = free;
    free = outcomes.then(() => before);
    return batch;
  };

  const request = async (type: string, ids: readonly string[]): Promise<FindOutcome<Card>> => {
    if (busy !== null) return busy;
    const outcomes = await send(type, ids).catch((): FindOutcome<Card> => () => ({ state: 'failed' }));
    const outcome = outcomes(ids[0]!);
    if (outcome.state === 'busy' && busy === null) {
      busy = outcomes;
      free = new Promise((resume) =>
        at(outcome.untilMs, () => {
          busy = null;
          resume();
        }),
      );
    }
    return outcomes;
  };

  return ask;
}

/** The fields of a response that a card shows. */
export type CardData = Pick<
  TooltipResponse,
  'title' | 'locale' | 'color' | 'icon' | 'lines' | 'url' | 'attribution' | 'gameData'
>;

/** The part of a `ResponseDocs` that we use. */
export interface TooltipReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/** A card as received. Its fields may be missing. */
type ReceivedCard = Partial<CardData & Pick<TooltipResponse, 'id'>>;

/**
 * Interprets the response to a request for cards (contract, section 4, Tooltip). `nowMs` is the time on the page's clock.
 * Rejects if the body is not a list of cards.
 */
export async function readOutcomes(reply: TooltipReply, nowMs: number): Promise<FindOutcome<CardData>> {
  const { status } = reply;
  if (status === 429) {
    const seconds = Math.min(Number(reply.headers.get('retry-after')) || PAUSE_DEFAULT_S, PAUSE_MAX_S);
    return () => ({ state: 'busy', untilMs: nowMs + seconds * 1000 });
  }
  if (status !== 200) return () => ({ state: 'failed' });
  const { cards } = (await reply.json()) as { readonly cards: readonly ReceivedCard[] };
  const byId = new Map(cards.map((card) => [String(card.id), card]));
  return (id) => {
    const card = byId.get(id);
    if (card === undefined) return { state: 'none' };
    const isWhole = card.title && card.attribution && Array.isArray(card.lines);
    return isWhole ? { state: 'found', card: card as CardData } : { state: 'failed' };
  };
}

/** Formats a delay briefly, such as `5 s`. */
export function formatWait(ms: number): string {
  return ms > 120_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.max(1, Math.ceil(ms / 1000))} s`;
}

/** Returns the URL if it is http or https, or null for anything else, such as `javascript:`, which would run code. */
export function toWebLink(url: unknown): string | null {
  return /^https?:\/\//i.test(url as string) ? (url as string) : null;
}

/** Whether a title is only the id, because fewer than three installs agree on a name. */
export function isPlaceholder(title: string): boolean {
  return /^(?:Item|NPC|Quest|Object) \d+$/.test(title);
}
