import { Buffer } from 'node:buffer';
import { openReader } from '../../adapters/libsql/database.ts';

/** Returns the corpus blocks of a snapshot database as they are stored, in packed form. Each character is one byte. */
export async function packedBlocks(snapshotDb: string): Promise<readonly string[]> {
  const reader = await openReader(snapshotDb);
  const { rows } = await reader.execute('select bytes from corpus_blocks');
  reader.close();
  return rows.map((row) => Buffer.from(row['bytes'] as ArrayBuffer).toString('latin1'));
}

const WINDOW_BYTES = 48;

/** Returns pieces of packed blocks to search for in files. Searching for the text itself would not find packed data. */
export function windowsOf(blocks: readonly string[]): readonly string[] {
  return blocks.flatMap((block) =>
    Array.from({ length: Math.floor(block.length / WINDOW_BYTES) }, (_, i) =>
      block.slice(i * WINDOW_BYTES, (i + 1) * WINDOW_BYTES),
    ),
  );
}
