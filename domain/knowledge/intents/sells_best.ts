import type { Intent } from './intent.ts';

/**
 * Questions about things that a profession makes and that sell for more than their reagents cost. `thing` is a profession in phrases that other
 * names fit as well.
 */
export const sells_best = {
  name: 'sells_best',
  tool: 'recipe_thresholds',
  patterns: [
    'what [~can|~be] (sells|sell|selling|makes) [the] (best|well|most|most gold|most money|good) (~madeby) [~a] {profession} [~onrealm {realm}]',
    'what (sells|sell) (~madeby) [~a] {profession} [~onrealm {realm}]',
    'what (to|~can ~i) (~make|cook|sell|brew|sew) (~madeby) [~a] {profession} (to sell|for (gold|money|profit)|to make (gold|money|profit|a profit)) [~onrealm {realm}]',
    'what (to|~can ~i) (sell|make and sell) (~madeby) [~a] {profession} [~onrealm {realm}]',
    '(what|which) [~be] [the] (most profitable|best|best selling) {profession} [recipe|recipes|item|items|craft|crafts|product|products] [to sell|to make money|to make gold|for gold|for money|for profit] ~onrealm {realm}',
    '(what|which) [~be] [the] (most profitable|best selling) {profession} [recipe|recipes|item|items|craft|crafts|product|products]',
    '(what|which) {profession} (recipe|recipes|item|items|craft|crafts|goods) [~can] (sell|sells|make|makes|~be) [the] [best|most|most gold|most money|most profitable|a profit|profitable|well] [~onrealm {realm}]',
    '(most profitable|best selling) {profession} [recipe|recipes|item|items|craft|crafts|product|products] [~onrealm {realm}]',
    '(best|good) {thing} [recipe|recipes|item|items|craft|crafts] (to sell|to make (gold|money)|for (gold|money|profit)) [~onrealm {realm}]',
    '[how [~can] [~i|to]] [best] (make|making|earn|earning) (gold|money|profit|a profit) (~madeby) [~a] {profession} [~onrealm {realm}]',
    '{thing} (profit|profits|gold|money|goldmaking|gold making|money making|gold guide|moneymaker|moneymakers) [~onrealm {realm}]',
    'is {thing} (profitable|worth it) [~onrealm {realm}]',
    'what (to|~can ~i) (~make|sell) (to make|for) (gold|money|profit|a profit) (~madeby) [~a] {profession} [~onrealm {realm}]',
    '{thing} (money maker|money makers|gold maker)',
    '(gold|money|profit|profits|income) (~madeby) [~a] {profession} [~onrealm {realm}]',
    'best {profession} (item|items|recipe|recipes|craft|crafts|thing|things) to (sell|make|craft) [~onrealm {realm}]',
    'what (makes|make) [the] [most|good] (gold|money|profit) (~madeby) [~a] {profession} [~onrealm {realm}]',
    'best [thing|things|item|items] to (craft|make|sell) (~madeby) [~a] {profession} [for (gold|money|profit)] [~onrealm {realm}]',
    'what (to|~can ~i) (~make|sell) (to make|for) (gold|money|profit|a profit) (~madeby) [~a] {profession} [~onrealm {realm}]',
    '{thing} (money maker|money makers|gold maker)',
    'what {profession} (sells|sell) [the] [best|well|most] [~onrealm {realm}]',
    'what (to|~can ~i) (~make|cook|brew|sew) to sell (~madeby) [~a] {profession} [~onrealm {realm}]',
  ],
} as const satisfies Intent;
