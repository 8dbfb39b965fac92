import { Buffer } from 'node:buffer';
import type { Row } from '@libsql/client';
import { LIMITS } from '../../../schema/limits.ts';
import { type BlockHead, isIntactBlock, type PackedBlock, type StoredRow, unpackBlock } from './block.ts';

/** Casts every column but the key, because a damaged value may have another type, or be null. */
export const BLOCK_COLUMNS = `last_seq, cast(first_seq as integer), cast(upload_n as integer), cast(install_n as integer),
  cast(records as integer), cast(bytes as integer), coalesce(cast(kinds as blob), x''), lower(hex(seal)),
  coalesce(cast(packed as blob), x'')`;

/** A block, or the number of its last record if the block cannot be read. */
export type Block = PackedBlock | number;

export function toIntactBlock(block: Block): PackedBlock | null {
  return typeof block !== 'number' && isIntactBlock(block) ? block : null;
}

export function parseRow(row: Row): PackedBlock {
  const [lastSeq, firstSeq, uploadN, installN, records, bytes] = [0, 1, 2, 3, 4, 5].map((i) => Number(row[i]));
  return {
    lastSeq: lastSeq!,
    firstSeq: firstSeq!,
    uploadN: uploadN!,
    installN: installN!,
    records: records!,
    bytes: bytes!,
    kinds: Buffer.from(row[6] as ArrayBuffer).toString('utf8'),
    seal: String(row[7]),
    packed: new Uint8Array(row[8] as ArrayBuffer),
  };
}

/**
 * Unpacks blocks, given in ascending order of their last records. Blocks of an upload with several installs may
 * overlap.
 */
export function unpackRows(blocks: readonly Block[]): readonly StoredRow[] {
  let overlaps = false;
  let before = 0;
  const rows: StoredRow[] = [];
  for (const block of blocks) {
    if (typeof block === 'number') {
      rows.push(createDamagedRow(block, 0, 0));
      continue;
    }
    overlaps ||= block.firstSeq <= before;
    before = block.lastSeq;
    for (const row of unpackBlock(block) ?? createDamagedRows(block)) rows.push(row);
  }
  return overlaps ? rows.sort((a, b) => a.seq - b.seq) : rows;
}

export function createDamagedRow(seq: number, uploadN: number, installN: number): StoredRow {
  return { seq, uploadN, installN, kind: '', eventId: null, capturedAtMs: 0, body: '', damaged: true };
}

/** Returns as many damaged records as the block had. Which numbers in between are missing cannot be known. */
function* createDamagedRows({ firstSeq, lastSeq, records, uploadN, installN }: BlockHead): Generator<StoredRow> {
  const block = { block: lastSeq };
  const first = Math.max(firstSeq, lastSeq - LIMITS.recordsPerUploadMax.value + 1);
  for (let i = 0; i < records - 1 && first + i < lastSeq; i++)
    yield { ...createDamagedRow(first + i, uploadN, installN), ...block };
  yield { ...createDamagedRow(lastSeq, uploadN, installN), ...block };
}
