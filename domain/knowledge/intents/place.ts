import type { Intent } from './intent.ts';

/** Questions about the location of a creature, an object or a quest. */
export const place = {
  name: 'place',
  tool: 'npc_page',
  patterns: [
    'where [~can|to] [~i] ~find [~a] {thing} in [~a] {zone}',
    'where [~can|to] [~i] ~find [~a] {thing}',
    'where ~can [~a] {thing} (spawn|live|hang out|patrol|sit|grow)',
    'where ~be [~a] {thing} in [~a] {zone}',
    'where ~be [~a] {thing} [located|found|at|standing|hiding]',
    '(what|which) zone ~be [~a] {thing} in',
    '~location (of|for) [~a] {thing}',
    '[what ~be] ~location (of|for) [~a] {thing}',
    '[~a] {thing} ~location',
    '[~a] {thing} where [~be it|~be he|~be she]',
    'where [~a] {thing}',
    'how [~can|to] [~i] ~find [~a] {thing}',
    '[~a] {thing} in [~a] {zone}',
    'where [~a] {thing} (spawn|spawns|live|lives|is|are)',
    '(what|which) (zone|area|map|place) (has|have|contains|contain) [~a] {thing}',
  ],
} as const satisfies Intent;
