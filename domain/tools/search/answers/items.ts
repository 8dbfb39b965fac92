import { readItem } from '../../../reads/entities/item.ts';
import { CARD_LIMITS } from '../../../reads/entities/limits.ts';
import { counted } from '../../../values/phrases.ts';
import { sourceText } from '../../pages/item_text.ts';
import { type AnswerIntent, leastSure, unknownName } from './answer.ts';
import { findName, numberOf } from './names.ts';

/** Number of sources in an answer. */
const SOURCES_MAX = 5;

const LIMITS = { ...CARD_LIMITS.item, sources: 20, placed: 20 };

/** What drops an item, most likely first. */
export const answerDrops: AnswerIntent = async ({ snapshot }, { item = '', source }) => {
  const match = await findName(snapshot, item, ['item']);
  const [hit] = match.hits;
  if (hit === undefined) return unknownName(match);
  const of = source === undefined ? null : await findName(snapshot, source, ['npc', 'object']);
  const itemId = numberOf(hit);
  const { droppedBy } = await readItem(snapshot, itemId, LIMITS);
  const asked = droppedBy.rows.filter(({ source: { kind, id } }) => of?.hits.some((one) => one.id === `${kind}:${id}`));
  const rows = asked.length > 0 ? asked : droppedBy.rows.slice(0, SOURCES_MAX);
  const more = droppedBy.total - rows.length;
  return {
    certainty: leastSure([match.certainty, of?.certainty ?? 'exact']),
    about: [hit.id, ...rows.map((row) => `${row.source.kind}:${row.source.id}`)],
    arguments: { itemId },
    lines: [
      ...[match.note, of?.note].filter((note) => note != null),
      ...(rows.length === 0 ? [`No source of ${JSON.stringify(hit.name)} is known yet.`] : []),
      ...rows.map(sourceText),
      ...(more > 0 && rows.length > 0 ? [`${counted(more, 'more source')}.`] : []),
    ],
  };
};
