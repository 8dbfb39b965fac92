import * as v from 'valibot';
import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { BUILD_PARAMETER, encodeBuild } from '../../../domain/game_files/talents/build_code.ts';
import { describeSpentPoints, openSharedBuild } from '../../../domain/game_files/talents/calculator.ts';
import { checkPlan, type PlannedRank } from '../../../domain/game_files/talents/plan.ts';
import type { ClassTalents } from '../../../domain/ports/build.ts';
import { NO_BUILD_HINT } from '../../../domain/tools/shared/empty_hints.ts';
import { formatClassName, listSlugsWithTalents, NO_TALENTS_TEXT } from '../../../domain/tools/talents/class_talents.ts';
import { talent_plan } from '../../../domain/tools/talents/talent_plan.ts';
import { talent_tree } from '../../../domain/tools/talents/talent_tree.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import type { talent_plan as planContract, talent_tree as treeContract } from '../../../schema/tools/talents.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import type { Context } from '../../context.ts';
import { createAsker, createReader } from '../../pages/ask.ts';
import { decodePathPart } from '../../pages/decoded.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { createObservedFooter } from '../../pages/observed.ts';
import { renderCopyButton } from '../../pages/parts/copy.ts';
import { FILE_FACT_MARK } from '../../pages/parts/facts.ts';
import { buildEmptyPage } from '../../pages/parts/none.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { renderClassTiles, renderTalents } from '../../pages/parts/talent_trees.ts';
import { TALENTS_SCRIPT } from '../../pages/picture.ts';
import { readQuery, text } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Call } from '../../pipeline/route.ts';

const TALENTS_FOLDER = '/talents/';
const BUILD_QUERY = v.object({ build: text() });

/** Creates a class's calculator with the build of the address, and the builds that players use. */
export async function createClassPage(context: Context, call: Call): Promise<Result<PageContent, Refusal>> {
  const asked = readQuery(BUILD_QUERY, call.query);
  if (!asked.ok) return asked;
  const slug = decodePathPart(call.path.slice(TALENTS_FOLDER.length));
  const base = toBasePath(context.settings.publicUrl);
  if (slug.length > LENGTHS.slug.max) return err(refuseSlug());
  const ask = createAsker(context);
  const found = await ask(talent_tree, { class: slug });
  if (!found.ok) return found.error.kind === 'bad-parameter' ? err(refuseSlug(found.error.error)) : found;
  const talents = toClassTalents(found.value);
  if (talents === null) return err(refuseSlug(found.value.error));
  const plan = await ask(talent_plan, { class: slug });
  if (!plan.ok) return plan;
  const { popularity, attribution, dataAsOf } = plan.value;
  const { build, label, credit, extractedAt } = found.value;
  const { calculator, fault } = openSharedBuild(talents, asked.value.build ?? '');
  const { spent, pointsPerTree } = calculator;
  const word = formatClassName(talents.playerClass);
  const path = `${TALENTS_FOLDER}${encodeURIComponent(talents.playerClass)}`;
  const code = encodeBuild(talents, calculator.build);
  const address = `${context.settings.publicUrl}${path}${code === '' ? '' : `?build=${code}`}`;
  const split = pointsPerTree.join('/');
  const levels = talents.pointLevels.levels;
  return ok({
    title: `${word} talents${spent === 0 ? '' : ` ${split}`}`,
    path,
    hidden: asked.value.build !== null,
    description: `Talent calculator for the ${word.toLowerCase()}, with a link that holds the build${popularity === null ? '' : ' and the builds that players use'}.`,
    data: `/api/tools/talent_plan?${new URLSearchParams({ class: talents.playerClass })}`,
    ...(attribution === undefined
      ? {}
      : { observed: createObservedFooter({ attribution, dataAsOf: dataAsOf ?? null }).observed! }),
    gameData: build === null ? null : { build, label, credit, extractedAt },
    scripts: [TALENTS_SCRIPT],
    main: html`<p class="trail"><a href="${base}/talents">Talents</a></p>
<h1>${word} talents</h1>
<div id="calculator" class="calculator class-${talents.playerClass}"${levels === null ? '' : html` data-levels="${levels.join(' ')}"`}>
${fault === null ? '' : html`<p role="alert" class="fault">${fault} The rest of the build is shown.</p>\n`}<div class="panel build">
<p><b id="build-split">${split}</b> <span id="build-spent">${describeSpentPoints(calculator)}</span> ${FILE_FACT_MARK}</p>
<p class="copyable"><label for="build-link">Link to this build</label> <input id="build-link" readonly value="${address}"> ${renderCopyButton()} <a id="build-reset" class="reset" href="${base}${path}">Reset</a></p>
<p class="quiet">Choose a framed talent to add a point, and − to take one back. With scripts, right-click and the keys +, − and arrows work, too.</p>
</div>
${renderTalents(calculator, createShareReader(popularity))}</div>
${renderPopularBuilds(talents, popularity)}`,
  });
}

