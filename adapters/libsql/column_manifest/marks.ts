/** Description of a column, and whether anyone or only this instance may read it. */
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

/** Column marks by table, then by column. */
export type Manifest = Readonly<Record<string, Readonly<Record<string, ColumnMark>>>>;
