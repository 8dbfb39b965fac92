import { strictObject } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { plain, uri } from '../response_fields.ts';
import { idArgument } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** One entry in the form that connectors of assistants ask for. */
export const fetch = toolContract({
  name: 'fetch',
  title: 'Fetch an entry',
  description: 'The text of one entry by an id that search answered, in the form that connectors expect.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { id: idArgument() },
  output: strictObject('The entry.', {
    id: plain('The entry.', 160),
    title: plain('Its name.', LENGTHS.knownName.max),
    text: plain('What is said of it; where nothing is, its name and kind.', LENGTHS.documentText.max),
    url: uri('Where it can be read: its page, else the address of its record here.'),
    metadata: strictObject('Where it comes from.', {
      source: plain('Its source.', 300),
      licence: plain('Its licence.', 200),
      date: plain('A day or a date-time.', 40),
    }),
  }),
});
