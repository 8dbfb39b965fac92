import type { Intent } from './intent.ts';

/**
 * Questions about the number of characters of a class, race or faction, and about the most common ones. The slot `class` is
 * the name of one, or a word such as "class" or "races" for all of them.
 */
export const class_count = {
  name: 'class_count',
  tool: 'population',
  patterns: [
    'how many (~person|~i) [~be] ~play [~a] [level {level}] {class} [~onrealm {realm}]',
    'how many (~person|~i) [~be] ~play [~a] {class} at level {level} [~onrealm {realm}]',
    'how many [level] {level} {class} [~person] [~be] [there] [~onrealm {realm}]',
    'how many {class} [~person] [~be] [there] at level {level} [~onrealm {realm}]',
    'how many {class} [~person] [~be] [there] [~play] [~onrealm {realm}]',
    '(number|count|amount) of [level {level}] {class} [~person] [~onrealm {realm}]',
    '[what ~be] [the] (most|least) (~play|popular|common) {class} [~onrealm {realm}]',
    '~who {class} ~be [the] (most|least) (~play|popular|common) [~onrealm {realm}]',
    '~who {class} ~be (~play|seen) [the] (most|least) [~onrealm {realm}]',
    '~who {class} ~can (most|more) ~person ~play [~onrealm {realm}]',
    'how (popular|common|rare) ~be [~a] {class} [~onrealm {realm}]',
    '[how many|more|what ~be more popular|is] {class} (vs|versus|or) {thing} [more popular|more|balance|ratio|population|~person] [~onrealm {realm}]',
    '~who {class} ~be most ~person [~onrealm {realm}]',
    '{class} balance [~onrealm {realm}]',
    '{class} (population|popularity|distribution|numbers|count|breakdown|ratio|share) [~onrealm {realm}]',
    '(population|popularity|distribution|breakdown) (of|by) {class} [~onrealm {realm}]',
    'how many ~person [~be] [there] [~play] ~onrealm {realm}',
    'how (big|populated|full) ~be [the] [population of] {realm}',
    '[what ~be] [the] population (of|on) {realm}',
    '{realm} population',
    'ratio [of] {class} [to|and|vs] {thing} [~onrealm {realm}]',
    'many {class} [~onrealm {realm}]',
    '[how ~be] [the] {class} (population|numbers|count) [~onrealm {realm}]',
  ],
} as const satisfies Intent;
