import { list, nullable, optional, strictObject, wanted } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { plain, uri } from '../response_fields.ts';

/** Arguments and answer parts for the tools that read the knowledge base (contract, section 6). */

/** The reason why an answer is empty. */
export function emptyReason() {
  return optional(plain('If there are no results: the reason and what would provide them, in plain sentences.', 1_000));
}

/** Search words or a question. */
export function queryArgument(description: string) {
  return wanted(description, LENGTHS.query.min, LENGTHS.query.max);
}

export function kindArgument() {
  return wanted(
    'A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind.',
    1,
    40,
  );
}

export function idArgument() {
  return wanted(
    'The id of an entry as other tools answer it, such as item:19019 or doc:fishing-guide. Objects and vendors have no names, but ids: object:2843, vendor:66.',
    1,
    160,
  );
}

const ids = {
  id: plain('Names the entry here; take it to get_entity or fetch.', 160),
  kind: plain('What it is.', 40),
  extId: nullable(plain('Its id at the source (for game entities the game’s id), or null if there is none.', 80)),
  name: plain('Its name.', LENGTHS.knownName.max),
};

const sources = {
  url: nullable(uri('Its web address, or null if it has no page.')),
  source: plain('Where it comes from. What was read from the game’s files says so, with the build.', 300),
  licence: plain('Its licence. Data from the game’s files are unconfirmed and belong to the publisher.', 200),
  date: plain('A day, or a date-time: for observed entities, that of the newest upload in the data.', 40),
};

/** The source of an entry, in the format that connectors read. */
export const provenance = {
  source: plain('Its source.', 300),
  licence: plain('Its licence.', 200),
  credit: plain('Whom to credit.', 500),
  date: plain('A day or a date-time.', 40),
};

/** An entry that a search found. */
export function hit() {
  return strictObject('An entry.', {
    ...ids,
    snippet: plain(
      'The part of its text that matches the search, or its beginning; may be empty.',
      LENGTHS.snippet.max,
    ),
    ...sources,
  });
}

export function hits(max: number) {
  return list('The results, best match first.', hit(), 0, max);
}

/** A complete entry. */
export function record(description: string) {
  return strictObject(description, {
    ...ids,
    layer: plain('observed: three installs agree on the name; game-files: unconfirmed; document: imported.', 20),
    version: nullable(plain('Its version (for game files the build), or null if there is none.', 100)),
    text: plain(
      'All that is known of it: of an entity what the tool of its page says, in lines; of a document its text.',
      LENGTHS.documentText.max,
    ),
    ...sources,
    credit: plain('Whom to credit.', 500),
  });
}
