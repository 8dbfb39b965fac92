import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { TableShape, TableWriter } from '../../domain/ports/export_folder.ts';
import { createFieldReader } from '../../domain/values/csv.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { listTableFields, type TableField } from '../../schema/table_fields.ts';

/**
 * Number of values after which rows are encoded as a row group. It bounds the memory to a few megabytes, also for rows
 * with long lists.
 */
const ROW_GROUP_VALUES = 100_000;

/** Higher levels make files of numbers less than 1% smaller. */
const GZIP_LEVEL = 1;

/**
 * Creates the writer of a Parquet file, or returns null if the rows are no table. Every column may be null. Whole numbers
 * are INT64, days are DATE, and lists are lists of structs. Pages are compressed with gzip, which all readers support.
 */
export function createParquetTable({ rowsOf, field }: TableShape, groupValues = ROW_GROUP_VALUES): TableWriter | null {
  const fields = listTableFields(rowsOf, field);
  if (fields.length === 0) return null;
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: field, num_children: fields.length }, ...fields.flatMap(describeSchemaElements)],
    codec: 'GZIP',
    compressors: { GZIP: (page) => gzipSync(page, { level: GZIP_LEVEL }) },
    createdBy: 'third-witness',
  });
  const tableColumns = fields.map((one) => ({ name: one.name, data: [] as unknown[], append: createAppender(one) }));
  let values = 0;

  /** Returns the bytes that were encoded since the last call. */
  const takeBytes = (): readonly [Uint8Array] => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return [bytes];
  };

  const encodeGroup = (): void => {
    const rowGroupSize = tableColumns[0]!.data.length;
    if (rowGroupSize > 0) parquet.write({ columnData: tableColumns, rowGroupSize });
    for (const column of tableColumns) column.data = [];
    values = 0;
  };

  return {
    columns: fields.map(({ name }) => name),
    add: (rows) => {
      for (const { data, append } of tableColumns) values += append(data, rows);
      if (values >= groupValues) encodeGroup();
      return takeBytes();
    },
    end: () => {
      encodeGroup();
      parquet.finish();
      const bytes = takeBytes();
      if (parquet.num_rows === 0n) fixEmptyListType(bytes[0]);
      return bytes;
    },
  };
}

/**
 * Corrects the type of the entries of an empty list of row groups, for which hyparquet-writer 0.17.0 writes 0. Arrow for
 * Rust refuses that (https://github.com/apache/arrow-rs/pull/9924). Remove this once the package writes a type.
 */
function fixEmptyListType(footer: Uint8Array): void {
  // Zero rows, the header of the field of row groups, their list, and the header of the name of the program.
  const at = Buffer.from(footer.buffer).lastIndexOf(Uint8Array.of(0x16, 0, 0x19, 0, 0x28));
  if (at >= 0) footer[at + 3] = THRIFT_STRUCT;
}

/** Thrift's number of the type of structs. */
const THRIFT_STRUCT = 0x0c;

const PARQUET_TYPES = {
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
} as const satisfies Record<Exclude<TableField['type'], 'list'>, Partial<SchemaElement>>;

/** Returns the elements of a column in the order of their tree. A list has two levels above its entries. */
function describeSchemaElements({ name, type, entry }: TableField): readonly SchemaElement[] {
  if (type !== 'list') return [{ name, repetition_type: 'OPTIONAL', ...PARQUET_TYPES[type] }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', num_children: entry.length },
    ...entry.flatMap(describeSchemaElements),
  ];
}

/** Returns a function that appends the values of a column, as the Parquet writer expects them, and returns their number. */
function createAppender(field: TableField): (data: unknown[], rows: readonly object[]) => number {
  const [read, convert] = [createFieldReader(field.name), createConverter(field)];
  return (data, rows) => {
    let values = rows.length;
    for (const row of rows) {
      const value = read(row);
      data.push(value === null || value === undefined ? null : convert(value));
      if (Array.isArray(value)) values += value.length * field.entry.length;
    }
    return values;
  };
}

/** Returns a function that converts a value other than null. Parquet stores dates as days since 1970. */
function createConverter({ type, entry }: TableField): (value: unknown) => unknown {
  if (type === 'integer') return (value) => BigInt(value as number);
  if (type === 'date') return (value) => Date.parse(value as string) / DAY_MS;
  if (type !== 'list') return (value) => value;
  const converters = entry.map((one) => [one.name, createFieldReader(one.name), createConverter(one)] as const);
  return (list) =>
    (list as readonly object[]).map((one) =>
      Object.fromEntries(converters.map(([name, read, convert]) => [name, convert(read(one))])),
    );
}
