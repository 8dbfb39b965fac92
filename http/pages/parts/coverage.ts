import { coveredEntity } from '../../../domain/families/coverage.ts';
import type { CoverageKind } from '../../../domain/ports/coverage.ts';
import type { Worded } from '../../../domain/values/language.ts';
import { entityLink } from './entity_link.ts';

/** How pages call what waits for installs: many of a kind, one of them, and what shows it to a player. */
interface CoverageWords {
  readonly many: string;
  readonly one: string;
  readonly seenBy: string;
}

export const COVERAGE_WORDS: Readonly<Record<CoverageKind, CoverageWords>> = {
  npc: { many: 'NPCs', one: 'NPC', seenBy: 'meeting it' },
  npc_loot: { many: 'Loot of NPCs', one: 'Loot of', seenBy: 'looting it' },
  vendor: { many: 'Goods of vendors', one: 'Goods of', seenBy: 'looking at the wares' },
  trainer: { many: 'Lessons of trainers', one: 'Lessons of', seenBy: 'looking at the lessons' },
  object: { many: 'Loot of objects', one: 'Loot of', seenBy: 'opening it' },
  item: { many: 'Items', one: 'Item', seenBy: 'seeing its tooltip' },
  quest: { many: 'Quests', one: 'Quest', seenBy: 'reading it' },
  recipe: { many: 'Recipes', one: 'Recipe', seenBy: 'seeing it in the profession’s window' },
  zone: { many: 'Maps', one: 'Map', seenBy: 'being there' },
};

/** An entity with its public name; it is a link only where it is public that there is something to read. */
export const coveredLink = (
  { kind, id, name }: { readonly kind: CoverageKind; readonly id: number; readonly name: Worded | null },
  base: string,
  isPublic = name !== null,
): unknown => {
  const named = { kind: coveredEntity(kind), id, name: name?.value ?? null, locale: name?.locale };
  return entityLink(isPublic ? named : { ...named, url: null }, base);
};
