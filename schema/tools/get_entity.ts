import { nullable, strictObject } from '../fields.ts';
import { emptyReason, idArgument, record } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** One whole entry of the knowledge base. */
export const get_entity = toolContract({
  name: 'get_entity',
  title: 'Read an entry of the knowledge base',
  description:
    'The whole record of one entry by its id, as search_knowledge or get_by_name answered it; its text holds all that the tool of its page says. hit is null where there is none.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { id: idArgument() },
  output: strictObject('The entry.', {
    hit: nullable(record('The whole entry; null: there is none of this id.')),
    reason: emptyReason(),
  }),
});
