import type { Intent } from './intent.ts';

/** Questions about places to farm an item, for players of some level. */
export const farm = {
  name: 'farm',
  tool: 'item_page',
  patterns: [
    'where [~can|to] [~i] (~farm|~find|~drop) [for] [~a] {item} [in {zone}] (at|as|for|around|with) [~a] level {level} [player|character|toon|alt]',
    'where [~can|to] [~i] ~farm [for] [~a] {item} [in {zone}]',
    'where ~be [~a] [~best] ~spot (to ~farm|for ~farm|for) [~a] {item} [(at|as|for|around) [~a] level {level}]',
    '[what ~be] [~a] [~best] (~spot|~mob|way|zone to|~mob to ~farm|~mob to kill) (to|for) [~farm|~find|kill] [for|of] [~a] {item} [[i am] [at|as|for|around] [~a] level {level}]',
    '[~best] ~farm [~spot] (for|of) [~a] {item} [[at|as|for|around] [~a] level {level}]',
    '[~best] (~farm|~spot to ~farm|place to ~farm|how to ~farm) [~a] {item} [[at|as|for|around] [~a] level {level}]',
    'how [~can|to] [~i] ~farm [~a] {item} [[at|as|for|around] [~a] level {level}]',
    '[~a] {item} ~farm [~spot|guide|route] [[at|as|for|around] [~a] level {level}]',
    '~farm [~a] {item} [~spot] [[at|as|for|around] [~a] level {level}]',
    '~who ~mob [~can|to|for] [~i] [kill|~farm] [to ~find] [for] [~a] {item} [[at|as|for|around] [~a] level {level}]',
    '[i am] level {level} where [~can|to] [~i] (~farm|~find) [for] [~a] {item}',
    '[~a] {item} (at|for) level {level}',
    '[~best] ~spot {item}',
    '~best (~mob|creature|zone) (for|to find) {item}',
    'where ~can [~a] level {level} [player|character|toon|alt] (~farm|~find) [~a] {item}',
  ],
} as const satisfies Intent;
