import { LIST_MAX } from '../../../schema/limits.ts';
import type * as contracts from '../../../schema/tools/knowledge.ts';
import { buildRecordAddress } from '../../knowledge/source.ts';
import { foldName } from '../../knowledge/words.ts';
import { NO_FILTER } from '../../ports/knowledge.ts';
import { ok } from '../../values/result.ts';
import type { ContractRule, ToolContext } from '../tool.ts';
import { type FoundEntry, findEntries } from './find_entries.ts';
import {
  addReason,
  buildGuessField,
  buildHits,
  type Hits,
  readHits,
  readKnowledge,
  renderHit,
  renderHits,
} from './knowledge.ts';
import { addShownAnswer, renderAnswer } from './shown_answer.ts';

/** Search in the form that connectors expect, in which every result has an address. */
export const search: ContractRule<typeof contracts.search> = {
  answer: async (context, { query }) => {
    const found = await findEntries(context, { query, limit: LIST_MAX.searchResults, ...NO_FILTER });
    const results = found.entries.map((entry) => {
      const { id, title, url, ...rest } = buildCitation(entry, context);
      return { id, title, url, kind: entry.kind, ...rest };
    });
    return ok(await addShownAnswer(context, { results }, found));
  },
  text: ({ results, ...found }) =>
    renderAnswer(
      found,
      results,
      ({ id, title, url, kind, source, licence, date }) =>
        `${JSON.stringify(title)} (${kind}, id ${JSON.stringify(id)}), ${url}; ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}`,
    ),
};

/** The sources to cite for an answer, each with an address, a licence, a credit and a date. */
export const answer_sources: ContractRule<typeof contracts.answer_sources> = {
  answer: async (context, { question: query, limit }) => {
    const found = await findEntries(context, { query, limit, ...NO_FILTER });
    const sources = found.entries.map((entry) => buildCitation(entry, context));
    return ok(await addShownAnswer(context, { sources }, found, 'No source was found.'));
  },
  text: ({ sources, ...found }) =>
    renderAnswer(
      found,
      sources,
      ({ title, url, source, licence, credit, date }) =>
        `${JSON.stringify(title)}: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}; credit ${JSON.stringify(credit)}, ${url}`,
    ),
};

function buildCitation(
  { id, name: title, url, source, licence, credit, date, isGuess }: FoundEntry,
  { publisher }: ToolContext,
) {
  const address = url ?? buildRecordAddress({ id }, publisher);
  return { id, title, url: address, source, licence, credit, date, ...buildGuessField(isGuess) };
}

/** Finds entries of the knowledge base by a name or a question. */
export const search_knowledge: ContractRule<typeof contracts.search_knowledge> = {
  answer: async (context, { query, kind = null, version = null, limit }) => {
    const found = await findEntries(context, { query, kind, version, limit });
    return ok(await addShownAnswer(context, buildHits(found.entries, query), found));
  },
  text: ({ hits, ...found }) => renderAnswer(found, hits, renderHit),
};

/** Finds entries of the knowledge base by their whole name. */
export const get_by_name: ContractRule<typeof contracts.get_by_name> = {
  answer: async (context, { name, kind = null }) => {
    const named = await readKnowledge<Hits>(context, { hits: [] }, async (snapshot) => {
      const filter = { kind, version: null };
      const found = await snapshot.knowledge.named([foldName(name)], filter, LIST_MAX.namesakes);
      return readHits(snapshot, found, '');
    });
    return ok(await addReason(context, named, named.hits.length === 0));
  },
  text: ({ hits, reason }) => renderHits(hits, reason),
};
