import { always, list, nullable, optional, searchText, strictObject, table } from '../fields.ts';
import { ANSWER_CHARS_MAX, LENGTHS, LIST_MAX } from '../limits.ts';
import { text, uri } from '../response_fields.ts';
import { limitArgument } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

/** Arguments and answer parts for the tools that read the knowledge base (contract, section 6). */

function emptyReason() {
  return optional(text('If there are no results: the reason and what would provide them, in plain sentences.', 1_000));
}

function queryArgument(description: string) {
  return searchText(description, LENGTHS.query.min, LENGTHS.query.max);
}

function kindArgument() {
  return searchText(
    'A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind.',
    1,
    40,
  );
}

function idArgument() {
  return searchText(
    'The id of an entry as other tools answer it, such as item:19019, zone:1429 or doc:fishing-guide. Entries without a name have ids, too: object:2843, vendor:66. So do professions, realms and roles: profession:first-aid, realm:whitemane, role:trainer:cooking, role:quest-giver, role:vendor.',
    1,
    160,
  );
}

/** Marks suggestions among the entries that were found. */
function guessField() {
  return optional(
    always('True if the entry matches only after typing errors are corrected: ask “did you mean …?”.', true),
  );
}

const entryIdField = {
  id: text('Names the entry here; take it to get_entity or fetch.', 160),
  kind: text('What it is.', 40),
  extId: nullable(text('Its id at the source (for game entities the game’s id), or null if there is none.', 80)),
  name: text('Its name.', LENGTHS.knownName.max),
};

const sourceFields = {
  url: nullable(uri('Its web address, or null if it has no page.')),
  source: text('Where it comes from. What was read from the game’s files says so, with the build.', 300),
  licence: text('Its licence. Data from the game’s files are unconfirmed and belong to the publisher.', 200),
  date: text('A day, or a date-time: for observed entities, that of the newest upload in the data.', 40),
};

/** The source of an entry, in the format that connectors expect. */
const provenanceFields = {
  source: text('Its source.', 300),
  licence: text('Its licence.', 200),
  credit: text('Whom to credit.', 500),
  date: text('A day or a date-time.', 40),
};

function hitSchema() {
  return strictObject('An entry.', {
    ...entryIdField,
    snippet: text('The part of its text that matches the search, or its beginning; may be empty.', LENGTHS.snippet.max),
    ...sourceFields,
    guess: guessField(),
  });
}

function hitList(max: number) {
  return list('The results, best match first.', hitSchema(), 0, max);
}

function directAnswer() {
  return {
    intent: optional(text('What kind of question it is, such as drops. Absent if it was not understood.', 40)),
    answer: optional(
      strictObject(
        'The answer to the question, made of public facts. Absent if it was not understood. Questions are understood in English.',
        {
          text: text('The answer in lines, the most important first, with figures and samples.', ANSWER_CHARS_MAX),
          url: nullable(uri('The address of the tool that says more, or null if there is none.')),
          dataAsOf: nullable(text('When the newest upload in the data was received, or null before the first.', 40)),
        },
      ),
    ),
    unmatched: optional(
      list(
        'Words of the query that no name or text here contains. Absent if there are none.',
        text('A word.', 40),
        1,
        20,
      ),
    ),
    ignored: optional(
      list('Words that only other entries contain. Absent if there are none.', text('A word.', 40), 1, 20),
    ),
  };
}

function recordField(description: string) {
  return strictObject(description, {
    ...entryIdField,
    layer: text('observed: three installs agree on the name; game-files: unconfirmed; document: imported.', 20),
    version: nullable(text('Its version (for game files the build), or null if there is none.', 100)),
    text: text(
      'All that is known of it: of an entity what the tool of its page says, in lines; of a document its text.',
      LENGTHS.documentText.max,
    ),
    ...sourceFields,
    credit: text('Whom to credit.', 500),
  });
}

const SOURCES_MAX = 50;

export const answer_sources = toolContract('answer_sources', {
  title: 'Sources for an answer',
  description:
    'Sources to cite when answering a question about the game: the answer if the question is understood, and the entries of the knowledge base that it is about or that fit it, each with address, licence, credit and date, none twice. Read their texts with get_entity or fetch.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: {
    question: queryArgument('The question that is to be answered.'),
    limit: withDefault(limitArgument(SOURCES_MAX), 5),
  },
  output: strictObject('The sources to cite.', {
    sources: table('The best first.', [0, SOURCES_MAX], 'A source.', {
      id: text('The entry.', 160),
      title: text('Its name.', 1_000),
      url: nullable(uri('Its web address: its page, or otherwise the address of its record here.')),
      source: text('Its source.', 300),
      licence: text('Its licence.', 200),
      credit: text('Whom to credit.', 500),
      date: text('A day or a date-time.', 40),
      guess: guessField(),
    }),
    ...directAnswer(),
    reason: emptyReason(),
  }),
});

