import { nullable, strictObject } from '../fields.ts';
import { emptyReason, idArgument, record } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** One complete entry of the knowledge base. */
export const get_entity = toolContract({
  name: 'get_entity',
  title: 'Read an entry of the knowledge base',
  description:
    'The full record of one entry, by an id from search_knowledge or get_by_name. Its text contains everything that the tool for its page returns. hit is null if there is no such entry.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { id: idArgument() },
  output: strictObject('The entry.', {
    hit: nullable(record('The whole entry, or null if there is none with this id.')),
    reason: emptyReason(),
  }),
});
