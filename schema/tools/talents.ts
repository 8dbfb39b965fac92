import { flag, integer, name, nullable, nullableObject, oneOf, optional, strictObject, table } from '../fields.ts';
import { DAYS_BACK, LIST_MAX } from '../limits.ts';
import { count, text } from '../response_fields.ts';
import { attribution } from '../responses/attribution.ts';
import { array, day, gameFilesAnswer, installs, listArgument } from './parts.ts';
import { toolContract } from './tool.ts';

/** Schema parts shared by the talent tools. */

function classArgument() {
  return name('A player class, by its slug, such as warrior or deathknight.', 1, 80);
}

function nodeIdField(description: string) {
  return integer(description, 1);
}

function nodeNameField() {
  return nullable(text('Its name, or null if the files have none.', 1_000));
}

function nodeLabelField() {
  return text('What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)".', 1_000);
}

function treeNameField() {
  return nullable(text('Its name, or null if the files have none.', 300));
}

function prerequisitesField(description: string) {
  return table(description, [0, 200], 'A node and the ranks it must have.', {
    nodeId: nodeIdField('The node.'),
    rank: count('The ranks.'),
  });
}

function talentNodeSchema() {
  return strictObject('A node of the tree.', {
    nodeId: nodeIdField('The node, as talent_plan takes it.'),
    name: nodeNameField(),
    label: nodeLabelField(),
    row: nullable(count('Its row from the top, from 0, or null if the files position it differently.')),
    column: nullable(count('Its column from the left, counted from 0; null as in row.')),
    maxRank: count('The most points it takes.'),
    talents: table('What it teaches; a node of several choices lists one talent a choice.', [0, 200], 'A talent.', {
      talentId: count('The talent, by the client’s id.'),
      name: nodeNameField(),
      maxRank: count('Its ranks.'),
      spellIds: array('The spell of each rank, or the one spell of all.', count('A spell.'), 200),
      icon: nullable(text('File name of its icon without ending, as items have it, or null if unknown.', 300)),
    }),
    prerequisites: prerequisitesField('Nodes that must all have a number of ranks first.'),
    prerequisitesAnyOf: prerequisitesField(
      'Nodes of which one must have a number of ranks first; empty if there is no such choice.',
    ),
    pointsRequired: nullable(count('Points that must be spent in the tree first, or null if unknown.')),
  });
}

function pointLevelsField() {
  return strictObject('The levels at which talent points arrive.', {
    levels: nullable(array('One entry per point, ascending, or null if unknown.', count('A level.'), 1_000)),
    rule: oneOf('How they are known: from the files, by the rule of classic clients, or not at all.', [
      'files',
      'one-a-level-from-10',
      'unknown',
    ]),
  });
}

const PLAN_LIMITS = LIST_MAX.talentPlan;

