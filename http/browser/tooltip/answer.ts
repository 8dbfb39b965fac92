import type { TooltipResponse } from '../../../schema/responses/tooltipResponse.ts';
import type { Outcome } from './queue.ts';

/** The fields of an answer that a card shows. */
export type CardData = Pick<
  TooltipResponse,
  'title' | 'locale' | 'color' | 'icon' | 'lines' | 'url' | 'attribution' | 'gameData'
>;

/** Pause in seconds after a 429 without Retry-After, and the longest Retry-After that is honoured. */
const PAUSE_S = 60;
const PAUSE_MAX_S = 3600;

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
