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
    '(~who|where) (has|have|sells|teaches|is) [~a] {recipe} (recipe|pattern|plans|schematic|formula|lesson)',
    '[~a] {recipe} (recipe|pattern|plans|schematic|formula) (where|location|source|~vendor)',
    'how much ~can [~a] {recipe} cost to ~learn',
    'what (skill|level) ~can ~i need (for|to ~make|to ~learn) [~a] {recipe}',
    'what (skill|level) [~be] (needed|required) (for|to ~make|to ~learn) [~a] {recipe}',
  ],
} as const satisfies Intent;
