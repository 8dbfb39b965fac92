import assert from 'node:assert/strict';
import { type Node, type Plan, POINTS_MAX, spendable, type Tree, takes, treesByClass } from '../count/talents.ts';
import { type Dice, dice } from '../dice.ts';
import { newTally, type Tally } from '../figures.ts';
import { factOf, type ToolCheck, type ToolGround } from '../tools.ts';

const LEVELS = Array.from({ length: POINTS_MAX }, (_, at) => 10 + at);
const POINT_LEVELS = { levels: LEVELS, rule: 'one-a-level-from-10' };

/** Returns how a node without a name is described. */
function calledBy(tree: string, { nodeId, name, row }: Node): string {
  return name ?? `Talent ${nodeId} (${tree}, row ${row + 1})`;
}

function nodeShown(tree: string, node: Node) {
  return shownOf(calledBy(tree, node), node);
}

function shownOf(label: string, { nodeId, name, row, column, maxRank, spellIds, prerequisites, gate }: Node) {
  return {
    nodeId,
    name,
    label,
    row,
    column,
    maxRank,
    prerequisites,
    prerequisitesAnyOf: [],
    pointsRequired: gate,
    // Icons of talents are in SpellMisc, which the build's tables do not include.
    talents: [{ talentId: nodeId, name, maxRank, spellIds, icon: null }],
  };
}

/** Checks every tree of every class, node by node, against the tables. */
export const checkTalentTree: ToolCheck = async ({ ask, tables }) => {
  const tally = newTally();
  for (const [slug, trees] of treesByClass(tables)) {
    const hold = async (meant: readonly Tree[], tree?: string): Promise<void> => {
      const { answer } = await ask('talent_tree', { class: slug, ...(tree === undefined ? {} : { tree }) });
      const shown = meant.map(({ nodes, ...head }) => ({
        ...head,
        nodes: nodes.map((node) => nodeShown(head.name, node)),
      }));
      const { class: of, pointLevels, gateRule, prerequisiteRule } = answer;
      tally.hold(`talent_tree ${slug} ${tree ?? ''}`, answer.trees, shown);
      const head = [slug, POINT_LEVELS, 'five-a-row', 'files'];
      tally.hold(`talent_tree ${slug}: head`, [of, pointLevels, gateRule, prerequisiteRule], head);
    };
    await hold(trees);
    for (const tree of trees) {
      await hold([tree], tree.number === 2 ? '2' : tree.name.toUpperCase());
    }
    await assert.rejects(ask('talent_tree', { class: slug, tree: 'No Such' }), /tree must be/);
  }
  await assert.rejects(ask('talent_tree', { class: 'tinker' }), /class must be one of warrior/);
  return tally.figures();
};

/** Spends points at random where that is legal, up to `most` or as many as possible. */
function rolledPlan(trees: readonly Tree[], chance: Dice, most: number): Plan {
  const spent = new Map<number, number>();
  const own = chance.chance(0.6) ? [chance.pick(trees)] : trees;
  for (let points = 0; points < most; points++) {
    const open = own.flatMap(({ nodes }) => nodes).filter(({ nodeId }) => takes(trees, spent, nodeId));
    if (open.length === 0) break;
    // Prefers deep nodes, so that plans reach the end of a tree.
    const { nodeId } = chance.chance(0.6) ? open.at(-1)! : chance.pick(open);
    spent.set(nodeId, (spent.get(nodeId) ?? 0) + 1);
  }
  return chance.shuffled([...spent]);
}

function sumOf(plan: Plan): number {
  return plan.reduce((sum, [, rank]) => sum + rank, 0);
}

