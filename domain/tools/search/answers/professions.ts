import { SKILL_MAX } from '../../../../schema/limits.ts';
import type { profession_path as contract } from '../../../../schema/tools/professions.ts';
import type { ToolAnswer, ToolArguments } from '../../../../schema/tools/tool.ts';
import { createSnapshotCache } from '../../../reads/snapshot_cache.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { buildProfessionPath, formatProfessionSlug } from '../../../values/profession_page.ts';
import { renderRoute } from '../../craft/path_text.ts';
import { explainNoRecipes } from '../../craft/profession_facts.ts';
import { profession_path } from '../../craft/profession_path.ts';
import {
  type Answerer,
  addNameNotes,
  createIntent,
  type DirectAnswer,
  explainUnknownName,
  type QuestionContext,
} from './answer.ts';
import { findAskedMarket, findProfession } from './known_names.ts';

type PathPage = NonNullable<ToolAnswer<typeof contract>['page']>;

const DEFAULT_SKILL_SPAN = { from: 1, to: 300 };

/** Answers with the cheapest known way to raise a profession. */
const answerSkillPath: Answerer = async (context, slots) => {
  const { snapshot } = context;
  const { profession, thing = '', from, skill, realm } = slots;
  const span = { from: Number(from ?? DEFAULT_SKILL_SPAN.from), to: Number(skill ?? DEFAULT_SKILL_SPAN.to) };
  if (span.from < 1 || span.from >= span.to || span.to > SKILL_MAX) return null;
  const match = await findProfession(snapshot, profession ?? thing);
  const { name } = match;
  if (name === null) return profession === undefined ? null : explainUnknownName(match);
  const market = await findAskedMarket(context, realm);
  const asked = { profession: name, ...span, ...(market.name === null ? {} : { realm: market.name }) };
  const route = await cachedRoutes(snapshot, JSON.stringify(asked), () => readRoute(context, asked));
  return addNameNotes([match, market], {
    ...route,
    lines: [...route.lines, ...(market.choice === null ? [] : [market.choice])],
    about: [`profession:${formatProfessionSlug(name)}`, ...route.about],
    arguments: asked,
  });
};

export const skillUpIntent = createIntent('skill_up', 'profession_path', answerSkillPath)`
  [what ~be] [the] (cheapest|cheap) ~way to [~raise|get] [to] [skill|level] {skill} [skill|points] [in|of] {profession} ~atrealm
  [what ~be] [the] (cheapest|cheap) ~way (to|for) [~raise|get] [up] [my] {profession} ~toskill ~atrealm
  [what ~be] [the] [~cheap] ~way to [~raise|get] [to] [skill|level] {skill} [skill|points] [in|of] {thing} ~atrealm
  [what ~be] [the] [~cheap] ~way (to|for) [~raise|get] [up] [my] {thing} ~toskill ~atrealm
  ~howtoraise (~raise|get|~leveling) [up] [my] {thing} ~toskill [~cheap] [what (to|~can ~i) (~make|do)] ~atrealm
  ~howtoraise (~raise|~leveling) [up] [my] {thing} [skill] [from [skill] {from}] [~cheap] [what (to|~can ~i) (~make|do)] ~atrealm
  [~cheap] (~raise|~leveling|power ~leveling) [up] [my] {thing} [~toskill] [skill] [~cheap] ~atrealm
  [~cheap] [~raise] {thing} [skill|~leveling|from|guide] {from} [to|until] {skill} [~leveling|guide|how|~cheap] ~atrealm
  [~cheap] {thing} {from} [to] {skill} [~cheap] [with|at|on|for] {realm} [~price]
  {thing} [to] {skill} [[on|at|in] {realm}] (cost|price|gold|cheap|fast); {thing} [skill] (up to|to|until) [skill|level] {skill} [~cheap|guide] ~atrealm
  [~cheap] {thing} [profession] [power] (~leveling|guide|~leveling guide|~way) ~atrealm
  [~cheap] guide (to|for) [~leveling] {thing} ~atrealm
  (where|what) ~can ~i ~raise [up] [my] {thing} from [skill] {from} [to [skill|level] {skill}]
`;

type Route = Pick<DirectAnswer, 'lines' | 'about' | 'fromFiles'>;

/** Maximum number of routes cached. A route takes about two kilobytes. */
const CACHED_ROUTES_MAX = 500;
const cachedRoutes = createSnapshotCache<Route>(CACHED_ROUTES_MAX, () => 1);

async function readRoute({ tools, snapshot }: QuestionContext, asked: ToolArguments<typeof contract>): Promise<Route> {
  const found = await profession_path.answer(tools, asked);
  const page = found.ok ? found.value.page : undefined;
  if (page === undefined) {
    const { none } = await explainNoRecipes(snapshot, asked.profession);
    return { lines: [none], about: [] };
  }
  return {
    lines: [...renderRoute(page), ...(page.steps.length === 0 ? [] : [describeDataGaps(page), linkPage(tools, asked)])],
    about: page.recipes.map(({ recipe }) => `recipe:${recipe.id}`),
    fromFiles: found.ok && found.value.gameData != null,
  };
}

function linkPage({ publisher }: QuestionContext['tools'], { profession, ...asked }: ToolArguments<typeof contract>) {
  const query = Object.entries(asked).map(([name, value]) => [name, `${value}`]);
  const path = buildProfessionPath(formatProfessionSlug(profession));
  return `This route as a page: ${publisher.publicUrl}${path}?${new URLSearchParams(query)}`;
}

function describeDataGaps({ recipes }: PathPage): string {
  const filed = recipes.filter(({ counted: uses }) =>
    [uses?.yellow, uses?.grey].some((threshold) => threshold?.source === 'game-files'),
  );
  const skills = `, except for the skills of ${formatQuantity(filed.length, 'recipe')}, which are from the game’s files`;
  return `At least three players agree on each recipe and price${filed.length === 0 ? '' : skills}.`;
}
