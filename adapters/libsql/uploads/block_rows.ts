import type { InArgs } from '@libsql/client';
import { groupBy } from '../../../domain/values/group_by.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { type Runner, readJson, readValue, type Transaction } from '../database.ts';
import { BYTE_CAST_MARK } from '../text_guard.ts';
import { type BlockRecord, isIntactBlock, type PackedBlock, packBlock, type StoredRow, unpackBlock } from './block.ts';
import { readOrFallback } from './damaged_rows.ts';
import { BLOCK_COLUMNS, type Block, createDamagedRow, parseRow, toIntactBlock, unpackRows } from './stored_block.ts';

/**
 * Reads and writes the table of blocks (block.ts). Uploads are stored one at a time, so the records of an
 * upload have neighbouring numbers. Its blocks, one per install, may overlap, so they are read together.
 */

function selectBlocks(which: string): string {
  return `${BYTE_CAST_MARK} select ${BLOCK_COLUMNS} from blocks where ${which}`;
}

/** Maximum size of the unpacked blocks of one query in bytes. A single upload may exceed it. */
const READ_BYTES_MAX = 2_000_000;

/** Maximum number of blocks of one query, apart from others of the same uploads. */
const BLOCKS_READ_MAX = 64;

/** SQL for the first of these blocks with at most `?2` records in total, at least one block. */
function selectFirstBlocks(column: string, which: string): string {
  return `select ${column} from (
    select ${column}, row_number() over upto as place, sum(records) over upto as records, sum(bytes) over upto as bytes
    from (select last_seq, upload_n, records, bytes from blocks where ${which} order by last_seq limit ${BLOCKS_READ_MAX})
    window upto as (order by last_seq rows unbounded preceding)
  ) where place = 1 or (records <= ?2 and bytes <= ${READ_BYTES_MAX})`;
}

const SELECT_NEXT_BLOCKS = selectBlocks(
  `upload_n in (${selectFirstBlocks('upload_n', 'last_seq > ?1')}) order by last_seq`,
);
const SELECT_BLOCK = selectBlocks('last_seq = ?');
const SELECT_INSTALL_BLOCKS = selectBlocks(
  `last_seq in (${selectFirstBlocks('last_seq', 'install_n = ?3 and last_seq > ?1')}) order by last_seq`,
);
const SELECT_UPLOAD_BLOCKS = selectBlocks('upload_n = ? order by last_seq');
const SELECT_OTHER_BLOCKS = selectBlocks('upload_n = ? and install_n is not ? order by last_seq');

/** The indexes on upload_n and install_n contain last_seq too, so these queries read no page of the table. */
const SELECT_BLOCK_SEQS = 'select json_group_array(last_seq order by last_seq) from blocks where upload_n = ?';
const SELECT_INSTALL_SEQS = `
  select json_group_array(last_seq order by last_seq) from (
    select last_seq from blocks where install_n = ?3 and last_seq > ?1 order by last_seq limit min(?2, ${BLOCKS_READ_MAX}))`;

/** Selects the block of the install `?2` that should contain each of the records `?1`, as pairs of numbers. */
const SELECT_SEQ_BLOCKS = `
  select json_group_array(json_array(value, (
    select last_seq from blocks where install_n = ?2 and last_seq >= value order by last_seq limit 1))) from json_each(?1)`;

/** Selects the uploads of the records with these numbers. */
const SELECT_UPLOAD_IDS = `
  select distinct (select upload_n from blocks where last_seq >= value order by last_seq limit 1) as upload_n
  from json_each(?) where upload_n is not null order by upload_n`;

const INSERT_BLOCK = `
  insert into blocks (last_seq, first_seq, upload_n, install_n, records, bytes, kinds, seal, packed)
  values (?, ?, ?, ?, ?, ?, ?, unhex(?), ?)`;

/** Numbers of erased records are not reused, so the highest number is not necessarily in the table. */
export async function readLastSeq(runner: Runner): Promise<number> {
  return Number(await readValue(runner, `select coalesce((select seq from sqlite_sequence where name = 'blocks'), 0)`));
}

