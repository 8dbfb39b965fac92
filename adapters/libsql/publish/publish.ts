import { Buffer } from 'node:buffer';
import type { Value } from '@libsql/client';
import { err, type Result } from '../../../domain/values/result.ts';
import { type LibsqlServer, type Runner, runWithReader, type Transaction } from '../database.ts';
import { createContentCounter, type TableContent } from './content.ts';
import { createDiffPacker, DIFF_BYTES_MAX } from './diff.ts';
import { readAllRows, readChangedRows, readLogEnd } from './local_rows.ts';
import type { BaseWriter, LogStore, StoredLog } from './log_store.ts';
import { type PublishFault, type PublishTimeouts, runOnServer } from './server.ts';
import { createServerStore, ForeignLogError } from './server_log.ts';
import { type PublishedSchema, readSchema } from './shape.ts';
import type { LogState } from './state.ts';

/** Result of a publish. */
export interface PublishOutcome {
  /** Epoch and number of the snapshot that the server now has. */
  readonly epoch: string;
  readonly n: number;
  /** Logged changes up to and including this entry may now be deleted. */
  readonly seq: number;
  /**
   * `none`: the server was up to date. `changed`: a diff was sent. `renewed`: a diff was sent, and a new base because
   * the log was full. `whole`: a new base was sent, from which all edges start again. `repaired`: the same, because the base
   * or the log was damaged; edges that are up to date notice it only if there are changes, too.
   */
  readonly sent: 'none' | 'changed' | 'renewed' | 'repaired' | 'whole';
  /** Number of new, changed and deleted rows in the diff; after `whole` and `repaired`, of all rows. */
  readonly rowsSent: number;
  readonly rowsRemoved: number;
  /** Approximate size of the values in these rows. */
  readonly bytesSent: number;
  /** Size of the packed diff, and of the base if one was sent. */
  readonly bytesPacked: number;
  readonly content: TableContent;
}

/**
 * Appends the changes of a snapshot database to the log on a libSQL server, or sends a new base, in one transaction on
 * the server.
 */
export async function publishSnapshot(
  path: string,
  target: LibsqlServer,
  waits: PublishTimeouts,
): Promise<Result<PublishOutcome, PublishFault>> {
  try {
    return await runOnSnapshot(path, (local, schema) =>
      runOnServer(target, waits, (server) => updateLog(local, schema, createServerStore(server))),
    );
  } catch (error) {
    if (error instanceof ForeignLogError) return err('NOT_OURS');
    throw error;
  }
}

/** Reads a snapshot database in one read transaction, which does not block the writer. */
export function runOnSnapshot<T>(
  path: string,
  work: (local: Transaction, schema: PublishedSchema) => Promise<T>,
): Promise<T> {
  return runWithReader(path, async (client) => {
    await client.execute('pragma temp_store=file');
    const local = await client.transaction('read');
    try {
      return await work(local, await readSchema(local));
    } finally {
      local.close();
    }
  });
}

/** Appends the changes of a snapshot to a log, or writes a new base. */
export async function updateLog<L extends StoredLog>(
  local: Transaction,
  schema: PublishedSchema,
  store: LogStore<L>,
): Promise<PublishOutcome> {
  const [epoch, n] = await readNewestSnapshot(local);
  const log = await store.open();
  const { state } = log;
  const known = state !== null && state.epoch === epoch && state.shape === schema.digest ? state : null;
  const { end: seq, unbroken } = await readLogEnd(local, known?.seq ?? 0);
  const isDamaged = await store.isDamaged(schema, known);
  const reached = { epoch, n, seq };
  if (known === null || !unbroken || isDamaged) {
    const base = await writeBase(local, schema, store.createBaseWriter(log, false), reached);
    await store.append(base.log, NO_BYTES, base.state);
    return { ...reached, sent: isDamaged ? 'repaired' : 'whole', ...base.packed, bytesPacked: base.log.bytes };
  }
  if (seq === known.seq) {
    return { ...reached, sent: 'none', ...EMPTY_OUTCOME, content: { rows: known.rows, digest: known.digest } };
  }
  const diff = await packChanges(local, schema, known, reached);
  if (diff.bytes !== null && store.fits(log, diff.bytes)) {
    await store.append(log, diff.bytes, { ...known, ...reached, ...diff.packed.content });
    return { ...reached, sent: 'changed', ...diff.packed, bytesPacked: diff.bytes.byteLength };
  }
  // Edges that are up to date apply the diff at the beginning of the new log, and do not need the base.
  const base = await writeBase(local, schema, store.createBaseWriter(log, true), reached);
  const bytes = diff.bytes !== null && store.fits(base.log, diff.bytes) ? diff.bytes : NO_BYTES;
  await store.append(base.log, bytes, base.state);
  return { ...reached, sent: 'renewed', ...diff.packed, bytesPacked: base.log.bytes + bytes.byteLength };
}

