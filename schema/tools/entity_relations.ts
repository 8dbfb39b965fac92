import { id, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { build, count, plain, uri } from '../response_fields.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, RELATIONS } from '../vocabulary.ts';
import { limitArgument, locale, many, pageAnswer } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

function endName(end: string) {
  return nullable(
    plain(
      `The name of the ${end}, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes.`,
      300,
    ),
  );
}

function endEvidence(end: string) {
  return nullable(oneOf(`The source of the name of the ${end}, or null if it has none.`, EDGE_EVIDENCE));
}

/** The relations of an entity, in both directions. */
export const entity_relations = toolContract({
  name: 'entity_relations',
  title: 'Relations of an entity',
  description:
    'Relations of an entity to others, in both directions: drops, sales, rewards and contents observed by players, and crafting, use and grouping from the game’s files. Use item_page or npc_page for figures such as drop rates and prices.',
  layers: ['observed', 'game-files'],
  arguments: {
    kind: oneOf('What the entity is.', ENTITY_KINDS),
    id: id('Its id in the game; of a zone the map id.'),
    rel: optional(oneOf('One relation only.', RELATIONS)),
    evidence: optional(
      oneOf('observed: what players reported only; client: what the game’s files say only.', EDGE_EVIDENCE),
    ),
    limit: withDefault(limitArgument(200), 50),
  },
  output: pageAnswer(
    strictObject('The relations of the entity.', {
      entity: strictObject('The entity.', {
        kind: oneOf('What it is.', ENTITY_KINDS),
        id: id('Its id in the game.'),
        name: endName('entity'),
        locale: locale(),
        nameEvidence: endEvidence('entity'),
        url: nullable(uri('Its page here, or null if it has none.')),
      }),
      total: count('Number of known relations of the requested entity.'),
      observed: nullable(count('Those that players observed, or null if not requested or there is no upload yet.')),
      client: nullable(count('Those in the game’s files, or null if not requested or no build was imported.')),
      edges: many(
        'The first relations: observed ones first, then those that start at the entity, then by relation and kinds of the ends, then in the order of GET /api/edges.',
        strictObject('A relation, as GET /api/edges lists it, with the names of its ends.', {
          fromKind: oneOf('The start of the relation.', ENTITY_KINDS),
          fromId: id('Its id in the game.'),
          fromName: endName('start'),
          fromLocale: locale(),
          fromNameEvidence: endEvidence('start'),
          rel: oneOf('The relation.', RELATIONS),
          toKind: oneOf('The end of the relation.', ENTITY_KINDS),
          toId: id('Its id in the game.'),
          toName: endName('end'),
          toLocale: locale(),
          toNameEvidence: endEvidence('end'),
          evidence: oneOf('observed: players reported it; client: read from the game’s files.', EDGE_EVIDENCE),
          build: nullable(build('The game build of a client relation; null for an observed one.')),
          installs: nullable(count('Distinct installs behind an observed relation; null for a client one.')),
          firstSeen: nullable(
            plain('The earliest UTC day that three installs support; null for a client relation.', 35),
          ),
          lastSeen: nullable(plain('The latest UTC day that three installs support; null for a client relation.', 35)),
        }),
        200,
      ),
    }),
  ),
});
