import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { ExportList, ExportRows, ExportSource } from '../ports/exports.ts';
import type { SnapshotRow } from '../ports/snapshots.ts';
import { rateRow, zeroRow } from '../reads/drop_rows.ts';

type IndexFile = BulkIndex['files'][number];

/** A file of the export: which rows of which answer it holds (spec, bulkIndex; contract, section 4, Bulk). */
export interface ExportFile extends Pick<IndexFile, 'name' | 'dataset' | 'rowsOf' | 'field' | 'data'> {
  readonly list: ExportList;
  /** Rows of its list in a snapshot, withdrawn ones included. */
  readonly places: (row: SnapshotRow) => number;
  readonly rows: (source: ExportSource) => AsyncIterable<ExportRows>;
}

/** The observed files, in the order in which the index names them. Drops are two files, since their rows differ. */
export const EXPORT_FILES: readonly ExportFile[] = [
  {
    name: 'corpus.ndjson',
    dataset: 'corpus',
    rowsOf: 'corpusPublicResponse',
    field: 'records',
    data: 'observed',
    list: 'corpus',
    places: (row) => row.corpusPlaces,
    rows: (source) => source.corpus(),
  },
  {
    name: 'edges.ndjson',
    dataset: 'edges',
    rowsOf: 'edgesResponse',
    field: 'edges',
    data: 'observed',
    list: 'edges',
    places: (row) => row.edgePlaces,
    rows: (source) => source.edges(),
  },
  {
    name: 'drops-rates.ndjson',
    dataset: 'drops',
    rowsOf: 'dropsResponse',
    field: 'rates',
    data: 'observed',
    list: 'rates',
    places: (row) => row.ratePlaces,
    rows: (source) => texts(source.rates(), rateRow),
  },
  {
    name: 'drops-zeros.ndjson',
    dataset: 'drops',
    rowsOf: 'dropsResponse',
    field: 'measuredZeros',
    data: 'observed',
    list: 'zeros',
    places: (row) => row.zeroPlaces,
    rows: (source) => texts(source.zeros(), zeroRow),
  },
];

/** Stored rows as the answer shows them, as finished JSON. */
async function* texts<T>(batches: AsyncIterable<readonly T[]>, shape: (row: T) => object): AsyncIterable<ExportRows> {
  for await (const batch of batches) yield batch.map((row) => JSON.stringify(shape(row)));
}
