import type { Intent } from './intent.ts';

/** Questions about ways to get an item. */
export const obtain = {
  name: 'obtain',
  tool: 'item_page',
  patterns: [
    'how [~can|to] [~i] (~find|buy) [~a] {item}',
    'where ~can [~a] {item} come from',
    '(source|sources) (of|for) [~a] {item}',
    'where [~can|to] [~i] ~find [~a] {item}',
    'where ~be [~a] {item} [from]',
    '[~a] {item} where',
    'where [~a] {item}',
    '[~a] {item} (source|sources)',
  ],
} as const satisfies Intent;
