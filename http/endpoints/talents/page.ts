import { percentText } from '../../../domain/cards/words.ts';
import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { NO_BUILD } from '../../../domain/tools/shared/empty_hints.ts';
import { classWord, NO_TALENTS, slugsWithTalents } from '../../../domain/tools/talents/class_talents.ts';
import { talent_plan } from '../../../domain/tools/talents/talent_plan.ts';
import { talent_tree } from '../../../domain/tools/talents/talent_tree.ts';
import { allOf, counted, eitherOf } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import type { talent_plan as planContract, talent_tree as treeContract } from '../../../schema/tools/talents.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { Context } from '../../context.ts';
import { createAsk, createSee } from '../../pages/ask.ts';
import { decodedPart } from '../../pages/decoded.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { observedFooter } from '../../pages/observed.ts';
import { FILES_MARK } from '../../pages/parts/facts.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { section } from '../../pages/parts/section.ts';
import { table } from '../../pages/parts/table.ts';
import { DRAWN, type DrawnTalent, talentDrawing } from '../../pages/parts/talent_drawing.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Call } from '../../pipeline/route.ts';

type Tree = AnswerOf<typeof treeContract>['trees'][number];
type Node = Tree['nodes'][number];
type Popularity = AnswerOf<typeof planContract>['popularity'];

const FOLDER = '/talents/';

/** Creates a class's page: its talent trees, drawn and listed, and the share of characters that take each talent. */
export async function classPage(context: Context, call: Call): Promise<Result<PageContent, Refusal>> {
  const slug = decodedPart(call.path.slice(FOLDER.length));
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  if (slug.length > LENGTHS.slug.max) return err(noSuch());
  const ask = createAsk(context);
  const found = await ask(talent_tree, { class: slug });
  if (!found.ok) return found.error.kind === 'bad-parameter' ? err(noSuch(found.error.error)) : found;
  const { class: playerClass, trees, error, pointLevels, ...files } = found.value;
  if (error !== undefined || playerClass === null) return err(noSuch(error));
  const plan = await ask(talent_plan, { class: slug });
  if (!plan.ok) return plan;
  const { popularity, attribution, dataAsOf } = plan.value;
  const title = `${classWord(playerClass)} talents`;
  const { build, label, credit, extractedAt } = files;
  const drawn = trees.map((tree) => treeShown(tree, trees, popularity));
  return ok({
    title,
    path: `${FOLDER}${encodeURIComponent(playerClass)}`,
    description: `The talent trees of the ${classWord(playerClass).toLowerCase()}${popularity === null ? '' : `, with how many of ${counted(popularity.characters, 'character')} take each talent`}.`,
    data: `/api/tools/talent_plan?${new URLSearchParams({ class: playerClass })}`,
    ...(attribution === undefined
      ? {}
      : { observed: observedFooter({ attribution, dataAsOf: dataAsOf ?? null }).observed! }),
    gameData: build === null ? null : { build, label, credit, extractedAt },
    main: html`<p class="trail"><a href="${base}/talents">Talents</a></p>
<h1>${title}</h1>
<p>${treesLine(trees, pointLevels?.levels ?? null)} ${FILES_MARK}</p>
${popularityLine(popularity)}<div class="trees">
${drawn}</div>
${plansShown(popularity, trees)}`,
  });
}

function noSuch(error = 'There are no talents for this class.'): Refusal {
  return { kind: 'not-found', error };
}

function treesLine(trees: readonly Tree[], levels: readonly number[] | null): string {
  const points =
    levels === null || levels.length === 0
      ? ''
      : `, ${counted(levels.length, 'point')} to spend from level ${levels[0]} to ${levels.at(-1)}`;
  return `${counted(trees.length, 'tree')}${points}.`;
}

function popularityLine(popularity: Popularity): unknown {
  return popularity === null
    ? html`<p>It is unknown how many characters take each talent. Three players need to report it.</p>\n`
    : html`<p>Percentages are shares of ${counted(popularity.characters, 'character')} that ${counted(popularity.installs, 'player')}
reported in the 30 days before ${popularity.day}. The true share may be higher, because three players must report each choice.</p>
`;
}

function shareOf({ nodeId }: Node, popularity: Popularity): number | null {
  const characters = popularity?.nodes.find((node) => node.nodeId === nodeId)?.characters ?? null;
  return popularity === null || characters === null ? null : characters / popularity.characters;
}

