import type { Intent } from './intent.ts';

/** Questions about the creatures and people of a zone, of any or some level. */
export const creatures = {
  name: 'creatures',
  tool: 'entity_relations',
  patterns: [
    '[(what|which|any|all)] [hostile|friendly|neutral] [level {level}] ~mob [~be|are] [there] (in|at|around|of) [~a] {zone}',
    '~mob (in|at|around|of) [~a] {zone} [(at|of|around) level {level}]',
    '~mob (in|at|around|of) [~a] {zone} level {level}',
    '(what|who) ~be [there] (in|at|around) [~a] {zone} [(at|for) level {level}]',
    '(what|which) ~mob [~be|are] [(in|of|at|around)] level {level} [(in|at|around) [~a] {zone}]',
    '[all] ~mob [(of|at|around)] level {level}',
  ],
} as const satisfies Intent;
