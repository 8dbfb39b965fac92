import type { Intent } from './intent.ts';

/** Questions about the lessons of a trainer. */
export const lessons = {
  name: 'lessons',
  tool: 'npc_page',
  patterns: [
    '(what|which) [recipe|recipes|spells|skills|profession] ~can [~a] {npc} ~teach',
    '(what|which) [recipes|spells|skills] ~can ~i ~learn from [~a] {npc}',
  ],
} as const satisfies Intent;
