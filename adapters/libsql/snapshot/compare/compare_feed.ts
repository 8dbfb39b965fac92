import { createHash } from 'node:crypto';
import type { Client } from '@libsql/client';
import { readValue } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { decodeBlock, rowsOf as rowsOfBlock } from '../corpus_block.ts';
import { FIGURES_CHARS_MAX } from './compare_list.ts';

/**
 * Returns a sentence about how the feed's rows of a kind differ, or null if they are equal. They are compared as a set,
 * because their order depends on the snapshots. Each row is represented by the first eight bytes of its digest.
 */
export async function compareKind(kind: string, served: Client, rebuilt: Client): Promise<string | null> {
  const ours = await digestsOf(kind, served);
  const theirs = await digestsOf(kind, rebuilt);
  const at = ours.findIndex((digest, i) => digest !== theirs[i]);
  const place = at === -1 && ours.length < theirs.length ? ours.length : at;
  if (place === -1) return null;
  const onlyServed = theirs[place] === undefined || (ours[place] ?? theirs[place]!) < theirs[place]!;
  const wanted = onlyServed ? ours[place]! : theirs[place]!;
  const row = await rowWith(kind, onlyServed ? served : rebuilt, wanted);
  const where = onlyServed
    ? 'is served, and does not follow from the uploads'
    : 'follows from the uploads, and is not served';
  return `The feed's ${kind} records differ: ${ours.length} are served, ${theirs.length} follow from the uploads; ${row.slice(0, FIGURES_CHARS_MAX)} ${where}.`;
}

async function digestsOf(kind: string, client: Client): Promise<BigUint64Array> {
  const digests: bigint[] = [];
  for await (const row of publicRows(kind, client)) digests.push(digestOf(row));
  return BigUint64Array.from(digests).sort();
}

async function rowWith(kind: string, client: Client, digest: bigint): Promise<string> {
  for await (const row of publicRows(kind, client)) if (digestOf(row) === digest) return new TextDecoder().decode(row);
  return '';
}

function digestOf(row: Uint8Array): bigint {
  return createHash('sha256').update(row).digest().readBigUInt64BE(0);
}

/** Yields the rows that are not withdrawn, without their commas. */
async function* publicRows(kind: string, client: Client): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const bytes = await readValue(client, 'select bytes from corpus_blocks where kind = ? and block = ?', [
      kind,
      BigInt(number),
    ]);
    if (bytes === undefined) return;
    const block = bytes instanceof ArrayBuffer ? decodeBlock(bytes) : null;
    if (block === null) throw new StorageError('CORPUS_BLOCK_DAMAGED');
    for (const row of rowsOfBlock(block)) if (row.byteLength > 0) yield row.subarray(0, -1);
  }
}
