import type { Intent } from './intent.ts';

/** Questions about the rewards of a quest. */
export const rewards = {
  name: 'rewards',
  tool: 'quest_page',
  patterns: [
    'what ~be [~a] (reward|rewards) (for|of|from) [~a] [~quest] {quest}',
    '(what|which) [reward|rewards|~item] ~can [~i] [~find|get] [from|for] [~a] [~quest] {quest} ~give',
    '(reward|rewards) (for|of|from) [~a] [~quest] {quest}',
    'what ~can ~i ~find (for|from) [~a] ~quest {quest}',
    '[~a] {quest} (reward|rewards)',
    '~quest (reward|rewards) [for|of|from] [~a] {quest}',
    'what ~can ~i (~find|get) [for|from] [doing|completing|finishing] [~a] {quest}',
  ],
} as const satisfies Intent;
