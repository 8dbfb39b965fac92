import type { Intent } from './intent.ts';

/** Questions that consist of a whole name, or ask about it in general. */
export const about = {
  name: 'about',
  tool: 'get_entity',
  patterns: [
    '(what|who|which) ~be [~a] {thing}',
    'about [~a] {thing}',
    '(info|information|details|page|stats|anything) (on|about|for|of) [~a] {thing}',
    '[~a] {thing} (info|stats|guide|tooltip)',
    '[~a] {thing}',
    'what (level|levels) ~be [~a] {thing}',
    'how (high|strong) ~be [~a] {thing}',
    '[~a] {thing} (level|levels|lvl)',
    'what type ~be [~a] {thing}',
  ],
} as const satisfies Intent;
