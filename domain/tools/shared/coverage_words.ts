import type { CoverageKind } from '../../ports/coverage.ts';

/** Words for a kind of subject that needs more reports: the plural, the aspect of the entity, and how to report it. */
interface CoverageWords {
  readonly many: string;
  /** Null if the subject is the entity itself. */
  readonly side: string | null;
  /** Tells a player how to report one subject. The subject's name replaces the dots. */
  readonly action: string;
  /** Heading of a list of subjects that need the same action. */
  readonly todo: string;
}

export const COVERAGE_WORDS: Readonly<Record<CoverageKind, CoverageWords>> = {
  npc: { many: 'NPCs', side: null, action: 'Target …', todo: 'Target' },
  npc_loot: { many: 'Loot of NPCs', side: 'loot of', action: 'Loot …', todo: 'Kill and loot' },
  vendor: {
    many: 'Goods of vendors',
    side: 'goods of',
    action: 'Open the merchant window of …',
    todo: 'Open the merchant window',
  },
  trainer: {
    many: 'Lessons of trainers',
    side: 'lessons of',
    action: 'Open the training window of …',
    todo: 'Open the training window',
  },
  object: { many: 'Loot of objects', side: null, action: 'Open or gather …', todo: 'Open or gather' },
  item: { many: 'Items', side: null, action: 'Look at the tooltip of …', todo: 'Look at the tooltip' },
  quest: { many: 'Quests', side: null, action: 'Accept or turn in …', todo: 'Accept or turn in the quest' },
  recipe: {
    many: 'Recipes',
    side: null,
    action: 'Show … in your profession window',
    todo: 'Show in your profession window',
  },
  zone: { many: 'Maps', side: null, action: 'Explore …', todo: 'Explore' },
};