/** Checks legal and illegal plans of every class: the verdict, the points, the level, the order, and popularity. */
export const checkTalentPlan: ToolCheck = async (ground) => {
  const tally = newTally();
  const chance = dice(20);
  let broken = 0;
  const classes = treesByClass(ground.tables);
  for (const [slug, trees] of classes) {
    for (const most of [chance.between(1, 20), chance.between(21, 45), POINTS_MAX]) {
      const plan = rolledPlan(trees, chance, most);
      await holdPlan(tally, ground, slug, trees, plan);
      // Without some of its points, a plan may be legal or not.
      const less = chance.below(plan.length);
      const other = plan.flatMap(([nodeId, rank], at) => {
        if (at !== less) return [[nodeId, rank] as const];
        return rank > 1 && chance.chance(0.5) ? [[nodeId, rank - 1] as const] : [];
      });
      if (other.length > 0) broken += (await holdPlan(tally, ground, slug, trees, other)) ? 0 : 1;
    }
    await holdLevels(tally, ground, slug, trees, rolledPlan(trees, chance, chance.between(1, 20)));
    if (chance.chance(0.5)) await holdFaults(tally, ground, slug, trees, classes);
  }
  assert.ok(broken >= 3, 'some plans fall with a point of theirs');
  for (const points of ['1', '1:1:1', 'x', '1:-1']) {
    await assert.rejects(ground.ask('talent_plan', { class: 'mage', points }), /points must/);
  }
  await assert.rejects(ground.ask('talent_plan', { class: 'tinker', points: '1:1' }), /class must be one of warrior/);
  return tally.figures();
};

/**
 * Checks the points at a level, the points left by the plan, and every node that can then take a point, also without a
 * plan.
 */
async function holdLevels(
  tally: Tally,
  { ask }: ToolGround,
  slug: string,
  trees: readonly Tree[],
  plan: Plan,
): Promise<void> {
  for (const [spent, level] of [
    [[], 9],
    [[], 10],
    [plan, 9 + sumOf(plan)],
    [plan, 10 + sumOf(plan)],
    [plan, 60],
  ] as const) {
    const points = spent.length === 0 ? {} : { points: textOf(spent) };
    const { answer } = await ask('talent_plan', { class: slug, level, ...points });
    const label = `talent_plan ${slug} at level ${level}, ${textOf(spent)}`;
    const left = Math.max(0, Math.min(level - 9, POINTS_MAX) - sumOf(spent));
    const open = trees.flatMap(({ number, nodes }) =>
      nodes
        .filter(({ nodeId }) => left > 0 && takes(trees, new Map(spent), nodeId))
        .map((node) => ({ tree: number, node })),
    );
    const next = open.map(({ tree, node: { nodeId, name, maxRank } }) => ({
      nodeId,
      name,
      label: labelIn(trees, nodeId),
      tree,
      maxRank,
      rank: 1 + (spent.find(([id]) => id === nodeId)?.[1] ?? 0),
    }));
    tally.hold(`${label}: verdict`, [answer.legal, answer.points], [true, sumOf(spent)]);
    tally.hold(label, answer.atLevel, { level, points: Math.max(0, level - 9), left, next });
  }
}

function textOf(plan: Plan): string {
  return plan.map(([nodeId, rank]) => `${nodeId}:${rank}`).join(',');
}

/** Checks the answer to a plan whose entries are valid individually. Returns whether the plan is legal. */
async function holdPlan(
  tally: Tally,
  ground: ToolGround,
  slug: string,
  trees: readonly Tree[],
  plan: Plan,
): Promise<boolean> {
  const label = `talent_plan ${slug} ${textOf(plan)}`;
  const { answer } = await ground.ask('talent_plan', { class: slug, points: textOf(plan) });
  const spent = spendable(trees, plan);
  const points = sumOf(plan);
  const legal = points <= POINTS_MAX && plan.every(([nodeId, rank]) => spent.get(nodeId) === rank);
  holdPoints(tally, label, answer, trees, plan);
  tally.hold(`${label}: class and verdict`, [answer.class, answer.legal, answer.unchecked], [slug, legal, []]);
  tally.hold(`${label}: levels`, answer.pointLevels, POINT_LEVELS);
  tally.hold(`${label}: level needed`, answer.levelNeeded, legal ? LEVELS[points - 1] : null);
  holdPopularity(tally, label, ground, slug, trees, plan, answer);
  if (legal) {
    tally.hold(`${label}: broken`, answer.broken, null);
    holdOrder(tally, label, trees, plan, answer.order);
    return true;
  }
  tally.hold(`${label}: order`, answer.order, null);
  const { nodeId } = answer.broken;
  const asked = plan.find(([id]) => id === nodeId)?.[1] ?? 0;
  assert.ok(asked > (spent.get(nodeId) ?? 0), `${label}: node ${nodeId} is what cannot be spent`);
  return false;
}

// biome-ignore lint/suspicious/noExplicitAny: what the tool answers
type Answer = any;

