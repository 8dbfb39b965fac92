import type { Intent } from './intent.ts';

/** Questions about changes lately, of one thing or of everything. */
export const changes = {
  name: 'changes',
  tool: 'recent_changes',
  patterns: [
    '(changes|news|updates) ~lately',
    'has (anything|something) changed (about|with|in|on|for|at) [the] {thing} [~lately]',
    'what ~can ~person (find|discover|report) [~lately]',
    '[what ~be] [the] ~recent (changes|change|news|updates|facts|discoveries)',
    'what [~be|has|have] [recently] (changed|changes) [recently|lately] (about|with|in|on|for|to|of|at|around) [the] {thing} [~lately]',
    'what [~be|has|have] (new|different|news) (about|with|in|on|for|to|of|at|around) [the] {thing} [~lately]',
    '[have] (has|did) [the] {thing} (changed|change) [~lately]',
    '[any|~recent] (changes|news|updates) (about|with|in|on|for|to|at|around) [the] {thing} [~lately]',
    '{thing} [~recent] (changes|updates|news) [~lately]',
    '(when|how) ~can [the] {thing} change [last]',
    'what [~be|has|have] [recently] (changed|new|the news|different) [recently] [here] [~lately]',
    'what [~be|has|have] changed',
    'any (changes|news|updates) [~lately]',
    '(recently changed|changelog|change log|news|what happened|what ~can ~i miss) [~lately]',
    'when ~be [the] {thing} last (updated|changed|seen|reported|confirmed)',
    '[what|anything] (has|have|was|were|got) [been] [recently] (added|changed|updated|confirmed|discovered) [~lately]',
    '(anything|something) (changed|new|different) [about|with|in|on|for] [the] {thing} [~lately]',
    'when ~be [the] {thing} last (updated|changed|seen|reported|confirmed)',
    '[what|anything] (has|have|was|were|got) [been] [recently] (added|changed|updated|confirmed|discovered) [~lately]',
    '(did|has|have) (anything|something) (change|changed) [about|with|in|on|for] [the] {thing} [~lately]',
  ],
} as const satisfies Intent;
