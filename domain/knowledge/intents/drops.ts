import type { Intent } from './intent.ts';

/** Questions about the sources of an item, and about drop chances. */
export const drops = {
  name: 'drops',
  tool: 'item_page',
  patterns: [
    '~who [~mob] ~drop [~a] [~best] [~drop] ~droprate (of|for|on) [~a] {item}',
    '[what ~be] [the] [~best] [~drop] ~droprate (of|for|on) [~a] {item} from [~a] {source}',
    '[~can] (any ~mob|anything|something|anyone) [that] ~drop [~a] {item}',
    '~mob with [~a] {item}',
    'how (often|likely) ~can [~a] {source} ~drop [~a] {item}',
    '~can [~a] {source} ~drop [~a] {item}',
    '~who [~mob] [~can] [~best] ~drop [~a] {item}',
    '~who [~mob] [that|who] ~drop [~a] {item}',
    'where [~can] [~a] {item} ~drop [from] [~best]',
    'where (~be|~can) [~a] {item} [a] ~drop [from] [~best]',
    '[what ~be] [the] [~best] ~drop [~droprate] (of|for|on) [~a] {item}',
    '[what ~be] [the] [~best] ~droprate (of|for|on|to ~drop) [~a] {item}',
    '~mob (that|which|who) ~drop [~a] {item}',
    '[~a] {item} [~drop] ~droprate',
    '[~a] {item} ~drop [from|by|location|source|sources]',
    'how rare ~be [~a] {item}',
    'what [~a] {item} ~drop (from|off)',
    'where ~can ~i ~drop [~a] {item}',
  ],
} as const satisfies Intent;
