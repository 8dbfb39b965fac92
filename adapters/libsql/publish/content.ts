import { Buffer } from 'node:buffer';
import type { Runner } from '../database.ts';
import { readAllRows } from './local_rows.ts';
import type { PublishedSchema } from './shape.ts';

/** Number of rows in a database, and a digest of the rows that does not depend on their order. */
export interface TableContent {
  readonly rows: number;
  /** Sum of all row digests modulo 2^256, as 64 hexadecimal digits. It detects damage but not forgery. */
  readonly digest: string;
}

const MODULUS = 1n << 256n;

/** Updates a `TableContent` as rows are added and removed. */
export interface ContentCounter {
  add(rowDigest: Uint8Array): void;
  take(rowDigest: Uint8Array): void;
  content(): TableContent;
}

export function createContentCounter(from: TableContent = { rows: 0, digest: '0' }): ContentCounter {
  let sum = BigInt(`0x${from.digest}`);
  let { rows } = from;
  const read = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return {
    add: (bytes) => {
      sum += read(bytes);
      rows++;
    },
    take: (bytes) => {
      sum -= read(bytes);
      rows--;
    },
    content: () => ({ rows, digest: (((sum % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(64, '0') }),
  };
}

/** Reads all rows of a database page by page and returns the resulting `TableContent`. */
export async function readContent(runner: Runner, { tables }: PublishedSchema): Promise<TableContent> {
  const tally = createContentCounter();
  for (const table of tables)
    for await (const page of readAllRows(runner, table)) for (const { now } of page) tally.add(now.digest);
  return tally.content();
}