const NO_BYTES = new Uint8Array(0);
const EMPTY_OUTCOME = { rowsSent: 0, rowsRemoved: 0, bytesSent: 0, bytesPacked: 0 };

async function readNewestSnapshot(local: Runner): Promise<readonly [string, number]> {
  const { rows } = await local.execute('select epoch, (select max(n) from snapshots) from instance');
  return [String(rows[0]?.[0]), Number(rows[0]?.[1] ?? 0)];
}

type NewestSnapshot = Pick<LogState, 'epoch' | 'n' | 'seq'>;
type PackedCounts = Pick<PublishOutcome, 'rowsSent' | 'rowsRemoved' | 'bytesSent' | 'content'>;

/** Packs all rows that changed since `known`. `bytes` is null if the diff would be too large. */
async function packChanges(local: Runner, schema: PublishedSchema, known: LogState, reached: NewestSnapshot) {
  const parts: Uint8Array[] = [];
  let size = 0;
  const packed = await packRows(local, schema, known, reached, async (bytes) => {
    size += bytes.byteLength;
    if (size <= DIFF_BYTES_MAX) parts.push(bytes);
  });
  return { packed, bytes: size <= DIFF_BYTES_MAX ? Buffer.concat(parts) : null };
}

/** Writes all rows as a new base. Returns the state that it leads to, and the empty log that follows it. */
async function writeBase<L extends StoredLog>(
  local: Runner,
  schema: PublishedSchema,
  writer: BaseWriter<L>,
  reached: NewestSnapshot,
) {
  const packed = await packRows(local, schema, null, reached, writer.pass);
  const log = await writer.end();
  const state: LogState = { ...reached, ...packed.content, shape: schema.digest, baseSeq: reached.seq, logBytes: 0 };
  return { log, packed, state };
}

/** Packs the rows that changed since `known`, or all rows if it is null, and passes the packed bytes on in order. */
async function packRows(
  local: Runner,
  schema: PublishedSchema,
  known: LogState | null,
  { n, seq }: NewestSnapshot,
  pass: (bytes: Uint8Array) => Promise<void>,
): Promise<PackedCounts> {
  const counter = createContentCounter(known ?? undefined);
  const sent = { rowsSent: 0, rowsRemoved: 0, bytesSent: 0 };
  const packer = createDiffPacker(schema, known?.seq ?? null, pass);
  for (const table of schema.tables) {
    const pages = known === null ? readAllRows(local, table) : readChangedRows(local, table, known.seq);
    for await (const page of pages) {
      for (const { key, before, now } of page) {
        // The row was changed and then changed back.
        if (before !== null && now !== null && Buffer.compare(before, now.digest) === 0) continue;
        if (before !== null) counter.take(before);
        if (now !== null) {
          counter.add(now.digest);
          sent.rowsSent++;
          sent.bytesSent += countBytes(now.values);
          await packer.add({ table, put: now.values });
        } else if (before !== null) {
          sent.rowsRemoved++;
          await packer.add({ table, del: key });
        }
      }
    }
  }
  const content = counter.content();
  await packer.end({ n, seq, ...content });
  return { ...sent, content };
}

function countBytes(values: readonly Value[]): number {
  let bytes = 0;
  for (const value of values) {
    if (typeof value === 'string') bytes += value.length;
    else bytes += value instanceof ArrayBuffer ? value.byteLength : 8;
  }
  return bytes;
}
