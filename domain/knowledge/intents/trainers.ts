import type { Intent } from './intent.ts';

/** Questions about trainers of a profession. */
export const trainers = {
  name: 'trainers',
  tool: 'npc_page',
  patterns: [
    '~who ~teach [~a] {profession} [in [~a] {zone}]',
    'where [~can|to] [~i] ~learn [~a] {profession} [in [~a] {zone}]',
    'where ~be [~a] {profession} ~trainer [in [~a] {zone}]',
    'where [~can|to] [~i] ~find [~a] {profession} ~trainer [in [~a] {zone}]',
    '[~who ~be] [~a] {profession} ~trainer [~location|where] [(in|near|at|for|around) [~a] {zone}]',
    '[~a] ~trainer (of|for|in) [~a] {profession} [in [~a] {zone}]',
    '~trainer {profession}',
    'where [~a] {profession} ~trainer',
    '~trainer [for] [~a] {profession} (where|location)',
  ],
} as const satisfies Intent;