const PROJECTS_MAX = 100;

export const ecosystem_projects = toolContract('ecosystem_projects', {
  title: 'Projects about the game',
  description:
    'Addons, sites, tools and data sets about the game, as listed by this instance’s operator (documents of kind project). Without a query, all of them by name.',
  layers: ['knowledge'],
  arguments: {
    query: optional(queryArgument('Words or a question; left out: every project.')),
    limit: withDefault(limitArgument(PROJECTS_MAX), 20),
  },
  output: strictObject('Projects.', {
    projects: list('Best match first, or by name without a query.', hitSchema(), 0, PROJECTS_MAX),
    reason: emptyReason(),
  }),
});

export const fetch = toolContract('fetch', {
  title: 'Fetch an entry',
  description:
    'Everything known about one entry, by an id from search, in the form that connectors expect. For an item, NPC, quest, object, recipe, profession, zone, class or realm, this is the content of its page (such as sources, vendors, locations and rewards); for a role such as Cooking trainer, the NPCs that have it, with locations; for a document, its full text.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { id: idArgument() },
  output: strictObject('The entry.', {
    id: text('The entry.', 160),
    title: text('Its name.', LENGTHS.knownName.max),
    text: text(
      'All that is known of it: of an entity what the tool of its page says, in lines; of a document its text.',
      LENGTHS.documentText.max,
    ),
    url: uri('Its web address: its page, or otherwise the address of its record here.'),
    metadata: strictObject('Its source.', { ...provenanceFields }),
  }),
});

export const get_by_name = toolContract('get_by_name', {
  title: 'Look a name up',
  description:
    'Every entry whose whole name is this one, in any case and with or without accents. Use search_knowledge where only a part of the name is known.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: {
    name: searchText('A whole name.', LENGTHS.knownName.min, LENGTHS.knownName.max),
    kind: optional(kindArgument()),
  },
  output: strictObject('Entries with this name.', { hits: hitList(LIST_MAX.namesakes), reason: emptyReason() }),
});

export const get_entity = toolContract('get_entity', {
  title: 'Read an entry of the knowledge base',
  description:
    'The full record of one entry, by an id from search_knowledge or get_by_name. Its text contains everything that the tool for its page returns. hit is null if there is no such entry.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { id: idArgument() },
  output: strictObject('The entry.', {
    hit: nullable(recordField('The whole entry, or null if there is none with this id.')),
    reason: emptyReason(),
  }),
});

export const search = toolContract('search', {
  title: 'Search',
  description:
    'Answers questions in English and searches the knowledge base, in the form that connectors expect: ids, titles and addresses, with credit, licence and age. The text begins with the answer, if the question is understood. Use fetch to read an entry.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: { query: queryArgument('A name, words or a question.') },
  output: strictObject('What was found.', {
    results: table('The best first.', [0, LIST_MAX.searchResults], 'An entry.', {
      id: text('Names the entry; take it to fetch.', 160),
      title: text('Its name.', LENGTHS.knownName.max),
      url: uri('Its web address: its page, or otherwise the address of its record here.'),
      kind: text('What it is, such as item, npc or guide.', 40),
      ...provenanceFields,
      guess: guessField(),
    }),
    ...directAnswer(),
    reason: emptyReason(),
  }),
});

export const HITS_MAX = 50;

export const search_knowledge = toolContract('search_knowledge', {
  title: 'Search the knowledge base',
  description:
    'Finds items, NPCs, quests, recipes, zones, spells and documents by name, and answers questions in English directly (answer), such as what drops an item, where to farm it at a level, who sells, trains or gives something, the cheapest way to a skill, or what an item is worth. Exact names come first, then names that contain all words, then documents by shared words. Hits that match only after typing errors are corrected are marked as guesses, and words that match nothing are named. Every hit has its source, licence and date.',
  layers: ['observed', 'game-files', 'knowledge'],
  arguments: {
    query: queryArgument('A name, words or a question.'),
    kind: optional(kindArgument()),
    version: optional(searchText('Only documents of this version, or names of this game build.', 1, 100)),
    limit: withDefault(limitArgument(HITS_MAX), 10),
  },
  output: strictObject('What was found.', { hits: hitList(HITS_MAX), ...directAnswer(), reason: emptyReason() }),
});
