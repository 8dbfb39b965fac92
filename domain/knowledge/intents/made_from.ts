import type { Intent } from './intent.ts';

/** Questions about the reagents and the recipe of an item. */
export const made_from = {
  name: 'made_from',
  tool: 'item_page',
  patterns: [
    'what [~mats] ~be [~a] {item} ~crafted (of|from|with|out of|by)',
    'how ~be [~a] {item} ~crafted',
    '(how|where|who) [~can] [~i|to] ~make [~a] {item}',
    '[what ~be] [the] (~mats|recipe|recipes|formula|schematic) (for|of|in|to ~make) [~a] {item}',
    '[~a] {item} [crafting|recipe] ~mats',
    '[~a] {item} recipe',
    'what [~mats] [~can] ~i need (to ~make|for making|for crafting|to cook) [~a] {item}',
    'what ~mats [~can] ~i need for [~a] {item}',
    'what [~mats] (~can|~be) [~a] {item} (~need|made of|consist of|cost to make) [to make]',
    'what ~can it (take|need|cost) to ~make [~a] {item}',
    'how (much|many) {thing} [~can] [~i|it] (need|take|takes) (to ~make|for) [~a] {item}',
    'what profession ~make [~a] {item}',
    '(can|could) [~i] ~make [~a] {item}',
    'is [~a] {item} (craftable|crafted)',
    'what [~can] ~i need (for|to ~make) [~a] {item}',
    '~mats [for|of] [~a] {item}',
    'what ~can ~i need for [~a] {item}',
    'what (items|things|~mats) ~be (needed|required) (to ~make|for) [~a] {item}',
  ],
} as const satisfies Intent;
