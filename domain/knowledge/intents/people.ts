import type { Intent } from './intent.ts';

/** Questions about trainers, quest givers or vendors in a zone. */
export const people = {
  name: 'people',
  tool: 'entity_relations',
  patterns: [
    '[~who ~be] [all] [~a] {role} [are] [there] (in|at|near|around|of) [~a] {zone}',
    'where ~be [all] [~a] {role} (in|at|near|around|of) [~a] {zone}',
    'where [~can|to] [~i] ~find [all] [~a] {role} (in|at|near|around) [~a] {zone}',
    '~who ~give quests (in|at|near|around) [~a] {zone}',
    '(list|show) [all] [~a] {role} (in|of) [~a] {zone}',
    '[~a] {zone} {role}',
    'where ~be [~a] {role}',
    '[~a] {role}',
    '(what|which) {role} [~be] [there] (in|at|near|around|of) [~a] {zone}',
  ],
} as const satisfies Intent;
