import { optional, strictObject, wanted } from '../fields.ts';
import { LENGTHS, LIST_MAX } from '../limits.ts';
import { emptyReason, hits, kindArgument } from './knowledge_parts.ts';
import { toolContract } from './tool.ts';

/** Entries whose whole name matches, ignoring case and accents. */
export const get_by_name = toolContract({
  name: 'get_by_name',
  title: 'Look a name up',
  description:
    'Every entry whose whole name is this one, in any case and with or without accents. Use search_knowledge where only a part of the name is known.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: {
    name: wanted('A whole name.', LENGTHS.knownName.min, LENGTHS.knownName.max),
    kind: optional(kindArgument()),
  },
  output: strictObject('Entries with this name.', { hits: hits(LIST_MAX.namesakes), reason: emptyReason() }),
});
