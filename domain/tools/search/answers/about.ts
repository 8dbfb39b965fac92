import { pageTextOf } from '../page_text.ts';
import { type AnswerIntent, notesOf } from './answer.ts';
import { argumentsOf } from './creatures.ts';
import { findName, numberOf } from './names.ts';

/** Number of lines of an entity's page in an answer. */
const LINES_MAX = 7;

/** Kinds in the order in which a name that several things share is understood. */
const KINDS = ['item', 'npc', 'quest', 'object', 'zone', 'recipe', 'player_class', 'skill', 'spell', 'item_set'];

/** Answers with the first lines of an entity’s page, if the question is its whole name. */
export const answerAbout: AnswerIntent = async ({ tools, snapshot }, { thing = '' }) => {
  const match = await findName(snapshot, thing, KINDS);
  const { certainty, hits } = match;
  // The search finds entries by the beginning of their names.
  if (certainty === 'close' || certainty === 'unknown') return null;
  const [hit] = hits.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  if (hit === undefined) return null;
  const page = await pageTextOf({ ...tools, snapshot }, { kind: hit.kind, id: numberOf(hit), name: hit.name });
  if (page === null) return null;
  return {
    certainty,
    lines: [...notesOf([match]), ...page.text.split('\n').slice(0, LINES_MAX)],
    about: [hit.id],
    arguments: argumentsOf(hit),
    fromFiles: !page.observed,
  };
};
