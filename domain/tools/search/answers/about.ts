import { foldName, splitWords } from '../../../knowledge/words.ts';
import { findDirectoryEntries } from '../directory.ts';
import { readWholeEntry } from '../entries.ts';
import { readPageText } from '../page_text.ts';
import { type Answerer, addNameNotes, createIntent } from './answer.ts';
import { buildPageArguments } from './creatures.ts';
import { ENTITY_KINDS, findName, parseId } from './names.ts';

/** Number of lines of an entity's page in an answer. */
const TEXT_LINES_MAX = 7;

/** Answers with the first lines of an entity’s page, if the question is its whole name. */
const answerEntity: Answerer = async ({ tools, snapshot }, { thing = '' }) => {
  const match = await findName(snapshot, thing, ENTITY_KINDS);
  const [listed] = match.certainty === 'exact' ? [] : await findDirectoryEntries(snapshot, splitWords(thing), 1);
  if (listed !== undefined && foldName(listed.name) === foldName(thing)) {
    const entry = await readWholeEntry(tools, listed.id);
    if (entry === null) return null;
    return { certainty: 'exact', lines: takeFirstLines(entry.text), about: [listed.id], arguments: { id: listed.id } };
  }
  const { certainty, hits } = match;
  // The search finds entries by the beginning of their names.
  if (certainty === 'close' || certainty === 'unknown') return null;
  const [hit] = hits.toSorted((a, b) => ENTITY_KINDS.indexOf(a.kind) - ENTITY_KINDS.indexOf(b.kind));
  if (hit === undefined) return null;
  const page = await readPageText({ ...tools, snapshot }, { kind: hit.kind, id: parseId(hit), name: hit.name });
  if (page === null) return null;
  return addNameNotes([match], {
    lines: takeFirstLines(page.text),
    about: [hit.id],
    arguments: buildPageArguments(hit),
    fromFiles: !page.observed,
  });
};

export const aboutIntent = createIntent('about', 'get_entity', answerEntity)`
  (what|who|which) ~be {thing}; about {thing}; (info|information|details|page|stats|anything) (on|about|for|of) {thing}
  {thing} (info|stats|guide|tooltip); {thing}; what (level|levels) [~be] {thing}; how (high|strong) ~be {thing}
  {thing} (level|levels|lvl); what type ~be {thing}
`;

/** Returns the first lines of a page's text, without its credit, which every answer has. */
function takeFirstLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.startsWith('Data received up to '));
  return lines.slice(0, end === -1 ? TEXT_LINES_MAX : Math.min(end, TEXT_LINES_MAX));
}
