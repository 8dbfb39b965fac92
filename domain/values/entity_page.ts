import { TOOLTIP_TYPES, type TooltipType } from '../../schema/vocabulary.ts';
import type { Publisher } from './attribution.ts';

/** Whether an instance has pages and cards for this kind of entity (contract, section 4, Tooltip). */
export function hasEntityPage(kind: string): kind is CardType {
  return (TOOLTIP_TYPES as readonly string[]).includes(kind);
}

export function toPageUrl({ publicUrl }: Pick<Publisher, 'publicUrl'>, kind: CardType, id: number | string): string {
  return `${publicUrl}/${kind}/${id}`;
}

export type CardType = TooltipType;
