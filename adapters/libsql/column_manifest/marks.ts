/** What a column is, and who may read it: anyone, or nobody but this instance. */
export interface ColumnMark {
  readonly visibility: 'public' | 'private';
  readonly what: string;
}

export const open = (what: string): ColumnMark => ({ visibility: 'public', what });
export const secret = (what: string): ColumnMark => ({ visibility: 'private', what });

/** Columns by table. */
export type Manifest = Readonly<Record<string, Readonly<Record<string, ColumnMark>>>>;
