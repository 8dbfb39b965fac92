import type { Intent } from './intent.ts';

/** Questions about the value of an item at the auction house. */
export const worth = {
  name: 'worth',
  tool: 'market_value',
  patterns: [
    '[what ~be] [the] [~current] [~auction] [market] ~price (of|for|on) [~a] {item} ~onrealm {realm}',
    '[what ~be] [the] [~current] [~auction] [house] [market] ~price (of|for|on) [~a] {item} [~onauction]',
    'what ~be [~a] [stack of] {item} (worth|selling for|going for) [~onauction] ~onrealm {realm}',
    'what ~be [~a] [stack of] {item} (worth|selling for|going for) [~onauction]',
    'how much (~be|~can) [~a] [stack of] {item} [worth|cost|sell for|go for|selling for|going for] ~onrealm {realm}',
    'how much (~be|~can) [~a] [stack of] {item} (worth|cost|sell for|go for|selling for|going for) [~onauction]',
    'how much ~be [~a] {item} [~onauction]',
    'how (expensive|cheap) ~be [~a] {item} [~onrealm {realm}]',
    'how much ~can ~i (get|sell|make) (for|from) [~a] {item} [~onrealm {realm}]',
    'what (~can|~be) [~a] {item} (sell for|go for|cost|fetch|selling for|going for) [~onauction] ~onrealm {realm}',
    'what (~can|~be) [~a] {item} (sell for|go for|cost|fetch|selling for|going for) [~onauction]',
    'what ~can ~i (get|sell) (for|it for) [~a] {item} [~onrealm {realm}]',
    '[~current] [~auction] [house] ~price check [on|of|for] [~a] {item} [~onrealm {realm}]',
    '[~a] {item} [~auction] [house] [market] ~price [~onauction] ~onrealm {realm}',
    '[~a] {item} [~auction] [house] [market] ~price [~onauction]',
    '[~a] {item} ~auction [house]',
    'is [~a] {item} worth (selling|anything|something|money|much|a lot) [~onrealm {realm}]',
    '[~current] [~auction] ~price [of|for|on|check] [~a] {item}',
    '[~a] {item} (per stack|a stack|each|per piece|apiece)',
    'what ~can [~a] {item} (cost|sell for|go for)',
    '[~a] {item} worth',
    '(cheapest|cheap) {item}',
  ],
} as const satisfies Intent;
