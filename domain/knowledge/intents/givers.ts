import type { Intent } from './intent.ts';

/** Questions about the giver of a quest, or about the place to turn it in. */
export const givers = {
  name: 'givers',
  tool: 'quest_page',
  patterns: [
    '~who ~give [me] [~a] ~quest {quest}',
    '~who ~give [me] [~a] {quest} [~quest]',
    '(where|how) [~can|to] [~i] (pick up|get|start|accept|begin|find) [~a] [~quest] {quest} [~quest]',
    '(where|who|to who|to whom) [~can|to] [~i] (turn in|hand in|finish|complete|deliver|end|return) [~a] [~quest] {quest} [to]',
    'where ~can [~a] [~quest] {quest} (start|begin|end|finish)',
    'where ~be [~a] ~quest {quest}',
    '[~who ~be] [~a] {quest} [~quest] (giver|questgiver|start|turn in|turnin)',
    '[~a] {quest} ~quest (where|location|start|giver)',
    '[~a] ~quest {quest} [where]',
  ],
} as const satisfies Intent;