function treeShown(tree: Tree, trees: readonly Tree[], popularity: Popularity): unknown {
  const name = tree.name ?? `Tree ${tree.number}`;
  const placed = tree.nodes.flatMap((node) => drawnTalent(node, popularity));
  const list = treeTable(name, tree, trees, popularity);
  const isDrawn = placed.length > 0 && placed.length === tree.nodes.length;
  return section(
    `tree-${tree.number}`,
    name,
    isDrawn
      ? html`${talentDrawing(`${name}, drawn`, placed)}<details>
<summary>${name} as a list</summary>
${list}</details>
`
      : list,
  );
}

/** Returns the talent for the drawing, or an empty array if the files give it no position or one outside the grid. */
function drawnTalent(node: Node, popularity: Popularity): readonly DrawnTalent[] {
  const { nodeId, label, row, column, maxRank, prerequisites, prerequisitesAnyOf } = node;
  if (row === null || column === null || row >= DRAWN.rows || column >= DRAWN.columns) return [];
  const after = [...prerequisites, ...prerequisitesAnyOf].map((one) => one.nodeId);
  return [{ nodeId, label, row, column, maxRank, after, share: shareOf(node, popularity) }];
}

function treeTable(name: string, tree: Tree, trees: readonly Tree[], popularity: Popularity): unknown {
  const labels = new Map(trees.flatMap(({ nodes }) => nodes.map(({ nodeId, label }) => [nodeId, label])));
  const named = ({ nodeId, rank }: Node['prerequisites'][number]) =>
    `${rank} in ${labels.get(nodeId) ?? `talent ${nodeId}`}`;
  return table({
    caption: `${name}: its talents`,
    columns: [
      ...[{ head: 'Talent' }, { head: 'Row', as: 'number' as const }, { head: 'Points', as: 'number' as const }],
      ...[{ head: 'Requires' }, { head: 'Taken by', as: 'number' as const }],
    ],
    rows: tree.nodes.map((node) => {
      const { label, row, maxRank, prerequisites, prerequisitesAnyOf, pointsRequired } = node;
      const share = shareOf(node, popularity);
      const after = [
        ...(pointsRequired === null || pointsRequired === 0 ? [] : [`${counted(pointsRequired, 'point')} in the tree`]),
        ...(prerequisites.length === 0 ? [] : [allOf(prerequisites.map(named))]),
        ...(prerequisitesAnyOf.length === 0 ? [] : [eitherOf(prerequisitesAnyOf.map(named))]),
      ];
      return [
        html`<bdi>${label}</bdi>`,
        { shown: row === null ? UNKNOWN : row + 1, value: row },
        { shown: maxRank, value: maxRank },
        html`<bdi>${after.join('; ')}</bdi>`,
        { shown: share === null ? UNKNOWN : percentText(share), value: share },
      ];
    }),
  });
}

function plansShown(popularity: Popularity, trees: readonly Tree[]): unknown {
  return popularity === null || popularity.plans.length === 0
    ? ''
    : section(
        'plans',
        'Whole plans',
        html`<p>Plans that three players reported identically, point by point, most popular first.</p>
${popularity.plans.map(
  ({ spent, pointsPerTree, characters, nodes }) => html`<details>
<summary>${pointsPerTree.map((points, at) => `${points} ${trees[at]?.name ?? `in tree ${at + 1}`}`).join(', ')}: ${counted(characters, 'character')}</summary>
<p>${counted(spent, 'point')}: <bdi>${nodes.map(({ label, rank }) => `${rank} in ${label}`).join(', ')}</bdi>.</p>
</details>
`,
)}`,
      );
}

const PATH = '/talents';
const TITLE = 'Talents';

/** Creates the list of classes that have talent trees in the imported build. */
export async function talentsPage(context: Context): Promise<Result<PageContent, Refusal>> {
  const seen = await createSee(context)((data) =>
    data.view.game === null ? Promise.resolve(null) : slugsWithTalents(data),
  );
  if (seen === null) return ok(nothingYet(TITLE, PATH));
  const { view, value: slugs } = seen;
  const base = basePath(context.settings.publicUrl);
  const none = slugs === null ? NO_BUILD : slugs.length === 0 ? NO_TALENTS : null;
  return ok({
    title: TITLE,
    path: PATH,
    description: 'The talent trees of each class, drawn, with how many characters take each talent.',
    gameData: view.game === null ? null : gameDataNotice(view.game),
    main: html`<h1>${TITLE}</h1>
${
  none !== null
    ? html`<p>${none}</p>`
    : html`<p>The talent trees of each class ${FILES_MARK}, and how many characters take each talent.</p>
<ul class="plain columns">
${(slugs ?? []).map((slug) => html`<li><a href="${base}${PATH}/${encodeURIComponent(slug)}">${classWord(slug)}</a></li>\n`)}</ul>`
}`,
  });
}
