import type { Intent } from './intent.ts';

/** Questions about the goods of a vendor. */
export const goods = {
  name: 'goods',
  tool: 'vendor_page',
  patterns: [
    '(what|which) [~item] ~can [~a] {npc} ~sell',
    '(what|which) [~item] ~can ~i buy (from|at) [~a] {npc}',
    '~be [~a] {npc} [~a] ~vendor',
    '[~a] {npc} (goods|inventory|wares|shop|stock|vendor list)',
    'what ~be (sold by|for sale at) [~a] {npc}',
  ],
} as const satisfies Intent;
