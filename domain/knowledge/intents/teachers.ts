import type { Intent } from './intent.ts';

/** Questions about trainers of a recipe or spell. */
export const teachers = {
  name: 'teachers',
  tool: 'recipe_thresholds',
  patterns: [
    '~who ~teach [how to ~make|me] [~a] {recipe}',
    'where [~can|to] [~i] (~learn|~find|buy) [how to ~make|~a recipe for|the recipe of|the pattern for|the plans for] [~a] {recipe} [recipe|pattern|plans|schematic|formula]',
    'how [~can|to] [~i] ~learn [to ~make|how to ~make] [~a] {recipe}',
    '[~a] {recipe} ~trainer',
  ],
} as const satisfies Intent;
