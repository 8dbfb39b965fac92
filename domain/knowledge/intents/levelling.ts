import type { Intent } from './intent.ts';

/** Questions about reaching a character level. No record answers them. */
export const levelling = {
  name: 'levelling',
  tool: 'search_knowledge',
  patterns: [
    'how [~can|to] [~i] (~find|get|level|level up|reach|go) [from level {skill}] [to|up to|from 1 to] [level] {level} [fast|quick|quickly|faster]',
    '[what ~be] [~a] [~best] (way|place|zone|spot) to (level|level up|grind|get) [at|to|from|as] [level] {level} [fast|quick|quickly]',
    'where [~can|to] [~i] (level|level up|grind|go) [at|to|as|from] [level] {level}',
    '(~best|fastest) (leveling|levelling) (route|spot|zone|guide|way) [at|to|for] [level] {level}',
  ],
} as const satisfies Intent;
