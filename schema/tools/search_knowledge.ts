import { optional, strictObject, wanted } from '../fields.ts';
import { emptyReason, hits, kindArgument, queryArgument } from './knowledge_parts.ts';
import { limitArgument } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

const HITS_MAX = 50;

/** Finds entries of the knowledge base. */
export const search_knowledge = toolContract({
  name: 'search_knowledge',
  title: 'Search the knowledge base',
  description:
    'Finds items, NPCs, quests, recipes, zones, spells and documents by name or question. Exact names come first, then names that contain all words, with misspellings and missing spaces corrected, then documents by shared words. For questions about who drops, sells or gives an item, the answer is included. Question words are ignored. Every hit has its source, licence and date.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: {
    query: queryArgument('A name, words or a question.'),
    kind: optional(kindArgument()),
    version: optional(wanted('Only documents of this version, or names of this game build.', 1, 100)),
    limit: withDefault(limitArgument(HITS_MAX), 10),
  },
  output: strictObject('What was found.', { hits: hits(HITS_MAX), reason: emptyReason() }),
});
