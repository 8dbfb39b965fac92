import { toDocument } from './json_schema.ts';
import { dropsResponse } from './responses/dropsResponse.ts';
import { edgesResponse } from './responses/edgesResponse.ts';
import { exportLists } from './responses/exportLists.ts';
import { itemsResponse } from './responses/items.ts';

/** Shapes with arrays whose rows have the same fields, so that they can be columns of a table. */
const ROW_SHAPES = { exportLists, dropsResponse, edgesResponse, itemsResponse };

/** A column of a table of exported rows. */
export interface TableField {
  /** The path of its values in a row, such as `npcId` or `name.value`. */
  readonly name: string;
  /** A date is a day, YYYY-MM-DD. */
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'date' | 'list';
  readonly description: string;
  /** The fields of the entries of a list. Empty for other types. */
  readonly entry: readonly TableField[];
}

interface FieldSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
}

/**
 * Returns the columns of the rows in an array of a response shape, as the index of the export names them with `rowsOf`
 * and `field`, in the order of CSV and Parquet files. Fields of nested objects are columns of their own, lists stay lists,
 * and fields with the same value in every row are left out. Any column may be null. Returns no columns if the rows are no
 * table, such as records of different kinds.
 */
export function listTableFields(rowsOf: string, field: string): readonly TableField[] {
  const shape = Object.entries(ROW_SHAPES).find(([name]) => name === rowsOf)?.[1];
  if (shape === undefined) return [];
  const { properties } = toDocument(rowsOf, shape) as FieldSchema;
  return listFields(properties?.[field]?.items ?? {});
}

function listFields({ properties = {}, required = [] }: FieldSchema, prefix = '', about = ''): readonly TableField[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${prefix}${key}`;
    if (schema.const !== undefined && required.includes(key)) return [];
    // A field that may be null is one of two schemas.
    const value = schema.anyOf?.[0] ?? schema;
    const description = `${about}${value.description ?? ''}`;
    if (value.properties !== undefined) return listFields(value, `${name}.`, `${description} `);
    return [{ name, type: findFieldType(value), description, entry: listFields(value.items ?? {}) }];
  });
}

function findFieldType({ type, format, const: only }: FieldSchema): TableField['type'] {
  if (type === 'array') return 'list';
  return (format === 'date' ? 'date' : (type ?? typeof only)) as TableField['type'];
}
