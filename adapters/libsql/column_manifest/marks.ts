/** What a column is, and who may read it: anyone, or nobody but this instance. */
export interface ColumnMark {
  readonly visibility: 'public' | 'private';
  readonly what: string;
}

export function open(what: string): ColumnMark {
  return { visibility: 'public', what };
}
export function secret(what: string): ColumnMark {
  return { visibility: 'private', what };
}

/** Columns by table. */
export type Manifest = Readonly<Record<string, Readonly<Record<string, ColumnMark>>>>;
