import type { Intent } from './intent.ts';

/** Questions about the quests of a zone. */
export const zone_quests = {
  name: 'zone_quests',
  tool: 'entity_relations',
  patterns: [
    '(what|which|how many|list|show|all) [~a] ~quest [~be|are] [there] [for me] (in|around|at|near) [~a] {zone} [at level {level}]',
    '[all] ~quest [there] (in|around|at|near|for) [~a] {zone} [at level {level}]',
    '[~a] {zone} ~quest',
    '[what|which|any|all] ~quest [there|~be|are] [(at|for|around|near)] level {level} [(in|at|around) [~a] {zone}]',
    '[what|which|any|all|low|high] [level] ~quest [are] [there] (in|at|around) [~a] {zone}',
    '[what|which|any|all] ~quest',
  ],
} as const satisfies Intent;
