import { parseRecord } from '../../schema/parse_record.ts';
import { findDocument, listDocuments } from '../../schema/published.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { sampleRecord } from '../schema/samples.ts';

function parsedSamples(): string {
return [...RECORD_KINDS.keys()]
    .map((kind) => {
      const verdict = parseRecord(sampleRecord(kind));
      return JSON.stringify(verdict.ok ? verdict.record : verdict);
    })
    .join('\n');
}

/**
 * Returns everything that is published as text, keyed by path in this folder. `npm run golden` writes these files and
 * the golden tests compare them.
 */
export function goldenFiles(): ReadonlyMap<string, string> {
return new Map([
    ...listDocuments().map(
      (path) => [`schema${path}`, `${JSON.stringify(findDocument(path), null, 2)}\n`] as const,
    ),
    ['parsed_records.ndjson', `${parsedSamples()}\n`] as const,
  ]);
}
