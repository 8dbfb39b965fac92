import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';

/** Changes to the files of an export: the new lines of a file, by its name in the index. */
export type Alterations = Readonly<Record<string, (lines: readonly string[]) => readonly string[]>>;

/** An instance whose exports were altered. */
export interface AlteredInstance {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves another instance with an altered export. Sizes, digests and numbers of rows in the index fit the altered files
 * if `isHidden`.
 */
export async function startAltered(url: string, alterations: Alterations, isHidden = true): Promise<AlteredInstance> {
  const index = (await (await fetch(`${url}/export/index.json`)).json()) as BulkIndex;
  const files = new Map<string, string>();
  const alter = async <F extends BulkIndex['files'][number]>(file: F): Promise<F> => {
    const alteration = alterations[file.name];
    if (alteration === undefined) return file;
    const lines = (await (await fetch(`${url}/export/${file.name}`)).text()).split('\n').slice(0, -1);
    const altered = alteration(lines);
    const text = altered.map((line) => `${line}\n`).join('');
    files.set(`/export/${file.name}`, text);
    if (!isHidden) return file;
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { ...file, rows: altered.length, bytes: Buffer.byteLength(text), sha256 };
  };
  const entries = await Promise.all(index.files.map(alter));
  const more = await Promise.all((index.more ?? []).map((file) => alter(file as BulkIndex['files'][number])));
  files.set('/export/index.json', JSON.stringify({ ...index, files: entries, more }));
  const server = createServer(async (request, response) => {
    const altered = files.get(request.url!);
    if (altered !== undefined) {
      response.end(altered);
      return;
    }
    const answer = await fetch(url + request.url);
    response.statusCode = answer.status;
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Replaces text in the first line that contains it. */
export function replaceFirst(lines: readonly string[], text: string, by: string): readonly string[] {
  const at = lines.findIndex((line) => line.includes(text));
  if (at === -1) throw new Error(`no line contains ${text}`);
  return lines.with(at, lines[at]!.replace(text, by));
}
