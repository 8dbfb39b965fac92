import { list, nullable, strictObject } from '../fields.ts';
import { plain, uri } from '../response_fields.ts';
import { emptyReason, queryArgument } from './knowledge_parts.ts';
import { limitArgument } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

const SOURCES_MAX = 50;

/** The sources to cite for an answer. */
export const answer_sources = toolContract({
  name: 'answer_sources',
  title: 'Sources for an answer',
  description:
    'Sources to cite when answering a question about the game: entries of the knowledge base that fit it and what they lead to (of where to farm an item who drops it), each with address, licence, credit and date, none twice. Read their texts with get_entity or fetch.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: {
    question: queryArgument('The question that is to be answered.'),
    limit: withDefault(limitArgument(SOURCES_MAX), 5),
  },
  output: strictObject('The sources to cite.', {
    sources: list(
      'The best first.',
      strictObject('A source.', {
        id: plain('The entry.', 160),
        title: plain('Its name.', 1_000),
        url: nullable(uri('Its web address: its page, or otherwise the address of its record here.')),
        source: plain('Its source.', 300),
        licence: plain('Its licence.', 200),
        credit: plain('Whom to credit.', 500),
        date: plain('A day or a date-time.', 40),
      }),
      0,
      SOURCES_MAX,
    ),
    reason: emptyReason(),
  }),
});
