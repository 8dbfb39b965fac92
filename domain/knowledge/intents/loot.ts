import type { Intent } from './intent.ts';

/** Questions about the loot of a creature or the contents of an object. */
export const loot = {
  name: 'loot',
  tool: 'npc_page',
  patterns: [
    'what ~drop (from|off|by) [~a] {source}',
    '(what|which) [~item] ~can [~i] [~drop|~find|get] [from|off] [~a] {source} ~drop',
    '(what|which) [~item] ~can [~a] {source} (~drop|hold|holds|contain|contains)',
    '(what|which) [~item] ~can ~i ~find (from|off|in|inside|on) [~a] {source}',
    'what ~be (in|inside) [~a] {source}',
    '[what ~be] [~a] (~drop|loot table|drop table|contents|drop list) (of|from|for|by|in) [~a] {source}',
    '[~a] {source} (loot table|drop table|loot list|drop list|loot|drops|contents)',
  ],
} as const satisfies Intent;
