import type { Intent } from './intent.ts';

/** Questions about facts that need one or two more reports, in a zone or anywhere. */
export const missing = {
  name: 'missing',
  tool: 'search',
  patterns: [
    '~who [~mob|items|quests|data|facts] [~be] [still] (missing|needed|unknown|incomplete|unconfirmed|lacking) (in|from|for|around|about|at) {zone} [(at|for) level {level}]',
    'what ~can ~i [still] ~contribute (in|at|around|for) {zone} [(at|for|as) level {level}]',
    'what ~can ~i [still] ~contribute [(at|as) level {level}]',
    'what [still] ~need [~a] [one|two|1|2] [more] (reports|report|data|witness|witnesses|players|sightings) [in|from|at] {zone} [at level {level}]',
    'what [still] ~need [~a] [one|two|1|2] [more] (reports|report|data|witness|witnesses|players|sightings)',
    'what [else] ~can ~be ~contributed (in|at|around) {zone} [at level {level}]',
    '(where|how) ~can ~i (help|contribute) [in|at] {zone} [at level {level}]',
    '(where|how) ~can ~i (help|contribute) [at level {level}]',
    '[~who] (~mob|items|quests|data) [that] (~need|are) [still] (missing|reports|more reports|one more report|unknown|unconfirmed) (in|at|from) {zone} [at level {level}]',
    '(missing|needed|unconfirmed|incomplete) [~mob|data|facts|reports|items|quests] (in|from|for) {zone} [at level {level}]',
    '{zone} (missing|coverage|missing data|missing facts|incomplete)',
    'coverage (of|in|for) {zone}',
    'what ~be [still] (missing|needed|unknown|incomplete|unconfirmed)',
    'what ~can ~i still need (in|from|for) {zone} [at level {level}]',
    '[is there|is] (anything|something) [still] (missing|needed|unknown) (in|from|for) {zone}',
    'what [data|facts|info|information] ~be [still] (missing|needed|unknown|incomplete) (in|from|for|around|about|at) {zone}',
    'what ~can ~i [help] ~contribute (in|at|around|for) {zone}',
    'what ~can ~i still need (in|from|for) {zone} [at level {level}]',
    '[is there|is] (anything|something) [still] (missing|needed|unknown) (in|from|for) {zone}',
    '~who (~mob|items|quests|data|facts) ~be [still] (missing|needed|unknown|incomplete|unconfirmed)',
    'what ~can ~i need help with [in {zone}]',
    '(what|which) (reports|data|facts|names|things) ~be [still] (missing|needed|unknown|incomplete|unconfirmed) (in|from|for) {zone}',
  ],
} as const satisfies Intent;
