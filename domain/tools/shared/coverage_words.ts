import type { CoverageKind } from '../../ports/coverage.ts';

/** Words for a kind of subject that needs more reports: the plural, the aspect of the entity, and how to report it. */
interface CoverageWords {
  readonly many: string;
  /** Null if the subject is the entity itself. */
  readonly side: string | null;
  readonly seenBy: string;
}

export const COVERAGE_WORDS: Readonly<Record<CoverageKind, CoverageWords>> = {
  npc: { many: 'NPCs', side: null, seenBy: 'target it' },
  npc_loot: { many: 'Loot of NPCs', side: 'loot of', seenBy: 'loot it' },
  vendor: { many: 'Goods of vendors', side: 'goods of', seenBy: 'open its goods' },
  trainer: { many: 'Lessons of trainers', side: 'lessons of', seenBy: 'open its lessons' },
  object: { many: 'Loot of objects', side: null, seenBy: 'open it' },
  item: { many: 'Items', side: null, seenBy: 'show its tooltip' },
  quest: { many: 'Quests', side: null, seenBy: 'read it' },
  recipe: { many: 'Recipes', side: null, seenBy: 'show it in the profession’s window' },
  zone: { many: 'Maps', side: null, seenBy: 'go there' },
};
