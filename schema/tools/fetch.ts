import { strictObject } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { plain, uri } from '../response_fields.ts';
import { idArgument, provenance } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** One entry in the form that connectors of assistants ask for. */
export const fetch = toolContract({
  name: 'fetch',
  title: 'Fetch an entry',
  description:
    'All that is known of one entry by an id that search answered, in the form that connectors expect: of an item, NPC, quest, object, recipe, zone or class what the tool of its page says (who drops and sells it, where it stands, what it gives), of a document its whole text.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { id: idArgument() },
  output: strictObject('The entry.', {
    id: plain('The entry.', 160),
    title: plain('Its name.', LENGTHS.knownName.max),
    text: plain(
      'All that is known of it: of an entity what the tool of its page says, in lines; of a document its text.',
      LENGTHS.documentText.max,
    ),
    url: uri('Its web address: its page, or otherwise the address of its record here.'),
    metadata: strictObject('Where it comes from.', {
      ...provenance,
    }),
  }),
});
