import { type Manifest, open } from './marks.ts';

const name = open('its name');

/** The shadow tables of a full-text index. They contain words of public names and texts. */
function indexTables(table: string): Manifest {
  return {
    [`${table}_data`]: { id: open('order of the pages'), block: open('a page of words') },
    [`${table}_idx`]: {
      segid: open('part of the index'),
      term: open('first word of a page'),
      pgno: open('order of the pages'),
    },
    [`${table}_docsize`]: { id: open('the indexed row'), sz: open('number of its words') },
    [`${table}_config`]: { k: open('a setting of the index'), v: open('its value') },
  };
}

/** The knowledge base in snapshot.db. */
export const KNOWLEDGE_SNAPSHOT: Manifest = {
  knowledge: {
    n: open('internal number'),
    layer: open('observed, from the game’s files, or a document'),
    part: open('its import or set of documents'),
    id: open('its id, with its kind'),
    kind: open('kind of entry'),
    ext_id: open('its id at the source'),
    name,
    folded: open('its name, folded for the lookup of whole names'),
    url: open('address of the document'),
    source: open('author of the document'),
    licence: open('the document’s licence'),
    date: open('the document’s date'),
    version: open('version that the document describes'),
    text: open('its text'),
  },
  knowledge_sets: { n: open('number of a set of documents'), state: open('being written, complete or being deleted') },
  knowledge_words: {
    word: open('a word of names'),
    chars: open('its length'),
    uses: open('number of names that contain it'),
  },
  knowledge_names: { name },
  ...indexTables('knowledge_names'),
  knowledge_texts: { name, text: open('its text') },
  ...indexTables('knowledge_texts'),
  knowledge_of_documents: { n: open('internal number'), name, text: open('text of the document') },
  knowledge_documents: { name, text: open('text of the document') },
  ...indexTables('knowledge_documents'),
};
