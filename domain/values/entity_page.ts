import { TOOLTIP_TYPES, type TooltipType } from '../../schema/vocabulary.ts';
import type { Publisher } from './attribution.ts';

/** Whether an instance has pages for a kind of entity: those that have hover cards (contract, section 4, Tooltip). */
export function isPaged(kind: string): kind is CardType {
  return (TOOLTIP_TYPES as readonly string[]).includes(kind);
}

/** The page of an entity here. */
export function pageUrl({ publicUrl }: Pick<Publisher, 'publicUrl'>, kind: CardType, id: number | string): string {
  return `${publicUrl}/${kind}/${id}`;
}

/** What has a card. */
export type CardType = TooltipType;
