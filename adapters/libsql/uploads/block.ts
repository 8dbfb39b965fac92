import { Buffer, isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';

/** A record of a block. */
export interface BlockRecord {
  /** Number of the record, which ascends within the block. */
  readonly seq: number;
  readonly kind: string;
  readonly eventId: string | null;
  readonly capturedAtMs: number;
  readonly body: string;
}

/** A stored record, and the numbers of its upload and install. */
export interface StoredRow extends BlockRecord {
  readonly uploadN: number;
  readonly installN: number;
  /**
   * Present if the record's block was changed after it was stored. Then `seq` is reliable only if it
   * equals `block`, and `body` is empty.
   */
  readonly damaged?: true;
  /** The number of the damaged block, which its last record has, too. Absent if the block could not be read. */
  readonly block?: number;
}

/** The columns of a block other than its packed records. */
export interface BlockHead {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly uploadN: number;
  readonly installN: number;
  readonly records: number;
  /** The number of records by kind, as JSON. */
  readonly kinds: string;
  /** Size of the unpacked records in UTF-8. */
  readonly bytes: number;
}

/** A block as it is stored. `seal` is hexadecimal. */
export interface PackedBlock extends BlockHead {
  readonly packed: Uint8Array;
  readonly seal: string;
}

/**
 * The first line of the unpacked text. Each list has one member for each record: steps from the previous number (from
 * the first record's own number, so that the first step is 0), kinds, milliseconds since the previous record, and
 * eventIds. The bodies follow, one per line: JSON contains no line breaks.
 */
type BlockColumns = readonly [
  steps: readonly number[],
  kinds: readonly string[],
  laterMs: readonly number[],
  eventIds: readonly (string | null)[],
];

const LINE_FEED = 10;

/** Records took 32 bytes each at level 1, 30 at level 3 and 27 at level 6, which took 1.6 times as long as level 3. */
const DEFLATE_LEVEL = 3;

/** Packs the records of one upload and one install, at least one, in ascending order. */
export function packBlock(uploadN: number, installN: number, records: readonly BlockRecord[]): PackedBlock {
  const counts: Record<string, number> = {};
  const columns = [[], [], [], []] as [number[], string[], number[], (string | null)[]];
  const [firstSeq, lastSeq] = [records[0]!.seq, records.at(-1)!.seq];
  let [seq, atMs] = [firstSeq, 0];
  let bodies = '';
  for (const record of records) {
    counts[record.kind] = (counts[record.kind] ?? 0) + 1;
    columns[0].push(record.seq - seq);
    columns[1].push(record.kind);
    columns[2].push(record.capturedAtMs - atMs);
    columns[3].push(record.eventId);
    bodies += `\n${record.body}`;
    seq = record.seq;
    atMs = record.capturedAtMs;
  }
  const text = Buffer.from(JSON.stringify(columns) + bodies);
  const packed = deflateSync(text, { level: DEFLATE_LEVEL });
  const kinds = JSON.stringify(counts);
  const head = { firstSeq, lastSeq, uploadN, installN, records: records.length, kinds, bytes: text.byteLength };
  return { ...head, packed, seal: computeSeal(head, packed) };
}

/** Number of hexadecimal digits of a seal (128 bits). */
const SEAL_CHARS = 32;

function computeSeal(head: BlockHead, packed: Uint8Array): string {
  const { firstSeq, lastSeq, uploadN, installN, records, kinds, bytes } = head;
  const text = JSON.stringify([firstSeq, lastSeq, uploadN, installN, records, kinds, bytes]);
  return hash('sha256', Buffer.concat([Buffer.from(text), packed]), 'hex').slice(0, SEAL_CHARS);
}

/** Whether the block is as it was stored. */
export function isIntactBlock(block: PackedBlock): boolean {
  return computeSeal(block, block.packed) === block.seal;
}

/** Returns the records of a block, or null if the block was changed after it was stored. */
export function unpackBlock(block: PackedBlock): readonly StoredRow[] | null {
  if (!isIntactBlock(block)) return null;
  const { firstSeq, uploadN, installN, bytes } = block;
  // With one byte to spare, or else zlib would expect more output.
  const text = inflateSync(block.packed, { chunkSize: Math.max(64, bytes + 1) });
  // Each line is decoded by itself: one string for all of them takes five times as long, and lives as long as any part.
  const coding = isAscii(text) ? 'latin1' : 'utf8';
  let end = -1;
  const nextLine = (): string => {
    const start = end + 1;
    end = text.indexOf(LINE_FEED, start);
    return text.toString(coding, start, end === -1 ? text.length : end);
  };
  const [steps, kinds, laterMs, eventIds] = JSON.parse(nextLine()) as BlockColumns;
  let [seq, atMs] = [firstSeq, 0];
  return kinds.map((kind, place) => {
    seq += steps[place]!;
    atMs += laterMs[place]!;
    return { seq, kind, eventId: eventIds[place]!, capturedAtMs: atMs, body: nextLine(), uploadN, installN };
  });
}
