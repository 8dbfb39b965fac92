import { strictObject } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { plain, uri } from '../response_fields.ts';
import { idArgument, provenance } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** One entry, in the format that the connectors of AI assistants require. */
export const fetch = toolContract({
  name: 'fetch',
  title: 'Fetch an entry',
  description:
    'Everything known about one entry, by an id from search, in the form that connectors expect. For an item, NPC, quest, object, recipe, zone or class, this is the content of its page (such as sources, vendors, locations and rewards); for a document, its full text.',
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
    metadata: strictObject('Its source.', {
      ...provenance,
    }),
  }),
});
