import { name, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { count, plain } from '../response_fields.ts';
import { gameFilesAnswer, many } from './parts.ts';
import { classArgument, pointLevels, talentNode, treeName } from './talent_parts.ts';
import { toolContract } from './tool.ts';

/** The talent trees of a class. */
export const talent_tree = toolContract({
  name: 'talent_tree',
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
    class: nullable(plain('The slug of the class.', 80)),
    trees: many(
      'The trees in the order in which the client shows them.',
      strictObject('A tree.', {
        treeId: count('Its id in the client; trees of newer clients may share one.'),
        number: count('Its place among the trees of the class, counted from 1.'),
        name: treeName(),
        nodes: many('Its nodes, by row, then column.', talentNode()),
      }),
      100,
    ),
    pointLevels: nullable(pointLevels()),
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
