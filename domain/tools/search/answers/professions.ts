import { SKILL_MAX } from '../../../../schema/limits.ts';
import type { profession_path as contract } from '../../../../schema/tools/professions.ts';
import type { AnswerOf } from '../../../../schema/tools/tool.ts';
import { moneyText } from '../../../cards/words.ts';
import { lineOf } from '../../../reads/entities/first_of.ts';
import { allOf, counted } from '../../../values/phrases.ts';
import { boughtText, headLine, learnText } from '../../craft/path_text.ts';
import { noRecipesOf } from '../../craft/profession_facts.ts';
import { profession_path } from '../../craft/profession_path.ts';
import { type AnswerIntent, leastSure } from './answer.ts';
import { findMarket, findProfession } from './known_names.ts';

type Path = NonNullable<AnswerOf<typeof contract>['page']>;

const USUAL_SPAN = { from: 1, to: 300 };

/** Number of steps of a route in its first sentence. */
const STEPS_MAX = 8;

/** Answers with the cheapest known way to raise a profession. */
export const answerSkillUp: AnswerIntent = async ({ tools, snapshot }, slots) => {
  const { profession, thing = '', from, skill, realm } = slots;
  const span = { from: Number(from ?? USUAL_SPAN.from), to: Number(skill ?? USUAL_SPAN.to) };
  if (span.from < 1 || span.from >= span.to || span.to > SKILL_MAX) return null;
  const match = await findProfession(snapshot, profession ?? thing);
  const { certainty, name, note } = match;
  if (name === null) {
    return profession === undefined ? null : { certainty, lines: [note!], about: [], arguments: {} };
  }
  const market = await findMarket(snapshot, realm);
  const asked = { profession: name, ...span, ...(market.name === null ? {} : { realm: market.name }) };
  const found = await profession_path.answer(tools, asked);
  const page = found.ok ? found.value.page : undefined;
  const notes = [note, market.note].filter((one) => one !== null);
  if (page === undefined) {
    const { none } = await noRecipesOf(snapshot, name);
    return { certainty, lines: [...notes, none], about: [], arguments: asked };
  }
  return {
    certainty: leastSure([certainty, market.certainty]),
    lines: [...notes, ...pathLines(page), ...(market.choice === null ? [] : [market.choice])],
    about: page.recipes.map(({ recipe }) => `recipe:${recipe.id}`),
    arguments: asked,
    fromFiles: found.ok && found.value.gameData != null,
  };
};

function pathLines(page: Path): readonly string[] {
  const shopping = (page.shopping ?? []).filter(({ buy }) => buy > 0);
  const learned = page.recipes.flatMap(learnText);
  const reached = reachedSkill(page);
  return [
    ...stepsLine(page, reached),
    headLine({ ...page, to: page.steps.length === 0 ? page.to : reached }),
    ...gapsLine(page, reached),
    ...lineOf('Buy', { total: shopping.length, rows: shopping }, boughtText),
    ...lineOf('Learn', { total: learned.length, rows: learned }, (text) => text),
    ...(page.steps.length === 0 ? [] : [sampleText(page)]),
  ];
}

/** Returns the skill at which the route ends. */
function reachedSkill({ to, gaps }: Path): number {
  const last = gaps.at(-1);
  return last?.toSkill === to ? last.fromSkill : to;
}

/** Renders `"Tailoring": 1–25 "Bolt of Linen Cloth" (24 crafts), 25–40 "Linen Cloak" (16 crafts); about 1g in all.` */
function stepsLine(page: Path, reached: number): readonly string[] {
  const { profession, steps, to, shoppingCopper, lessonsCopper } = page;
  if (steps.length === 0) return [];
  const shown = steps.slice(0, STEPS_MAX).map(({ recipeId, name, fromSkill, toSkill, wholeCrafts = 0 }) => {
    const recipe = name === null ? `recipe ${recipeId}` : JSON.stringify(name);
    return `${fromSkill}–${toSkill} ${recipe} (${counted(wholeCrafts, 'craft')})`;
  });
  const more = steps.length > shown.length ? `, and ${counted(steps.length - shown.length, 'more step')}` : '';
  const cost =
    shoppingCopper == null
      ? ''
      : `; about ${moneyText(shoppingCopper + lessonsCopper)} ${isPriced(page) ? 'in all' : 'for everything with a price'}`;
  const end = reached === to ? '' : ` The recipes that three players reported reach only skill ${reached}, not ${to}.`;
  return [`${JSON.stringify(profession)}: ${shown.join(', ')}${more}${cost}.${end}`];
}

/** Whether the total leaves nothing out. */
function isPriced({ leavesOut, shopping }: Path): boolean {
  return leavesOut.length === 0 && (shopping ?? []).every(({ costCopper }) => costCopper !== null);
}

/** Names skills below the end of the route that no known recipe raises. */
function gapsLine({ gaps, steps }: Path, reached: number): readonly string[] {
  const between = gaps.filter(({ fromSkill }) => fromSkill < reached || steps.length === 0);
  const spans = between.map(({ fromSkill, toSkill }) => `${fromSkill} to ${toSkill}`);
  return spans.length === 0 ? [] : [`No known recipe raises the skill from ${allOf(spans)}.`];
}

function sampleText({ recipes }: Path): string {
  const filed = recipes.filter(({ counted: uses }) =>
    [uses?.yellow, uses?.grey].some((threshold) => threshold?.source === 'game-files'),
  );
  const rest =
    filed.length === 0
      ? ''
      : `, except for the skills of ${counted(filed.length, 'recipe')}, which are those in the game’s files`;
  return `At least three players agree on each recipe and price${rest}.`;
}
