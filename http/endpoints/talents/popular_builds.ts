import { BUILD_PARAMETER, encodeBuild } from '../../../domain/game_files/talents/build_code.ts';
import { checkPlan, type PlannedRank } from '../../../domain/game_files/talents/plan.ts';
import type { ClassTalents } from '../../../domain/ports/build.ts';
import { counted } from '../../../domain/values/phrases.ts';
import type { talent_plan as planContract } from '../../../schema/tools/talents.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { html } from '../../pages/html.ts';
import { section } from '../../pages/parts/section.ts';

export type Popularity = AnswerOf<typeof planContract>['popularity'];
type Plan = NonNullable<Popularity>['plans'][number];

const HEADING = 'Popular builds';

/** Renders the builds that three players reported identically, each with a link that opens it in the calculator. */
export function popularBuilds(talents: ClassTalents, popularity: Popularity): unknown {
  if (popularity === null) {
    return section(
      'popular',
      HEADING,
      html`<p>No reports yet. Builds appear here once three players use the same one.</p>\n`,
    );
  }
  const { plans, characters, installs, day } = popularity;
  const counts = html`<p>${counted(characters, 'character')} of ${counted(installs, 'player')} seen in the 30 days before ${day}.
Shares at the talents are of these characters. The true share may be higher, because three players must report each choice.</p>
`;
  return section(
    'popular',
    HEADING,
    plans.length === 0
      ? html`${counts}<p>No three of these players use the same build.</p>\n`
      : html`${counts}<ul class="plain popular">
${plans.map((plan) => html`<li class="panel">${buildShown(talents, plan)}</li>\n`)}</ul>
`,
  );
}

function buildShown(talents: ClassTalents, plan: Plan): unknown {
  const { spent, pointsPerTree, characters, installs } = plan;
  const split = pointsPerTree.join('/');
  const names = talents.trees.flatMap(({ name, order }, at) =>
    pointsPerTree[at] === 0 ? [] : [`${pointsPerTree[at]} ${name ?? `in tree ${order + 1}`}`],
  );
  const build = plan.points.split(',').map((entry): PlannedRank => {
    const [nodeId, rank] = entry.split(':').map(Number);
    return { nodeId: nodeId!, rank: rank! };
  });
  const code = encodeBuild(talents, build);
  return html`<p>${
    checkPlan(talents, build).legal
      ? html`<a href="?${BUILD_PARAMETER}=${code}" rel="nofollow"><b>${split}</b></a>`
      : html`<b>${split}</b>`
  } ${names.join(', ')}</p>
${splitBar(pointsPerTree, spent)}<p class="quiet">${counted(characters, 'character')}, ${counted(installs, 'player')}</p>
`;
}

/** Draws the shares of the trees in a build as one bar. */
function splitBar(pointsPerTree: readonly number[], spent: number): unknown {
  let x = 0;
  const parts = pointsPerTree.map((points, at) => {
    const width = spent === 0 ? 0 : (100 * points) / spent;
    const part = html`<rect class="part${(at % 3) + 1}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="6"/>`;
    x += width;
    return part;
  });
  return html`<svg class="points-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>\n`;
}
