import { type Manifest, open } from './marks.ts';

const name = open('its name');

/** The tables that SQLite keeps behind a full-text index: words of names and texts that are public. */
function indexTables(table: string): Manifest {
  return {
    [`${table}_data`]: { id: open('order of the pages'), block: open('a page of the words') },
    [`${table}_idx`]: {
      segid: open('part of the index'),
      term: open('first word of a page'),
      pgno: open('order of the pages'),
    },
    [`${table}_docsize`]: { id: open('row that is indexed'), sz: open('how many words it has') },
    [`${table}_config`]: { k: open('a setting of the index'), v: open('its value') },
  };
}

/** The knowledge base in snapshot.db. */
export const KNOWLEDGE_SNAPSHOT: Manifest = {
  knowledge: {
    n: open('internal number'),
    layer: open('observed, of the game’s files or a document'),
    part: open('the import or the set of documents it is of'),
    id: open('its id, with its kind'),
    kind: open('what it is'),
    ext_id: open('its id where it comes from'),
    name,
    folded: open('its name as whole names are looked up by'),
    url: open('where the document stands'),
    source: open('who wrote the document'),
    licence: open('the document’s licence'),
    date: open('the document’s date'),
    version: open('the version that the document is of'),
    text: open('what is said of it'),
  },
  knowledge_sets: { n: open('number of a set of documents'), state: open('coming, whole or going') },
  knowledge_words: {
    word: open('a word of names'),
    chars: open('its length'),
    uses: open('names that hold it'),
  },
  knowledge_names: { name },
  ...indexTables('knowledge_names'),
  knowledge_texts: { name, text: open('what is said of it') },
  ...indexTables('knowledge_texts'),
  knowledge_of_documents: { n: open('internal number'), name, text: open('what the document says') },
  knowledge_documents: { name, text: open('what the document says') },
  ...indexTables('knowledge_documents'),
};