/** Packs and stores the records of one upload and one install. */
export async function insertBlock(
  tx: Transaction,
  uploadN: number,
  installN: number,
  records: readonly BlockRecord[],
): Promise<void> {
  const { lastSeq, firstSeq, bytes, kinds, packed, seal } = packBlock(uploadN, installN, records);
  const numbers = [lastSeq, firstSeq, uploadN, installN, records.length, bytes].map(BigInt);
  await tx.execute({ sql: INSERT_BLOCK, args: [...numbers, kinds, seal, packed] });
}

/** A range of records: those with numbers `after < seq <= to`, about `limit` of them. */
export interface SeqRange {
  readonly after: number;
  readonly to: number;
  readonly limit: number;
}

/**
 * Returns the first records of a range, ascending, or an empty list if there are none. The list ends with an upload, so
 * that no block is unpacked twice, or with the range: it may be shorter than `limit`, and is longer if the first upload
 * is. If pages of the file are damaged, uploads are read one by one, and each number that an unreadable page may have
 * held is returned as a damaged record of upload 0.
 */
export async function readStoredRows(runner: Runner, { after, to, limit }: SeqRange): Promise<readonly StoredRow[]> {
  const read = () => readBlocks(runner, SELECT_NEXT_BLOCKS, [BigInt(after), BigInt(limit)]);
  const blocks = await readOrFallback(read, null);
  const rows = blocks === null ? await readNextReadableRows(runner, after, to) : unpackRows(blocks);
  return rows.filter(({ seq }) => seq > after && seq <= to);
}

/** Returns the records of the next upload that can be read, and all numbers up to there that may have been lost. */
async function readNextReadableRows(runner: Runner, after: number, to: number): Promise<readonly StoredRow[]> {
  const last = Math.min(to + LIMITS.recordsPerUploadMax.value, await readLastSeq(runner));
  const lost = new Set<number>();
  for (let seq = after + 1; seq <= last; seq++) {
    const blocks = await readOrFallback(() => readEarlierBlocks(runner, seq), null);
    if (blocks === null) lost.add(seq);
    if (!blocks) continue;
    const rows = unpackRows(blocks);
    for (const row of rows) lost.delete(row.seq);
    return [...rows, ...Array.from(lost, (n) => createDamagedRow(n, 0, 0))].sort((a, b) => a.seq - b.seq);
  }
  return Array.from(lost, (n) => createDamagedRow(n, 0, 0));
}

/** Returns the blocks of the upload whose last record has this number, or undefined if there is none. */
async function readEarlierBlocks(runner: Runner, lastSeq: number): Promise<readonly Block[] | undefined> {
  const uploadN = await readValue(runner, 'select upload_n from blocks where last_seq = ?', [BigInt(lastSeq)]);
  if (uploadN === undefined) return undefined;
  const numbers = await readJson<number>(runner, SELECT_BLOCK_SEQS, [BigInt(Number(uploadN))]);
  return numbers.at(-1) === lastSeq ? readUploadBlocks(runner, Number(uploadN)) : undefined;
}

function readUploadBlocks(runner: Runner, uploadN: number): Promise<readonly Block[]> {
  return queryBlocks(runner, SELECT_UPLOAD_BLOCKS, SELECT_BLOCK_SEQS, [BigInt(uploadN)]);
}

/** Reads blocks together, or, if pages are damaged, one by one. `numbers` selects the numbers of the blocks. */
async function queryBlocks(runner: Runner, sql: string, numbers: string, args: InArgs): Promise<readonly Block[]> {
  const together = await readOrFallback(() => readBlocks(runner, sql, args), null);
  if (together !== null) return together;
  const blocks: Block[] = [];
  for (const lastSeq of await readJson<number>(runner, numbers, args)) blocks.push(await readBlock(runner, lastSeq));
  return blocks;
}

async function readBlock(runner: Runner, lastSeq: number): Promise<Block> {
  const read = () => readBlocks(runner, SELECT_BLOCK, [BigInt(lastSeq)]);
  const [block = lastSeq] = await readOrFallback<readonly Block[]>(read, []);
  return block;
}

/**
 * Like `readStoredRows`, for the records of one install. The number of a block that cannot be read is one damaged
 * record.
 */
export async function readInstallRows(
  runner: Runner,
  installN: number,
  { after, to, limit }: SeqRange,
): Promise<readonly StoredRow[]> {
  const args = [after, limit, installN].map(BigInt);
  const blocks = await queryBlocks(runner, SELECT_INSTALL_BLOCKS, SELECT_INSTALL_SEQS, args);
  return unpackRows(blocks).filter(({ seq }) => seq > after && seq <= to);
}

