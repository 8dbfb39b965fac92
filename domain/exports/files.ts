import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { ExportList, ExportRows, ExportSource } from '../ports/exports.ts';
import { rateRow, zeroRow } from '../reads/drop_rows.ts';

type IndexFile = BulkIndex['files'][number];

/** A file of the export: which rows of which answer it holds (contract, section 4, Bulk). */
export interface ExportFile extends Pick<IndexFile, 'name' | 'dataset' | 'rowsOf' | 'field'> {
  /** Its rows by layer, in the order in which they stand in it. */
  readonly parts: readonly ExportPart[];
}

/** Rows of one layer in a file. */
export interface ExportPart {
  readonly layer: 'observed' | 'game-files';
  /** Rows withdrawn from its list so far, in earlier epochs included; those of a build never are. */
  readonly withdrawn: number;
  /** How many rows will come, for who waits. */
  readonly expected: number;
  readonly rows: () => AsyncIterable<ExportRows>;
}

/**
 * The files of a snapshot, in the order in which the index names them. Drops are two files, since their rows differ.
 * Items are exported where the snapshot serves a build.
 */
export function filesOf(source: ExportSource): readonly ExportFile[] {
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
        ...gameFiles(clientEdges(source), () => source.clientEdges()),
      ],
    },
    {
      name: 'drops-rates.ndjson',
      dataset: 'drops',
      rowsOf: 'dropsResponse',
      field: 'rates',
      parts: [observed(source, 'rates', () => texts(source.rates(), rateRow))],
    },
    {
      name: 'drops-zeros.ndjson',
      dataset: 'drops',
      rowsOf: 'dropsResponse',
      field: 'measuredZeros',
      parts: [observed(source, 'zeros', () => texts(source.zeros(), zeroRow))],
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

function clientEdges({ game }: ExportSource): number {
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

/** Rows of the build, where it has any: a file is labelled by what it holds. */
function gameFiles(expected: number, rows: ExportPart['rows']): readonly ExportPart[] {
  return expected === 0 ? [] : [{ layer: 'game-files', withdrawn: 0, expected, rows }];
}

/** Stored rows as the answer shows them, as finished JSON. */
async function* texts<T>(batches: AsyncIterable<readonly T[]>, shape: (row: T) => object): AsyncIterable<ExportRows> {
  for await (const batch of batches) yield batch.map((row) => JSON.stringify(shape(row)));
}
