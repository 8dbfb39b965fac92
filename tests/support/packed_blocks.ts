import { Buffer } from 'node:buffer';
import { openReader } from '../../adapters/libsql/database.ts';

/** The blocks of the corpus in a snapshot database as they are stored, packed: each character is a byte. */
export async function packedBlocks(snapshotDb: string): Promise<readonly string[]> {
  const reader = await openReader(snapshotDb);
  const { rows } = await reader.execute('select bytes from corpus_blocks');
  reader.close();
  return rows.map((row) => Buffer.from(row['bytes'] as ArrayBuffer).toString('latin1'));
}

const WINDOW_BYTES = 48;

/** Stretches of blocks to look for in files: texts are not found in what is packed. */
export function windowsOf(blocks: readonly string[]): readonly string[] {
  return blocks.flatMap((block) =>
    Array.from({ length: Math.floor(block.length / WINDOW_BYTES) }, (_, i) =>
      block.slice(i * WINDOW_BYTES, (i + 1) * WINDOW_BYTES),
    ),
  );
}