/** Stored records that an upload repeats. */
export interface RepeatedRecords {
  /** The bodies of intact records, by number. */
  readonly bodies: ReadonlyMap<number, string>;
  /** The numbers of records that were lost, because their block was changed after it was stored. */
  readonly lost: ReadonlySet<number>;
}

/**
 * Size of the packed blocks up to which one upload has repeats without an eventId checked for damage. A body of the
 * largest size repeats about a megabyte of blocks, unless its records were chosen from many uploads.
 */
const CHECKED_BYTES_MAX = 16_000_000;

/**
 * Reads the blocks of records of one install that an upload repeats. The bodies of `compared` are needed; the blocks of
 * other records are only compared with their seals, which costs a SHA-256 of the packed bytes.
 */
export async function readRepeatedRecords(
  runner: Runner,
  installN: number,
  seqs: readonly number[],
  compared: ReadonlySet<number>,
): Promise<RepeatedRecords> {
  const bodies = new Map<number, string>();
  const lost = new Set<number>();
  const unheld: number[] = [];
  let checkedBytes = 0;
  const args = [JSON.stringify(seqs), BigInt(installN)];
  const holders = await readJson<[seq: number, lastSeq: number | null]>(runner, SELECT_SEQ_BLOCKS, args);
  for (const [lastSeq, pairs] of groupBy(holders, (pair) => pair[1])) {
    const own = pairs.map(([seq]) => seq);
    const isCompared = own.some((seq) => compared.has(seq));
    if (lastSeq === null) unheld.push(...own);
    if (lastSeq === null || (!isCompared && checkedBytes > CHECKED_BYTES_MAX)) continue;
    const block = toIntactBlock(await readBlock(runner, lastSeq));
    if (block === null) for (const seq of own) lost.add(seq);
    if (block === null) continue;
    checkedBytes += block.packed.byteLength;
    unheld.push(...own.filter((seq) => seq < block.firstSeq));
    if (isCompared) for (const { seq, body } of unpackBlock(block)!) bodies.set(seq, body);
  }
  // A damaged block may name another install.
  for await (const blocks of readBlocksBySeq(runner, unheld)) {
    for (const block of blocks.filter((one) => toIntactBlock(one) === null)) {
      const [first, last] = typeof block === 'number' ? [block, block] : [block.firstSeq, block.lastSeq];
      for (const seq of unheld) if (seq >= first && seq <= last) lost.add(seq);
    }
  }
  return { bodies, lost };
}

/** Returns the records of an upload, ascending. */
export async function readUploadRows(runner: Runner, uploadN: number): Promise<readonly StoredRow[]> {
  return unpackRows(await readUploadBlocks(runner, uploadN));
}

/** Returns the last numbers of an upload's damaged blocks that do not name this install. */
export async function findDamagedBlocks(runner: Runner, uploadN: number, installN: number): Promise<readonly number[]> {
  const others = await readBlocks(runner, SELECT_OTHER_BLOCKS, [BigInt(uploadN), BigInt(installN)]);
  return others.filter((block) => !isIntactBlock(block)).map(({ lastSeq }) => lastSeq);
}

/** Yields the records with these numbers, ascending, upload by upload. Numbers without a record are left out. */
export async function* readRowsBySeq(runner: Runner, seqs: readonly number[]): AsyncGenerator<readonly StoredRow[]> {
  const wanted = new Set(seqs);
  for await (const blocks of readBlocksBySeq(runner, seqs))
    yield unpackRows(blocks).filter(({ seq }) => wanted.has(seq));
}

/** Yields the blocks of the uploads of these records, upload by upload. */
async function* readBlocksBySeq(runner: Runner, seqs: readonly number[]): AsyncGenerator<readonly Block[]> {
  if (seqs.length === 0) return;
  const { rows } = await runner.execute({ sql: SELECT_UPLOAD_IDS, args: [JSON.stringify(seqs)] });
  for (const row of rows) yield await readUploadBlocks(runner, Number(row[0]));
}

async function readBlocks(runner: Runner, sql: string, args: InArgs): Promise<readonly PackedBlock[]> {
  return (await runner.execute({ sql, args })).rows.map(parseRow);
}
