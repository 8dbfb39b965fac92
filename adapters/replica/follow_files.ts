import { createReadStream } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Primary, PrimaryAnswer } from '../../domain/ports/primary.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { readWholeBytes } from '../../domain/values/whole_bytes.ts';
import { createGuardedFiles } from '../data_folder/guarded_files.ts';
import type { Publication } from '../libsql/publish/log_store.ts';
import { hasSameRows } from '../libsql/publish/state.ts';
import { readStorageCode, StorageError } from '../libsql/storage_error.ts';
import {
  type PublicationState,
  type PublishedFile,
  parseState,
  STATE_BYTES_MAX,
  STATE_FILE,
  splitDiff,
  verifyBytes,
} from '../publication/layout.ts';
import { readIfExists } from '../read_if_exists.ts';
import { hashSchema, OTHER_RELEASE } from './copy.ts';
import { follow, type ReplicaOutcome, type ReplicaTarget, readServedState, startFromBase } from './update_replica.ts';

export interface FilesTarget extends Pick<ReplicaTarget, 'dir' | 'rollups' | 'checks'> {
  /** A client for the folder with the state file. */
  readonly source: Pick<Primary, 'ask'>;
}

/**
 * Updates an edge's copy from the files that its primary publishes (TW_REPLICA_URL). If the update fails, the error is a
 * constant code, and the last good copy remains served.
 */
export async function followFiles(target: FilesTarget): Promise<Result<ReplicaOutcome, string>> {
  const { replica: folder, requireSame } = target.dir;
  const files = createGuardedFiles(requireSame);
  const note = (text: string): Promise<void> => files.replace(join(folder, STATE_FILE), text);
  const removeFetched = (): Promise<void> => files.removeEach(folder, (name) => name !== STATE_FILE);
  const attempt = async (): Promise<Result<ReplicaOutcome, string>> => {
    try {
      await files.makeFolder(folder);
      await removeFetched();
      return ok(await updateFromFiles(target, note));
    } catch (error) {
      const code = readStorageCode(error);
      if (code === null) throw error;
      return err(code);
    } finally {
      await removeFetched().catch(() => {});
    }
  };
  const first = await attempt();
  // A newer state may have replaced the files in the meantime.
  return first.ok || first.error !== 'FILE_MISSING' ? first : attempt();
}

/** The newest state that the edge has applied, or is about to, is kept on the disk, so that older ones are refused. */
async function updateFromFiles(target: FilesTarget, note: (text: string) => Promise<void>): Promise<ReplicaOutcome> {
  const { dir, source } = target;
  const noted = parseFetchedState(await readIfExists(join(dir.replica, STATE_FILE)));
  const { etag, text, state: wanted } = await fetchState(source, noted);
  if (wanted.counter < (noted?.state.counter ?? 0)) throw new StorageError('STATE_OLDER');
  const noteState = (): Promise<void> => note(`${etag}\n${text}`);
  const served = await readServedState(target);
  // A new base without diffs may replace erased rows, which may also remain in the write-ahead log of the copy.
  const isRenewed = wanted.head === null && served?.baseSeq !== wanted.baseSeq;
  if (served !== null && hasSameRows(served, wanted) && !isRenewed) {
    if (text !== noted?.text || etag !== noted.etag) await noteState();
    return { what: 'same', state: served, afresh: false, diffs: 0 };
  }
  const copy = join(dir.replica, 'copy.db');
  const follows = served?.epoch === wanted.epoch && served.shape === wanted.shape;
  if (!follows && (await hashSchema(copy)) !== wanted.shape) throw new StorageError(OTHER_RELEASE);
  const log = createFetchedLog(target, wanted);
  const base = join(dir.replica, 'base');
  const publication: Publication = { state: wanted, base: () => createReadStream(base), log: log.read };
  if (follows && !isRenewed) {
    const isOfSameLog = served.baseSeq === wanted.baseSeq && served.logBytes <= wanted.logBytes;
    await log.fetch(isOfSameLog ? served.logBytes : 0);
    await noteState();
    const followed = await follow(target, publication);
    if (followed !== null) return { what: 'newer', afresh: false, ...followed };
  }
  await log.fetch(0);
  for await (const part of fetchFile(source, wanted.base)) await appendFile(base, part);
  await noteState();
  return { what: 'newer', afresh: false, ...(await startFromBase(copy, target, publication)) };
}

/** A state file as fetched, and its ETag or an empty text. */
interface FetchedState {
  readonly etag: string;
  readonly text: string;
  readonly state: PublicationState;
}

/** Parses a noted state. Returns null if there is none or it is damaged. */
function parseFetchedState(noted: string | null): FetchedState | null {
  const [, etag = '', text = ''] = /^([^\n]*)\n(.*)$/s.exec(noted ?? '') ?? [];
  const state = parseState(text);
  return state === null ? null : { etag, text, state };
}

/** Fetches the state file, unless it is still the noted one. */
async function fetchState(source: FilesTarget['source'], noted: FetchedState | null): Promise<FetchedState> {
  const { status, fields, body } = await requestFile(source, STATE_FILE, noted?.etag);
  if (status === 304 && noted !== null) return noted;
  requireOkStatus(status, 'STATE_MISSING');
  const text = new TextDecoder().decode((await readWholeBytes(body, STATE_BYTES_MAX)) ?? undefined);
  const state = parseState(text);
  if (state === null) throw new StorageError('STATE_DAMAGED');
  return { etag: fields.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? '', text, state };
}

/** Fetches the diffs of a log, newest first, to files that are named by the byte at which the diff begins. */
function createFetchedLog({ dir, source }: FilesTarget, { head, logBytes }: PublicationState) {
  const starts: number[] = [];
  const pathOf = (start: number): string => join(dir.replica, `${start}.diff`);
  return {
    fetch: async (from: number): Promise<void> => {
      starts.length = 0;
      let start = logBytes;
      for (let file = head; start > from; ) {
        if (file === null) throw new StorageError('DIFF_GAP');
        const { previous, diff } = splitDiff((await readWholeBytes(fetchFile(source, file), file.bytes))!);
        start -= diff.byteLength;
        starts.unshift(start);
        await writeFile(pathOf(start), diff, { mode: 0o600 });
        file = previous;
      }
    },
    read: async function* (from: number): AsyncGenerator<Uint8Array> {
      if (!starts.includes(from)) throw new StorageError('DIFF_GAP');
      for (const start of starts) if (start >= from) yield await readFile(pathOf(start));
    },
  };
}

async function* fetchFile(source: FilesTarget['source'], file: PublishedFile): AsyncGenerator<Uint8Array> {
  const { status, body } = await requestFile(source, file.name);
  requireOkStatus(status, 'FILE_MISSING');
  yield* verifyBytes(file, body);
}

function requireOkStatus(status: number, missing: string): void {
  if (status !== 200) throw new StorageError(status === 404 ? missing : `HTTP_${status}`);
}

async function requestFile(source: FilesTarget['source'], name: string, etag = ''): Promise<FetchedAnswer> {
  const fields = etag === '' ? [] : [['If-None-Match', etag] as const];
  const answer = await source.ask({ method: 'GET', target: `/${name}`, fields, body: null });
  if (!answer.ok) throw new StorageError('UNREACHABLE');
  const { status, body } = answer.value;
  if (status !== 200) await body.cancel();
  return { ...answer.value, body: readArrivedBytes(body) };
}

type FetchedAnswer = Omit<PrimaryAnswer, 'body'> & { readonly body: AsyncIterable<Uint8Array> };

async function* readArrivedBytes(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new StorageError('ANSWER_LOST');
  }
}
