import type { Intent } from './intent.ts';

/** Questions about recipes that use an item, and quests that ask for it. */
export const uses = {
  name: 'uses',
  tool: 'item_page',
  patterns: [
    'what [else] (~can ~i|to) (~make|cook) (with|from|out of|using|of) [my|~a] {item}',
    'what (to|~can ~i) do with [my|~a] {item}',
    'what ~be [~a] {item} [used|good|needed|useful|for] (for|in|used for)',
    '(what ~be|any) [the] (use|uses|purpose|point) (of|for) [~a] {item}',
    'what ~can [~a] {item} (do|make)',
    '~who [~craft] [~can|that|else] ~need [for] [~a] {item}',
    '~who [~craft] (ask|asks|asking|calls|call) for [~a] {item}',
    '~who (collects|collect|exchanges) [~a] {item}',
    '~craft (with|using|that ~need|which ~need|from|for) [~a] {item}',
    '[~a] {item} (uses|use|used for|used in|usage)',
    'is [~a] {item} (used|needed|good|useful|wanted) [for|in] [anything|something|a quest|any quest|quests|~craft]',
    'is [~a] {item} [~a] (quest item|reagent)',
    '(should|can|do) ~i (keep|need|sell or keep|vendor|throw away) [~a|my] {item}',
    'why ~can ~i (need|want|keep) [~a] {item}',
    '(what|where) ~can ~i use [~a|my] {item} [for|in]',
    '[~can] ~i use [~a|my] {item} for (anything|something)',
    'what ~can {thing} ~make (with|from|out of) [~a] {item}',
    '[~can] ~i need [~a] {item} for (a quest|quests|any quest|anything|something|~craft)',
  ],
} as const satisfies Intent;
