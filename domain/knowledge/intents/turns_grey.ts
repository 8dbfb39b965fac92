import type { Intent } from './intent.ts';

/** Questions about the skills at which a recipe turns yellow, green or grey. */
export const turns_grey = {
  name: 'turns_grey',
  tool: 'recipe_thresholds',
  patterns: [
    '(when|what skill|what level|at (what|which) (skill|level|point)) [level] ~can [~a] {recipe} [recipe] ~go [to] ~colour [for me]',
    '(when|what skill|what level|at (what|which) (skill|level|point)) [level] ~be [~a] {recipe} [recipe] ~colour',
    '(when|what skill|what level|at (what|which) (skill|level|point)) [level] ~can [~a] {recipe} stop (giving|to give|raising) [me] [~skillup] [~skillup]',
    '(how long|until when|until what skill|up to what skill|up to which skill) (~be|~can) [~a] {recipe} [~be|stay|stays|remain|give] (~colour|~skillup) [~skillup]',
    'how long ~can [~a] {recipe} (~raise|give) [me] [~skillup] [~skillup]',
    '(~can|~be) [~a] {recipe} [still] (~colour|give [me] ~skillup [~skillup]) [~skillup] at [skill|level] {skill}',
    '[~a] {recipe} (~go|turning) ~colour [at] [skill|level]',
    '[~a] {recipe} [recipe] ~colour (when|at|skill|level|at what skill|at what level)',
    '[~a] {recipe} [recipe] (skill|difficulty) (colours|colors|levels|thresholds|ranges|range)',
    '[~a] {recipe} [recipe] (colours|colors|thresholds)',
    '(colours|colors|thresholds|skill levels|skill range|skill ranges) (of|for) [~a] {recipe}',
    '[~a] {recipe} (~skillup) (~skillup)',
    'what (colour|color|difficulty) ~be [~a] {recipe} [at [skill|level] {skill}]',
    '[~a] {recipe} ~colour',
    '[~a] {recipe} (~go|turn|turns) ~colour',
    '[~a] {recipe} (~skillup) (~skillup)',
    'what (colour|color|difficulty) ~be [~a] {recipe} [at [skill|level] {skill}]',
    '[~a] {recipe} difficulty',
  ],
} as const satisfies Intent;
