import type { Intent } from './intent.ts';

/**
 * Questions about a cheap way to raise a profession, up to a skill or as far as is known. `thing` is a profession in phrases that other
 * names fit as well.
 */
export const skill_up = {
  name: 'skill_up',
  tool: 'profession_path',
  patterns: [
    '[what ~be] [the] (cheapest|cheap) ~way to [~raise|get] [to] [skill|level] {skill} [skill|points] [in|of] {profession} [~onrealm {realm}]',
    '[what ~be] [the] (cheapest|cheap) ~way (to|for) [~raise|get] [up] [my] {profession} [skill] [from [skill] {from}] [up] to [skill|level] {skill} [~onrealm {realm}]',
    '[what ~be] [the] [~cheap] ~way to [~raise|get] [to] [skill|level] {skill} [skill|points] [in|of] {thing} [~onrealm {realm}]',
    '[what ~be] [the] [~cheap] ~way (to|for) [~raise|get] [up] [my] {thing} [skill] [from [skill] {from}] [up] to [skill|level] {skill} [~onrealm {realm}]',
    '[what ~be] [the] [~cheap] ~way to ~raise [up] [my] {thing} [skill] [~onrealm {realm}]',
    'how [~can] [~i|to] [~cheap] (~raise|get) [up] [my] {thing} [skill] [from [skill] {from}] [up] to [skill|level] {skill} [~cheap] [~onrealm {realm}]',
    'how [~can] [~i|to] [~cheap] ~raise [up] [my] {thing} [skill] [~cheap] [~onrealm {realm}]',
    'how [much] [~can] it cost to ~raise [up] [my] {thing} [skill] [from [skill] {from}] [[up] to [skill|level] {skill}] [~onrealm {realm}]',
    '(cost|price|gold|money|how much gold|how much money) (needed|need|it takes|do i need) to ~raise [up] [my] {thing} [skill] [from [skill] {from}] [[up] to [skill|level] {skill}] [~onrealm {realm}]',
    '(cost|price|how much gold|how much money) (to|of) (~raise|~leveling) [up] [my] {thing} [skill] [from [skill] {from}] [[up] to [skill|level] {skill}] [~onrealm {realm}]',
    '(i want|i am trying|i would like|trying) to ~raise [up] [my] {thing} [skill] [from [skill] {from}] [[up] to [skill|level] {skill}] [what (to|~can ~i) (~make|do)] [~onrealm {realm}]',
    'what (to|~can ~i) (~make|cook) (to|for) (~raise|leveling|levelling) [up] [my] {thing} [from {from}] [[up] to [skill|level] {skill}]',
    '[~cheap] (~raise|~leveling|power ~leveling) [up] [my] {thing} [skill] [from [skill] {from}] [up] to [skill|level] {skill} [~cheap] [~onrealm {realm}]',
    '[~cheap] (~raise|~leveling|power ~leveling) [up] [my] {thing} [skill] [~cheap] [~onrealm {realm}]',
    '[~cheap] [~raise] {thing} [skill|~leveling|from] {from} [to|until] {skill} [~leveling|guide|~cheap] [~onrealm {realm}]',
    '{thing} [skill] (up to|to|until) [skill|level] {skill} [~cheap|guide] [~onrealm {realm}]',
    '[~cheap] {thing} [profession] [power] (~leveling|guide|~leveling guide|~way) [~onrealm {realm}]',
    '[~cheap] guide (to|for) [~leveling] {thing} [~onrealm {realm}]',
    '{thing} guide {from} to {skill}',
    '{thing} guide {from} {skill}',
    '(how many crafts|how long) (to|until|till|~can it take to) (~raise|get) [up] [my] {thing} to [skill|level] {skill}',
    '(where|what) ~can ~i ~raise [up] [my] {thing} from [skill] {from} [to [skill|level] {skill}]',
  ],
} as const satisfies Intent;
