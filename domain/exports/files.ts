import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { ExportList, ExportRows, ExportSource } from '../ports/exports.ts';
import { rateRow, zeroRow } from '../reads/drop_rows.ts';

type IndexFile = BulkIndex['files'][number];

/** A file of the export, and the list answer that its rows come from (contract, section 4, Bulk). */
export interface ExportFile extends Pick<IndexFile, 'name' | 'dataset' | 'rowsOf' | 'field'> {
  /** The file's rows by layer, in file order. */
  readonly parts: readonly ExportPart[];
}

/** Rows of one layer in a file. */
export interface ExportPart {
  readonly layer: 'observed' | 'game-files';
  /** Number of rows withdrawn from the list so far, including earlier epochs. 0 for rows of a build. */
  readonly withdrawn: number;
  /** Expected number of rows, for showing progress. */
  readonly expected: number;
  readonly rows: () => AsyncIterable<ExportRows>;
}

/**
 * Returns the files of a snapshot in the order of the index. Drops have two files because their rows have different
 * fields. Items are exported only if the snapshot serves a build.
 */
export function listExportFiles(source: ExportSource): readonly ExportFile[] {
  return [
    {
      name: 'corpus.ndjson',
      dataset: 'corpus',
      rowsOf: 'corpusPublicResponse',
      field: 'records',
      parts: [observed(source, 'corpus', () => source.corpus())],
    },
    {
      name: 'edges.ndjson',
      dataset: 'edges',
      rowsOf: 'edgesResponse',
      field: 'edges',
      parts: [
        observed(source, 'edges', () => source.edges()),
        ...gameFiles(countClientEdges(source), () => source.clientEdges()),
      ],
    },
    {
      name: 'drops-rates.ndjson',
      dataset: 'drops',
      rowsOf: 'dropsResponse',
      field: 'rates',
      parts: [observed(source, 'rates', () => formatRows(source.rates(), rateRow))],
    },
    {
      name: 'drops-zeros.ndjson',
      dataset: 'drops',
      rowsOf: 'dropsResponse',
      field: 'measuredZeros',
      parts: [observed(source, 'zeros', () => formatRows(source.zeros(), zeroRow))],
    },
    ...itemFiles(source),
  ];
}

function itemFiles(source: ExportSource): readonly ExportFile[] {
  const parts = gameFiles(source.game?.items ?? 0, () => source.items());
  return parts.length === 0
    ? []
    : [{ name: 'items.ndjson', dataset: 'items', rowsOf: 'itemsResponse', field: 'items', parts }];
}

function countClientEdges({ game }: ExportSource): number {
  return Object.values(game?.edges ?? {}).reduce((sum, rows) => sum + rows, 0);
}

function observed({ lists }: ExportSource, list: ExportList, rows: ExportPart['rows']): ExportPart {
  return {
    layer: 'observed',
    withdrawn: lists.withdrawn[list],
    expected: lists.standing[list],
    rows,
  };
}

/** Rows of the build. Empty if there are none, because a file is labelled with the layers of its rows. */
function gameFiles(expected: number, rows: ExportPart['rows']): readonly ExportPart[] {
  return expected === 0 ? [] : [{ layer: 'game-files', withdrawn: 0, expected, rows }];
}

/** Formats stored rows as the JSON of the list answer. */
async function* formatRows<T>(
  batches: AsyncIterable<readonly T[]>,
  shape: (row: T) => object,
): AsyncIterable<ExportRows> {
  for await (const batch of batches) yield batch.map((row) => JSON.stringify(shape(row)));
}
