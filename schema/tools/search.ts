import { list, strictObject } from '../fields.ts';
import { LENGTHS, LIST_MAX } from '../limits.ts';
import { plain, uri } from '../response_fields.ts';
import { emptyReason, provenance, queryArgument } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** Search, in the format that AI assistant connectors require. */
export const search = toolContract({
  name: 'search',
  title: 'Search',
  description:
    'Searches the knowledge base in the form that connectors expect: ids, titles and addresses, with credit, licence and age. Use fetch to read an entry.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { query: queryArgument('A name, words or a question.') },
  output: strictObject('What was found.', {
    results: list(
      'The best first.',
      strictObject('An entry.', {
        id: plain('Names the entry; take it to fetch.', 160),
        title: plain('Its name.', LENGTHS.knownName.max),
        url: uri('Its web address: its page, or otherwise the address of its record here.'),
        kind: plain('What it is, such as item, npc or guide.', 40),
        ...provenance,
      }),
      0,
      LIST_MAX.searchResults,
    ),
    reason: emptyReason(),
  }),
});
