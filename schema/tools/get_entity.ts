import { nullable, strictObject } from '../fields.ts';
import { emptyReason, idArgument, record } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** One whole entry of the knowledge base. */
export const get_entity = toolContract({
  name: 'get_entity',
  title: 'Read an entry of the knowledge base',
  description:
    'The whole record of one entry by its id, as search_knowledge or get_by_name answered it; its text contains everything that the tool for its page returns. hit is null if there is none.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { id: idArgument() },
  output: strictObject('The entry.', {
    hit: nullable(record('The whole entry, or null if there is none with this id.')),
    reason: emptyReason(),
  }),
});
