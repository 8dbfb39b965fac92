import type { Intent } from './intent.ts';

/** Questions about quests that reward an item. */
export const reward_from = {
  name: 'reward_from',
  tool: 'item_page',
  patterns: [
    '~who ~quest ~give [me] [~a] {item}',
    '~who ~quest [that|which] (reward|rewards) [~a] {item}',
    '~quest (for|with|that ~give|which ~give|giving|rewarding) [~a] {item}',
    '[~a] {item} quest reward',
    '[~a] {item} ~quest',
    '~who ~give [me] [~a] {item}',
    '[~can] [~a] ~quest ~give [me] [~a] {item}',
  ],
} as const satisfies Intent;