function refuseSlug(error = 'There are no talents for this class.'): Refusal {
  return { kind: 'not-found', error };
}

/** Returns the trees of an answer as the rules of the calculator take them, or null if it has none. */
function toClassTalents({ class: playerClass, ...answer }: ToolAnswer<typeof treeContract>): ClassTalents | null {
  const { trees, pointLevels, gateRule, prerequisiteRule, error } = answer;
  if (error !== undefined || playerClass === null) return null;
  return {
    playerClass,
    trees: trees.map(({ treeId, number, name, nodes }) => ({ treeId, order: number - 1, name, nodes })),
    pointLevels: pointLevels ?? { levels: null, rule: 'unknown' },
    gateRule: gateRule ?? 'unknown',
    prerequisiteRule: prerequisiteRule ?? 'full-rank',
  };
}

function createShareReader(popularity: PlanPopularity): (nodeId: number) => number | null {
  const characters = new Map((popularity?.nodes ?? []).map((node) => [node.nodeId, node.characters]));
  return (nodeId) => {
    const taken = characters.get(nodeId) ?? null;
    return popularity === null || taken === null ? null : taken / popularity.characters;
  };
}

const TALENTS_PATH = '/talents';
const TALENTS_TITLE = 'Talents';

/** Creates the list of classes that have talent trees in the imported build. */
export async function createTalentsPage(context: Context): Promise<Result<PageContent, Refusal>> {
  const seen = await createReader(context)((data) =>
    data.view.game === null ? Promise.resolve(null) : listSlugsWithTalents(data),
  );
  if (seen === null) return ok(buildEmptyPage(TALENTS_TITLE, TALENTS_PATH));
  const { view, value: slugs } = seen;
  const base = toBasePath(context.settings.publicUrl);
  const none = slugs === null ? NO_BUILD_HINT : slugs.length === 0 ? NO_TALENTS_TEXT : null;
  return ok({
    title: TALENTS_TITLE,
    path: TALENTS_PATH,
    description: 'Talent calculators for every class, with the builds that players use.',
    gameData: view.game === null ? null : buildGameDataNotice(view.game),
    main: html`<h1>${TALENTS_TITLE}</h1>
${
  none !== null
    ? html`<p>${none}</p>`
    : html`<p>Plan a build, share it as a link, and see which builds players use.</p>
${renderClassTiles(slugs ?? [], base)}`
}`,
  });
}

type PlanPopularity = ToolAnswer<typeof planContract>['popularity'];
type PopularPlan = NonNullable<PlanPopularity>['plans'][number];

const POPULAR_HEADING = 'Popular builds';

/** Renders the builds that three players reported identically, each with a link that opens it in the calculator. */
function renderPopularBuilds(talents: ClassTalents, popularity: PlanPopularity): unknown {
  if (popularity === null) {
    return renderSection(
      'popular',
      POPULAR_HEADING,
      html`<p>No reports yet. Builds appear here once three players use the same one.</p>\n`,
    );
  }
  const { plans, characters, installs, day } = popularity;
  const counts = html`<p>${formatQuantity(characters, 'character')} of ${formatQuantity(installs, 'player')} seen in the 30 days before ${day}.
Shares at the talents are of these characters. The true share may be higher, because three players must report each choice.</p>
`;
  return renderSection(
    'popular',
    POPULAR_HEADING,
    plans.length === 0
      ? html`${counts}<p>No three of these players use the same build.</p>\n`
      : html`${counts}<ul class="plain popular">
${plans.map((plan) => html`<li class="panel">${renderBuild(talents, plan)}</li>\n`)}</ul>
`,
  );
}

function renderBuild(talents: ClassTalents, plan: PopularPlan): unknown {
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
${renderTreeBar(pointsPerTree, spent)}<p class="quiet">${formatQuantity(characters, 'character')}, ${formatQuantity(installs, 'player')}</p>
`;
}

function renderTreeBar(pointsPerTree: readonly number[], spent: number): unknown {
  let x = 0;
  const parts = pointsPerTree.map((points, at) => {
    const width = spent === 0 ? 0 : (100 * points) / spent;
    const part = html`<rect class="part${(at % 3) + 1}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="6"/>`;
    x += width;
    return part;
  });
  return html`<svg class="points-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>\n`;
}
