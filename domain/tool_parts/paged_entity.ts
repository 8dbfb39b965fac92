import { CARD_TYPES, type CardType } from '../cards/card.ts';
import { createCardReader } from '../reads/card.ts';
import { ok, type Reached } from '../result.ts';
import { type Entity, entityOf, pageUrl, type Sight } from './sight.ts';

/**
 * An entity's agreed name and page, where nobody knows yet whether it has one: it has as long as anything of it is public,
 * as its hover card (contract, section 4, Tooltip).
 */
export const pagedEntityOf = async <K extends string>(
  sight: Sight,
  kind: K,
  id: number,
): Promise<Reached<Entity<K>>> => {
  const named = await entityOf(sight, kind, id, false);
  if (!named.ok || named.value.url !== null || !isPaged(kind)) return named;
  const card = await createCardReader(sight.reader, () => null)(kind, id);
  if (!card.ok) return card;
  return ok(card.value === null ? named.value : { ...named.value, url: pageUrl(sight.publisher, kind, id) });
};

const isPaged = (kind: string): kind is CardType => (CARD_TYPES as readonly string[]).includes(kind);