function holdPoints(tally: Tally, label: string, answer: Answer, trees: readonly Tree[], plan: Plan): void {
  const shown = trees.map(({ treeId, number, name, nodes }) => {
    const own = plan.filter(([nodeId]) => nodes.some((node) => node.nodeId === nodeId));
    return { treeId, number, name, points: sumOf(own) };
  });
  tally.hold(`${label}: points`, [answer.points, answer.pointsPerTree], [sumOf(plan), shown]);
}

function nameIn(trees: readonly Tree[], nodeId: number): string | null {
  return trees.flatMap(({ nodes }) => nodes).find((node) => node.nodeId === nodeId)?.name ?? null;
}

function labelIn(trees: readonly Tree[], nodeId: number): string {
  for (const { name, nodes } of trees) {
    const node = nodes.find((one) => one.nodeId === nodeId);
    if (node !== undefined) return calledBy(name, node);
  }
  return `Talent ${nodeId}`;
}

/** Asserts that every point can be spent in order, and that all of the plan is spent. */
function holdOrder(tally: Tally, label: string, trees: readonly Tree[], plan: Plan, order: Answer): void {
  const spent = new Map<number, number>();
  for (const [at, { nodeId, name, label: called, rank, level }] of order.entries()) {
    tally.hold(`${label}: point ${at + 1} may go to node ${nodeId}`, takes(trees, spent, nodeId), true);
    spent.set(nodeId, (spent.get(nodeId) ?? 0) + 1);
    tally.hold(
      `${label}: point ${at + 1}`,
      { name, called, rank, level },
      {
        name: nameIn(trees, nodeId),
        called: labelIn(trees, nodeId),
        rank: spent.get(nodeId),
        level: LEVELS[at],
      },
    );
  }
  const sorted = (ranks: Plan) => [...ranks].sort(([a], [b]) => a - b);
  tally.hold(`${label}: all points`, sorted([...spent]), sorted(plan));
}

interface Taken {
  readonly nodeId: number;
  readonly characters: number;
  readonly installs: number;
  readonly ranks: readonly unknown[];
}

interface Popularity {
  readonly day: string;
  readonly characters: number;
  readonly installs: number;
  readonly nodes: readonly Taken[];
  readonly plans: readonly { readonly nodes: Plan; readonly characters: number; readonly installs: number }[];
}

function holdPopularity(
  tally: Tally,
  label: string,
  ground: ToolGround,
  slug: string,
  trees: readonly Tree[],
  plan: Plan,
  answer: Answer,
): void {
  const fact = factOf(ground, 'talents', slug.toUpperCase()) as Popularity | undefined;
  const isShown = fact !== undefined;
  tally.hold(`${label}: credit`, [answer.attribution !== undefined, answer.dataAsOf !== undefined], [isShown, isShown]);
  if (fact === undefined) {
    tally.hold(`${label}: popularity`, answer.popularity, null);
    return;
  }
  const others = fact.nodes
    .filter(({ nodeId }) => !plan.some(([planned]) => planned === nodeId))
    .sort((a, b) => b.characters - a.characters || a.nodeId - b.nodeId);
  const rowOf = (nodeId: number, planned: number) => {
    const { characters = null, installs = null, ranks = [] } = fact.nodes.find((node) => node.nodeId === nodeId) ?? {};
    return { nodeId, name: nameIn(trees, nodeId), label: labelIn(trees, nodeId), planned, characters, installs, ranks };
  };
  const nodes = [...plan.map(([nodeId, rank]) => rowOf(nodeId, rank)), ...others.map(({ nodeId }) => rowOf(nodeId, 0))];
  const { day, characters, installs } = fact;
  // The five plans with the most characters, tree by tree.
  const ids = trees.flatMap((tree) => tree.nodes.map((node) => node.nodeId));
  const place = (nodeId: number): number => (ids.includes(nodeId) ? ids.indexOf(nodeId) : ids.length);
  const plans = fact.plans.slice(0, 5).map(({ nodes: taken, ...cell }) => {
    const inOrder = [...taken].sort(([a], [b]) => place(a) - place(b));
    return {
      ...cell,
      points: textOf(inOrder),
      spent: sumOf(inOrder),
      pointsPerTree: trees.map((tree) =>
        sumOf(inOrder.filter(([nodeId]) => tree.nodes.some((node) => node.nodeId === nodeId))),
      ),
      nodes: inOrder.map(([nodeId, rank]) => ({
        nodeId,
        name: nameIn(trees, nodeId),
        label: labelIn(trees, nodeId),
        rank,
      })),
    };
  });
  tally.hold(`${label}: popularity`, answer.popularity, { day, characters, installs, nodes, plans });
}

