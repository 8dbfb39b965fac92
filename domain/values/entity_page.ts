import { TOOLTIP_TYPES, type TooltipType } from '../../schema/vocabulary.ts';
import type { Publisher } from './attribution.ts';

/** Whether an instance has pages for a kind of entity: those that have hover cards (contract, section 4, Tooltip). */
export const isPaged = (kind: string): kind is CardType => (TOOLTIP_TYPES as readonly string[]).includes(kind);

/** The page of an entity here. */
export const pageUrl = ({ publicUrl }: Pick<Publisher, 'publicUrl'>, kind: CardType, id: number | string): string =>
  `${publicUrl}/${kind}/${id}`;

/** What has a card. */
export type CardType = TooltipType;
