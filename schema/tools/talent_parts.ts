import { integer, name, nullable, oneOf, strictObject } from '../fields.ts';
import { count, plain } from '../response_fields.ts';
import { many } from './parts.ts';

/** Schema parts that the talent tools share. */

export function classArgument() {
  return name('A player class, by its slug, such as warrior or deathknight.', 1, 80);
}

export function nodeId(description: string) {
  return integer(description, 1);
}

export function nodeNameField() {
  return nullable(plain('Its name, or null if the files have none.', 1_000));
}

export function nodeLabelField() {
  return plain('What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)".', 1_000);
}

export function treeName() {
  return nullable(plain('Its name, or null if the files have none.', 300));
}

function needs(description: string) {
  return many(
    description,
    strictObject('A node and the ranks it must have.', {
      nodeId: nodeId('The node.'),
      rank: count('The ranks.'),
    }),
    200,
  );
}

/** A node of a talent tree, with its requirements. */
export function talentNode() {
  return strictObject('A node of the tree.', {
    nodeId: nodeId('The node, as talent_plan takes it.'),
    name: nodeNameField(),
    label: nodeLabelField(),
    row: nullable(count('Its row from the top, from 0, or null if the files position it differently.')),
    column: nullable(count('Its column from the left, counted from 0; null as in row.')),
    maxRank: count('The most points it takes.'),
    talents: many(
      'What it teaches; a node of several choices lists one talent a choice.',
      strictObject('A talent.', {
        talentId: count('The talent, by the client’s id.'),
        name: nodeNameField(),
        maxRank: count('Its ranks.'),
        spellIds: many('The spell of each rank, or the one spell of all.', count('A spell.'), 200),
      }),
      200,
    ),
    prerequisites: needs('Nodes that must all have a number of ranks first.'),
    prerequisitesAnyOf: needs(
      'Nodes of which one must have a number of ranks first; empty if there is no such choice.',
    ),
    pointsRequired: nullable(count('Points that must be spent in the tree first, or null if unknown.')),
  });
}

export function pointLevels() {
  return strictObject('The levels at which talent points arrive.', {
    levels: nullable(many('One entry per point, ascending, or null if unknown.', count('A level.'), 1_000)),
    rule: oneOf('How they are known: from the files, by the rule of classic clients, or not at all.', [
      'files',
      'one-a-level-from-10',
      'unknown',
    ]),
  });
}
