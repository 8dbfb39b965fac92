import type { Intent } from './intent.ts';

/** Questions about the price that vendors ask for an item, or pay for it. */
export const vendor_price = {
  name: 'vendor_price',
  tool: 'item_page',
  patterns: [
    '[what ~be] [the] ~vendor (~price|sell ~price|buy ~price|sale ~price) (of|for|on) [~a] {item}',
    '[what ~be] [the] (sell|buy|sale) (~price|~price (at|from|to) [~a] ~vendor) (of|for|on) [~a] {item}',
    '[~a] {item} (~vendor|vendoring) (~price|sell ~price|buy ~price|sale ~price)',
    '[~a] {item} (sell|buy|sale) ~price',
    '(what|how much) ~can [~a] ~vendor (pay|pays|give|gives|offer|ask|asks|charge|want) [me] for [~a] {item}',
    '(what|how much) ~can [~a] {item} (vendor|cost) (for|(at|from) [~a] ~vendor)',
    '(what|how much) ~can [~a] {item} sell [for] (to|at) [~a] ~vendor [for]',
    '(what|how much) ~be [~a] {item} worth (to|at) [~a] ~vendor',
    '(what|how much) ~can [~a] ~vendor (sell|sells) [~a] {item} [for]',
    'how much (copper|silver|gold|money) ~can [~a] ~vendor (pay|pays|give|gives|offer|ask|asks|charge|want) [me] for [~a] {item}',
  ],
} as const satisfies Intent;