export const talent_plan = toolContract('talent_plan', {
  title: 'Check a talent plan',
  description:
    'Checks a talent plan of a class: a valid plan has an order of spending its points and the level it needs, an invalid one the first rule that it breaks. With a level: the points left and the talents that can be taken next. Includes the number of characters with each talent and their whole plans, if three installs reported them. talent_tree lists the nodes.',
  layers: ['observed', 'game-files'],
  arguments: {
    class: classArgument(),
    points: optional(
      listArgument(
        'The points of each node, as nodeId:rank, such as 130:5,131:3; left out: none are spent yet.',
        4_000,
      ),
    ),
    level: optional(integer('A character’s level: asks what may be taken now, on top of points.', 1, 100)),
  },
  output: gameFilesAnswer({
    class: nullable(text('The slug of the class.', 80)),
    legal: nullable(flag('Whether points can be spent so, as far as the rules are known, or null if unknown.')),
    broken: nullableObject('The first rule that the plan breaks, or null if it is valid.', {
      nodeId: nullable(nodeIdField('The node it is about, or null if it is about the whole plan.')),
      name: nodeNameField(),
      rule: text('What is needed and what the plan gives, in one sentence.', 2_000),
    }),
    points: count('Points that the plan spends.'),
    pointsPerTree: table('Points in each tree of the class, in the client’s order.', [0, 100], 'A tree.', {
      treeId: count('Its id in the client; trees of newer clients may share one.'),
      number: count('Its place among the trees of the class, counted from 1.'),
      name: treeNameField(),
      points: count('Points of the plan in it, whether the plan is legal or not.'),
    }),
    levelNeeded: nullable(
      count('The level at which the last point is gained, or null if the plan is invalid or levels are unknown.'),
    ),
    pointLevels: nullable(pointLevelsField()),
    order: nullable(
      array(
        'A valid order of spending the points, one entry per point, or null if the plan is invalid.',
        strictObject('A point.', {
          nodeId: nodeIdField('The node it goes into.'),
          name: nodeNameField(),
          label: nodeLabelField(),
          rank: count('The node’s rank after it.'),
          level: nullable(count('The level at which the point is gained, or null if unknown.')),
        }),
      ),
    ),
    atLevel: nullableObject(
      'Nodes that can be taken at the requested level after the plan, or null if no level was given, the plan is invalid, or the levels of points are unknown.',
      {
        level: count('The level.'),
        points: count('Talent points that a character has had by then.'),
        left: count('Points that the plan leaves; 0 also where it spends more than there are (see levelNeeded).'),
        next: array(
          'Nodes that can take a point now, by tree, row and column; empty if no point is left.',
          strictObject('A node.', {
            nodeId: nodeIdField('The node.'),
            name: nodeNameField(),
            label: nodeLabelField(),
            tree: count('The number of its tree.'),
            rank: count('Its rank with that point.'),
            maxRank: count('The most points it takes.'),
          }),
        ),
      },
    ),
    unchecked: array('Rules that could not be checked, since the files do not hold them.', text('A rule.', 300), 20),
    popularity: nullableObject(
      'The talents that characters of the class take, or null if fewer than three installs reported any.',
      {
        day: day(`The day before which the ${DAYS_BACK.daily} days end that it was counted over.`),
        characters: count('Characters of the class that were counted.'),
        installs: installs(),
        nodes: array(
          `The nodes of the plan in their order, then others by characters, most first, then by node; at most ${PLAN_LIMITS.nodes}.`,
          strictObject('A node.', {
            nodeId: nodeIdField('The node.'),
            name: nodeNameField(),
            label: nodeLabelField(),
            planned: count('Points that the plan puts into it; 0: none.'),
            characters: nullable(
              count(
                'Characters of those counted that are known to have points in it; of the others some may. Null where fewer than three installs report it.',
              ),
            ),
            installs: nullable(installs()),
            ranks: array(
              'Characters by the points they have in it, where three installs report as much.',
              strictObject('A rank.', {
                rank: count('Points.'),
                characters: count('Number of such characters.'),
                installs: installs(),
              }),
              PLAN_LIMITS.ranks,
            ),
          }),
          PLAN_LIMITS.nodes,
        ),
        plans: array(
          'Complete plans that three installs reported identically, the most common first.',
          strictObject('A plan.', {
            points: text('The plan, as the argument points takes it.', 4_000),
            spent: count('Points that it spends.'),
            pointsPerTree: array('Points in each tree of the class, in their order.', count('Points.'), 100),
            nodes: table('Its nodes, by tree, row and column.', [0, PLAN_LIMITS.planNodes], 'A node.', {
              nodeId: nodeIdField('The node.'),
              name: nodeNameField(),
              label: nodeLabelField(),
              rank: count('Points in it.'),
            }),
            characters: count('Characters that have exactly these talents.'),
            installs: installs(),
          }),
          PLAN_LIMITS.plans,
        ),
      },
    ),
    dataAsOf: optional(
      nullable(
        text(
          'Receipt time of the newest upload in the popularity data, a date-time, or null if there is none yet.',
          40,
        ),
      ),
    ),
    attribution: optional(attribution),
  }),
});

export const talent_tree = toolContract('talent_tree', {
  title: 'Talent trees of a class',
  description:
    'The talent trees of a player class in the game’s files: every node with its talents, ranks, position, prerequisites and the points that its row requires, and the levels at which points are gained. Use talent_plan to check a plan.',
  layers: ['game-files'],
  arguments: {
    class: classArgument(),
    tree: optional(
      name('One of its trees, by name in any case or by its number, counted from 1; left out: all.', 1, 80),
    ),
  },
  output: gameFilesAnswer({
    class: nullable(text('The slug of the class.', 80)),
    trees: table('The trees in the order in which the client shows them.', [0, 100], 'A tree.', {
      treeId: count('Its id in the client; trees of newer clients may share one.'),
      number: count('Its place among the trees of the class, counted from 1.'),
      name: treeNameField(),
      nodes: array('Its nodes, by row, then column.', talentNodeSchema()),
    }),
    pointLevels: nullable(pointLevelsField()),
    gateRule: nullable(
      oneOf(
        'How the points that a row asks for are known: from the files, five for each row above it, or not at all.',
        ['files', 'five-a-row', 'unknown'],
      ),
    ),
    prerequisiteRule: nullable(
      oneOf(
        'How the ranks of prerequisites are known: from the files, or (which name the node only) it must be full.',
        ['files', 'full-rank'],
      ),
    ),
  }),
});
