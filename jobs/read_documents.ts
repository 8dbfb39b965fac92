import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { DocumentLine, StoredDocuments } from '../domain/ports/imports.ts';
import type { DocumentMeta } from '../domain/ports/knowledge.ts';
import { counted } from '../domain/values/phrases.ts';
import { DOCUMENTS_MAX, type KnowledgeDocument, parseKnowledgeDocument } from '../schema/knowledge_document.ts';
import { STOPPED } from './sentences.ts';

/** Maximum number of invalid lines that are listed. Further lines are only counted. */
const LISTED_MAX = 50;

/** Reads a file of documents and collects its errors. */
export interface DocumentReading {
  /** Yields the file's documents, then the stored ones that it does not replace. Yields nothing after a bad line. */
  documents(lines: AsyncIterable<DocumentLine>, kept: StoredDocuments | null): AsyncGenerator<DocumentMeta>;
  /** Lists the invalid lines, or gives the reason why nothing can be imported. Returns null if the file is valid. */
  refusal(): string | null;
  /** Returns a report of the import. */
  told(): string;
}

/** Number of lines to read between checks whether the command was asked to stop. */
const LINES_AT_ONCE = 1_000;

export function createDocumentReading(builder: BuilderContext, path: string): DocumentReading {
  const ids = new Set<string>();
  const faults: string[] = [];
  let bad = 0;
  let unchanged = 0;
  let replaced = 0;
  let stopped = false;

  const refuse = (number: number, fault: string): void => {
    bad++;
    if (faults.length < LISTED_MAX) faults.push(`Line ${number}: ${fault}`);
  };

  const readLine = ({ number, text, fault, isUnended }: DocumentLine): DocumentMeta | null => {
    if (isUnended === true && !isJson(text)) {
      refuse(number, 'the line must be one JSON object, but the file ends inside it.');
      return null;
    }
    if (text === null) {
      refuse(number, fault ?? 'the line cannot be read.');
      return null;
    }
    const parsed = parseKnowledgeDocument(text);
    if (!parsed.ok) refuse(number, parsed.error);
    else if (ids.has(parsed.value.id)) {
      refuse(number, `id must be unique in the file; "${parsed.value.id}" is also on an earlier line.`);
    } else {
      ids.add(parsed.value.id);
      return toMeta(parsed.value);
    }
    return null;
  };

  return {
    documents: async function* (lines, kept) {
      let read = 0;
      for await (const line of lines) {
        if (++read % LINES_AT_ONCE === 0) {
          builder.onTable({ table: 'documents', file: path, rows: read, done: false });
          stopped = !(await builder.pause());
          if (stopped) return;
        }
        if (read > DOCUMENTS_MAX) {
          refuse(line.number, `a file may have at most ${DOCUMENTS_MAX} documents, but there are more.`);
          return;
        }
        const document = readLine(line);
        if (document !== null && bad === 0) yield document;
      }
      if (bad > 0 || ids.size === 0) return;
      for await (const document of kept?.documents() ?? []) {
        if (ids.has(document.id.slice(PREFIX.length))) replaced++;
        else {
          unchanged++;
          yield document;
        }
      }
    },
    refusal: () => {
      if (stopped) return STOPPED;
      if (bad > 0) {
        const more = bad > faults.length ? [`And ${counted(bad - faults.length, 'more bad line')}.`] : [];
        return [...faults, ...more, 'Nothing was imported from the file.'].join('\n');
      }
      if (ids.size === 0) return 'The file must hold at least one document; it holds none, so nothing was replaced.';
      if (ids.size + unchanged > DOCUMENTS_MAX) {
        return `There may be at most ${DOCUMENTS_MAX} documents; together with those imported before there would be ${ids.size + unchanged}. Nothing was imported from the file.`;
      }
      return null;
    },
    told: () =>
      `Imported and served: ${counted(ids.size, 'document')}, replacing ${replaced}; ${ids.size + unchanged} in total.`,
  };
}

function isJson(text: string | null): boolean {
  try {
    return text !== null && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

const PREFIX = 'doc:';

function toMeta({ id, extId, version, ...rest }: KnowledgeDocument): DocumentMeta {
  return {
    id: `${PREFIX}${id}`,
    extId: extId ?? null,
    version: version ?? null,
    ...rest,
  };
}
