import type { Intent } from './intent.ts';

/** Questions about quests in a zone that reward gear of a kind. */
export const gear_rewards = {
  name: 'gear_rewards',
  tool: 'quest_page',
  patterns: [
    '~who ~quest ~give [me] [~a] {gear} [(in|around|near) [~a] {zone}]',
    '~who ~quest (in|around|near) [~a] {zone} ~give [me] [~a] {gear}',
    '[any] ~quest [in [~a] {zone}] (for|with|that ~give|which ~give|giving|rewarding) [~a] {gear}',
    '[any] ~quest (for|with|that ~give|which ~give|giving|rewarding) [~a] {gear} (in|around|near) [~a] {zone}',
    '[any] {gear} [from] (quest rewards|quest reward|~quest|from quests) [(in|around|near) [~a] {zone}]',
    '[any] ~quest (in|around|near) [~a] {zone} (that|which|with|for) [~give|~a reward of] [~a] {gear}',
  ],
} as const satisfies Intent;
