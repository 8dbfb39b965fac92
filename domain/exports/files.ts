import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { ExportList, ExportRows, ExportSource } from '../ports/exports.ts';
import { formatRateRow, toZeroRow } from '../reads/drops.ts';

type IndexFile = BulkIndex['files'][number];

/** A file of the export, and the list endpoint whose rows it contains (contract, section 4, Bulk). */
export interface ExportFile extends Pick<IndexFile, 'name' | 'dataset' | 'rowsOf' | 'field'> {
  /** The file's rows in file order, grouped by layer. */
  readonly parts: readonly ExportPart[];
}

export interface ExportPart {
  readonly layer: 'observed' | 'game-files';
  /** Number of rows withdrawn from the list so far, including in earlier epochs. Always 0 for a build's rows. */
  readonly withdrawn: number;
  /** Expected number of rows, used to report progress. */
  readonly expected: number;
  readonly rows: () => AsyncIterable<ExportRows>;
}

/** Returns a snapshot's files in index order. Drops take up two files because their rows have different fields. */
export function listExportFiles(source: ExportSource): readonly ExportFile[] {
  const files: readonly ExportFile[] = [
    {
      name: 'corpus.ndjson',
      dataset: 'corpus',
      rowsOf: 'corpusPublicResponse',
      field: 'records',
      parts: [buildPart(source, 'corpus', () => source.corpus())],
    },
    {
      name: 'edges.ndjson',
      dataset: 'edges',
      rowsOf: 'edgesResponse',
      field: 'edges',
      parts: [
        buildPart(source, 'edges', () => source.edges()),
        ...createGameFileParts(countGameFileEdges(source), () => source.clientEdges()),
      ],
    },
    {
      name: 'drops-rates.ndjson',
      dataset: 'drops',
      rowsOf: 'dropsResponse',
      field: 'rates',
      parts: [buildPart(source, 'rates', () => formatRows(source.rates(), formatRateRow))],
    },
    {
      name: 'drops-zeros.ndjson',
      dataset: 'drops',
      rowsOf: 'dropsResponse',
      field: 'measuredZeros',
      parts: [buildPart(source, 'zeros', () => formatRows(source.zeros(), (zero) => JSON.stringify(toZeroRow(zero))))],
    },
    {
      name: 'items.ndjson',
      dataset: 'items',
      rowsOf: 'itemsResponse',
      field: 'items',
      parts: createGameFileParts(source.game?.items ?? 0, () => source.items()),
    },
  ];
  return files.filter(({ parts }) => parts.length > 0);
}

function countGameFileEdges({ game }: ExportSource): number {
  return Object.values(game?.edges ?? {}).reduce((sum, rows) => sum + rows, 0);
}

function buildPart({ lists }: ExportSource, list: ExportList, rows: ExportPart['rows']): ExportPart {
  return { layer: 'observed', withdrawn: lists.withdrawn[list], expected: lists.remaining[list], rows };
}

/** Returns the part with the build's rows, or no part if the build has none, so that files name no empty layer. */
function createGameFileParts(expected: number, rows: ExportPart['rows']): readonly ExportPart[] {
  return expected === 0 ? [] : [{ layer: 'game-files', withdrawn: 0, expected, rows }];
}

async function* formatRows<T>(
  batches: AsyncIterable<readonly T[]>,
  format: (row: T) => string,
): AsyncIterable<ExportRows> {
  for await (const batch of batches) yield batch.map(format);
}
