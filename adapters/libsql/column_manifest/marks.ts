/** Description of a column, and whether it may be read by anyone or only by this instance. */
export interface ColumnMark {
  readonly visibility: 'public' | 'private';
  readonly what: string;
}

export function publicColumn(what: string): ColumnMark {
  return { visibility: 'public', what };
}
export function privateColumn(what: string): ColumnMark {
  return { visibility: 'private', what };
}

/** Column marks, keyed by table and then by column. */
export type Manifest = Readonly<Record<string, Readonly<Record<string, ColumnMark>>>>;
