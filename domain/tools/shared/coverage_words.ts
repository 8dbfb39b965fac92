import type { CoverageKind } from '../../ports/coverage.ts';

/** Words for a kind of subject that needs more reports: the plural, and how to report it. */
interface CoverageWords {
  readonly many: string;
  /** Tells a player how to report one subject. The subject's name replaces the dots. */
  readonly action: string;
  /** Heading of a list of subjects that need the same action. */
  readonly todo: string;
}

export const COVERAGE_WORDS: Readonly<Record<CoverageKind, CoverageWords>> = {
  npc: { many: 'NPCs', action: 'Target …', todo: 'Target' },
  npc_loot: { many: 'Loot of NPCs', action: 'Loot …', todo: 'Kill and loot' },
  vendor: { many: 'Goods of vendors', action: 'Open the merchant window of …', todo: 'Open the merchant window' },
  trainer: { many: 'Lessons of trainers', action: 'Open the training window of …', todo: 'Open the training window' },
  object: { many: 'Loot of objects', action: 'Open or gather …', todo: 'Open or gather' },
  item: { many: 'Items', action: 'Look at the tooltip of …', todo: 'Look at the tooltip' },
  quest: { many: 'Quests', action: 'Accept or turn in …', todo: 'Accept or turn in the quest' },
  recipe: { many: 'Recipes', action: 'Show … in your profession window', todo: 'Show in your profession window' },
  zone: { many: 'Maps', action: 'Explore …', todo: 'Explore' },
};
