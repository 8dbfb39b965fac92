import type { Row } from '@libsql/client';
import type { Runner } from '../../database.ts';
import { IN_BYTES, requireText } from '../../text_guard.ts';

/** Rows of neighbouring places as text, a comma behind each that stands, and the bytes of each, 0 where none stands. */
export interface RowTexts {
  readonly text: Uint8Array;
  readonly bytes: readonly number[];
}

/** Reads rows `from <= place < to` of a list: all of them, or as many as there are. */
export type ReadTexts = (client: Runner, scope: string, kind: string, from: number, to: number) => Promise<RowTexts>;

/** The query of `textsIn` over bodies in their order, with a number behind; an empty body is a row that does not stand. */
export function textsSql(bodies: string, number = '0'): string {
  return `${IN_BYTES} select cast(group_concat(iif(body = '', '', body || ','), '') as blob),
     cast(group_concat(iif(body = '', 0, octet_length(body) + 1)) as blob), ${number} from (${bodies})`;
}

const NOTHING = new Uint8Array(0);

/** What the query found. */
export function textsIn(row: Row | undefined): RowTexts {
  const [text, bytes] = [row?.[0], row?.[1]];
  if (!(text instanceof ArrayBuffer && bytes instanceof ArrayBuffer)) return { text: NOTHING, bytes: [] };
  return {
    text: requireText(new Uint8Array(text)),
    bytes: new TextDecoder().decode(bytes).split(',').map(Number),
  };
}
