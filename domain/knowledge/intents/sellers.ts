import type { Intent } from './intent.ts';

/** Questions about vendors that sell an item. */
export const sellers = {
  name: 'sellers',
  tool: 'item_page',
  patterns: [
    '(anyone|anybody|someone) ~sell [~a] {item}',
    '(cheapest|cheap|~best) (~spot|way|~vendor) to buy [~a] {item}',
    '~who [~vendor|~mob] ~sell [~a] {item} [in {zone}]',
    '~vendor (that|who|which) ~sell [~a] {item} [in {zone}]',
    '(where|from who|from whom) [~can|to] [~i] (buy|purchase) [~a] {item} [in {zone}]',
    'where ~be [~a] {item} (sold|for sale|available)',
    '[~a] ~vendor (for|of|with|selling) [~a] {item} [in {zone}]',
    '[~a] {item} ~vendor [~location]',
    '(buy|buying) [~a] {item}',
    '~can [~i] buy [~a] {item} [from [~a] ~vendor]',
  ],
} as const satisfies Intent;
