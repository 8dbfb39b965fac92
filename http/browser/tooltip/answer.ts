import type { TooltipResponse } from '../../../schema/responses/tooltipResponse.ts';
import type { Outcome } from './queue.ts';

/** What a card shows of an answer. */
export type CardData = Pick<
  TooltipResponse,
  'title' | 'locale' | 'color' | 'icon' | 'lines' | 'url' | 'attribution' | 'gameData'
>;

/** How long to stay away where the instance says no time, and the longest it is believed, in seconds. */
const PAUSE_S = 60;
const PAUSE_MAX_S = 3600;

/** The part of a response that is read. */
export interface Heard {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/** What a response of the tooltip endpoint says (contract, section 4, Tooltip), heard at a moment of the page's clock. */
export async function outcomeOf(heard: Heard, nowMs: number): Promise<Outcome<CardData>> {
  const { status } = heard;
  if (status === 404) return { state: 'none' };
  if (status === 429) {
    const seconds = Math.min(Number(heard.headers.get('retry-after')) || PAUSE_S, PAUSE_MAX_S);
    return { state: 'busy', untilMs: nowMs + seconds * 1000 };
  }
  const card = (status === 200 ? await heard.json() : null) as Partial<CardData> | null;
  const isCard = card?.title && card.attribution && Array.isArray(card.lines);
  return isCard ? { state: 'found', card: card as CardData } : { state: 'failed' };
}

/** How long to wait, in few letters. */
export function waitText(ms: number): string {
  return ms > 120_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.max(1, Math.ceil(ms / 1000))} s`;
}

/** An address that a card may lead to; null: none, whatever it is instead. */
export function webLink(url: unknown): string | null {
  return /^https?:\/\//i.test(url as string) ? (url as string) : null;
}

/** Whether a title says no more than the number, as where no name has three installs behind it. */
export function isPlaceholder(title: string): boolean {
  return /^(?:Item|NPC|Quest|Object) \d+$/.test(title);
}
