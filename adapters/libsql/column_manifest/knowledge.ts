import { type Manifest, publicColumn } from './marks.ts';

const name = publicColumn('its name');

/** The shadow tables of a full-text index. They contain words from public names and texts. */
function indexTables(table: string): Manifest {
  return {
    [`${table}_data`]: { id: publicColumn('order of the pages'), block: publicColumn('a page of words') },
    [`${table}_idx`]: {
      segid: publicColumn('part of the index'),
      term: publicColumn('first word of a page'),
      pgno: publicColumn('order of the pages'),
    },
    [`${table}_docsize`]: { id: publicColumn('the indexed row'), sz: publicColumn('number of its words') },
    [`${table}_config`]: { k: publicColumn('a setting of the index'), v: publicColumn('its value') },
  };
}

/** The knowledge base's tables in snapshot.db. */
export const KNOWLEDGE_SNAPSHOT: Manifest = {
  knowledge: {
    n: publicColumn('internal number'),
    layer: publicColumn('observed, from the game’s files, or a document'),
    part: publicColumn('its import or set of documents'),
    id: publicColumn('its id, with its kind'),
    kind: publicColumn('kind of entry'),
    ext_id: publicColumn('its id at the source'),
    name,
    folded: publicColumn('its name, folded for the lookup of whole names'),
    url: publicColumn('address of the document'),
    source: publicColumn('author of the document'),
    licence: publicColumn('the document’s licence'),
    date: publicColumn('the document’s date'),
    version: publicColumn('version that the document describes'),
    text: publicColumn('its text'),
  },
  knowledge_sets: {
    n: publicColumn('number of a set of documents'),
    state: publicColumn('being written, complete or being deleted'),
  },
  knowledge_words: {
    word: publicColumn('a word of names'),
    chars: publicColumn('its length'),
    uses: publicColumn('number of names that contain it'),
  },
  knowledge_names: { name },
  ...indexTables('knowledge_names'),
  knowledge_texts: { name, text: publicColumn('its text') },
  ...indexTables('knowledge_texts'),
  knowledge_of_documents: { n: publicColumn('internal number'), name, text: publicColumn('text of the document') },
  knowledge_documents: { name, text: publicColumn('text of the document') },
  ...indexTables('knowledge_documents'),
};
