import { TOOLTIP_TYPES, type TooltipType } from '../../schema/vocabulary.ts';
import type { Publisher } from './attribution.ts';

/**
 * Returns whether an instance has pages for this kind of entity. Kinds with pages are those with hover cards (contract,
 * section 4, Tooltip).
 */
export function isPaged(kind: string): kind is CardType {
  return (TOOLTIP_TYPES as readonly string[]).includes(kind);
}

/** Returns the URL of an entity's page on this instance. */
export function pageUrl({ publicUrl }: Pick<Publisher, 'publicUrl'>, kind: CardType, id: number | string): string {
  return `${publicUrl}/${kind}/${id}`;
}

/** A kind of entity that has hover cards. */
export type CardType = TooltipType;
