import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { DataDir } from '../../../adapters/data_folder/data_dir.ts';
import { type Connection, openWriter, runWithReader } from '../../../adapters/libsql/database.ts';
import { readOrigin } from '../../../adapters/libsql/snapshot/origin.ts';
import { createPrimaryClient } from '../../../adapters/primary_client.ts';
import { followFiles } from '../../../adapters/replica/follow_files.ts';

/** Serves a folder like nginx: files as they are, ETags, and 404 for files that do not exist. */
export interface FolderServer {
  readonly url: string;
  /** Answers instead of the folder if set. Returns false to leave a request to the folder. */
  intercept: ((name: string, response: ServerResponse) => boolean) | null;
  /** The requests since the last call, as `<status> <name>`. */
  takeRequests(): readonly string[];
  close(): Promise<void>;
}

export async function serveFolder(folder: string): Promise<FolderServer> {
  let requests: string[] = [];
  const listener = createServer((request, response) => {
    const name = request.url!.slice(1);
    response.on('finish', () => requests.push(`${response.statusCode} ${name}`));
    if (server.intercept?.(name, response) === true) return;
    try {
      const bytes = readFileSync(join(folder, name));
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
      response.setHeader('ETag', etag);
      response.writeHead(request.headers['if-none-match'] === etag ? 304 : 200);
      response.end(response.statusCode === 304 ? undefined : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const server: FolderServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    intercept: null,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: () => {
      listener.closeAllConnections();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
  return server;
}

const BOUNDS = { connectMs: 2_000, answerMs: 2_000, idleMs: 1_000 };

/** Follows once. Returns what happened, as `newer`, `same` or the code of a failure, and the number of diffs. */
export async function followOnce(edge: DataDir, url: string, path: string, checks = false) {
  const { rollups } = await runWithReader(path, readOrigin);
  const followed = await followFiles({ dir: edge, source: createPrimaryClient(url, BOUNDS), rollups, checks });
  return followed.ok ? { what: followed.value.what, diffs: followed.value.diffs } : { what: followed.error, diffs: 0 };
}

export async function change(path: string, work: (client: Connection) => Promise<unknown>): Promise<void> {
  const client = await openWriter(path, { create: false });
  try {
    await work(client);
  } finally {
    client.close();
  }
}

/** Adds a snapshot that repeats the newest one. */
export function addSnapshot(path: string): Promise<void> {
  return change(path, (client) =>
    client.executeMultiple(`create temp table newest as select * from snapshots order by n desc limit 1;
      update newest set n = n + 1; insert into snapshots select * from newest; drop table newest`),
  );
}

/** Returns whether a text is in the bytes of any file below a folder, also in packed ones. */
export function containsText(folder: string, text: string, dictionary: Uint8Array): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => {
    if (!entry.isFile()) return false;
    const bytes = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
    return bytes.includes(text) || unpack(bytes, dictionary).includes(text);
  });
}

/** Unpacks the chunks of a base or diff. Returns an empty string for other files. */
export function unpack(bytes: Uint8Array, dictionary: Uint8Array): string {
  const file = Buffer.from(
    bytes.subarray(/^[n{]/.test(String.fromCharCode(bytes[0] ?? 0)) ? bytes.indexOf(10) + 1 : 0),
  );
  let text = '';
  for (let at = 0; at + 4 <= file.byteLength; ) {
    const length = file.readUInt32LE(at);
    if (length === 0 || at + 4 + length > file.byteLength) return text;
    try {
      text += inflateSync(file.subarray(at + 4, at + 4 + length), { dictionary }).toString();
    } catch {
      return text;
    }
    at += 4 + length;
  }
  return text;
}