/** Checks plans with one fault each: the answer must name the node, the requirement and the given value. */
async function holdFaults(
  tally: Tally,
  ground: ToolGround,
  slug: string,
  trees: readonly Tree[],
  classes: ReadonlyMap<string, readonly Tree[]>,
): Promise<void> {
  const [tree] = trees;
  const nodes = trees.flatMap((one) => one.nodes);
  const first = tree!.nodes[0]!;
  const foreign = [...classes].find(([other]) => other !== slug)![1][0]!.nodes[0]!.nodeId;
  const gated = nodes.find(({ gate, prerequisites }) => gate > 0 && prerequisites.length === 0)!;
  const after = nodes.find(({ prerequisites }) => prerequisites.length > 0)!;
  const [needs] = after.prerequisites;
  const faults: readonly (readonly [what: string, plan: Plan, nodeId: number | null, told: readonly number[]])[] = [
    [
      'no node',
      [
        [first.nodeId, 1],
        [999_999, 1],
      ],
      999_999,
      [999_999],
    ],
    ['another class', [[foreign, 1]], foreign, [foreign]],
    ['too many ranks', [[first.nodeId, first.maxRank + 1]], first.nodeId, [first.maxRank, first.maxRank + 1]],
    ['no rank', [[first.nodeId, 0]], first.nodeId, [first.maxRank, 0]],
    [
      'named twice',
      [
        [first.nodeId, 1],
        [first.nodeId, 1],
      ],
      first.nodeId,
      [],
    ],
    ['gate', [[gated.nodeId, 1]], gated.nodeId, [gated.gate, 0]],
    ['prerequisite', [...fillerFor(trees, after), [after.nodeId, 1]], after.nodeId, [needs!.rank, 0]],
    ['too many points', [...greatPlan(trees)], null, [POINTS_MAX, sumOf(greatPlan(trees))]],
  ];
  for (const [what, plan, nodeId, told] of faults) {
    const label = `talent_plan ${slug}, ${what}`;
    const { answer } = await ground.ask('talent_plan', { class: slug, points: textOf(plan) });
    tally.hold(label, [answer.legal, answer.order, answer.levelNeeded], [false, null, null]);
    const name = nodeId === null ? null : nameIn(trees, nodeId);
    tally.hold(`${label}: node`, [answer.broken.nodeId, answer.broken.name], [nodeId, name]);
    const numbers = (answer.broken.rule.match(/\d+/g) ?? []).map(Number);
    tally.hold(
      `${label}: ${answer.broken.rule}`,
      told.filter((figure) => !numbers.includes(figure)),
      [],
    );
  }
}

/** Returns enough points in a node's tree that only its prerequisites are missing. */
function fillerFor(trees: readonly Tree[], { nodeId, gate, prerequisites }: Node): Plan {
  const tree = trees.find(({ nodes }) => nodes.some((node) => node.nodeId === nodeId))!;
  const needed = new Set(prerequisites.map((one) => one.nodeId));
  const spent = new Map<number, number>();
  for (let points = 0; points < gate; points++) {
    const open = tree.nodes.find(
      (node) => !needed.has(node.nodeId) && node.nodeId !== nodeId && takes(trees, spent, node.nodeId),
    );
    assert.ok(open !== undefined, `there is room for ${gate} points without the prerequisites of node ${nodeId}`);
    spent.set(open.nodeId, (spent.get(open.nodeId) ?? 0) + 1);
  }
  return [...spent];
}

/** Returns a plan with one point more than a character has, where each could otherwise be spent. */
function greatPlan(trees: readonly Tree[]): Plan {
  const spent = new Map<number, number>();
  const nodes = trees.flatMap((tree) => tree.nodes);
  for (let points = 0; points <= POINTS_MAX; points++) {
    const open = nodes.find(({ nodeId }) => takes(trees, spent, nodeId));
    spent.set(open!.nodeId, (spent.get(open!.nodeId) ?? 0) + 1);
  }
  return [...spent];
}
