import type { Row } from '@libsql/client';
import type { Runner } from '../../database.ts';
import { CASTS_TO_BYTES, requireUtf8 } from '../../text_guard.ts';

/**
 * Rows of neighbouring places as text, each followed by a comma, and the bytes of each. A withdrawn row has no text and
 * 0 bytes.
 */
export interface RowTexts {
  readonly text: Uint8Array;
  readonly bytes: readonly number[];
}

/** Reads rows `from <= place < to` of a list, or fewer if the list ends earlier. */
export type ReadTexts = (client: Runner, scope: string, kind: string, from: number, to: number) => Promise<RowTexts>;

/**
 * Returns the query that `textsIn` decodes, over bodies in their order, with an additional number. An empty body is a
 * withdrawn row.
 */
export function textsSql(bodies: string, number = '0'): string {
  return `${CASTS_TO_BYTES} select cast(group_concat(iif(body = '', '', body || ','), '') as blob),
     cast(group_concat(iif(body = '', 0, octet_length(body) + 1)) as blob), ${number} from (${bodies})`;
}

const NO_BYTES = new Uint8Array(0);

/** Decodes the row that the query returned. */
export function textsIn(row: Row | undefined): RowTexts {
  const [text, bytes] = [row?.[0], row?.[1]];
  if (!(text instanceof ArrayBuffer && bytes instanceof ArrayBuffer)) return { text: NO_BYTES, bytes: [] };
  return {
    text: requireUtf8(new Uint8Array(text)),
    bytes: new TextDecoder().decode(bytes).split(',').map(Number),
  };
}
