import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';

/**
 * Changes to the files of an export, by their names in the index: the new lines of a file, or `missing` if it cannot be
 * requested, or `cut` if the connection breaks after half of it.
 */
export type Alterations = Readonly<Record<string, (lines: readonly string[]) => readonly string[] | 'missing' | 'cut'>>;

export interface AlteredOptions {
  /** Whether sizes, digests and numbers of rows in the index fit the altered files. Defaults to true. */
  readonly isHidden?: boolean;
  /** Changes the index afterwards. */
  readonly reindex?: (index: BulkIndex) => BulkIndex;
}

/** An instance whose exports were altered. */
export interface AlteredInstance {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves another instance with an altered export. */
export async function startAltered(
  url: string,
  alterations: Alterations,
  { isHidden = true, reindex = (index) => index }: AlteredOptions = {},
): Promise<AlteredInstance> {
  const index = (await (await fetch(`${url}/export/index.json`)).json()) as BulkIndex;
  const files = new Map<string, string>();
  const broken = new Map<string, 'missing' | 'cut'>();
  const alter = async <F extends BulkIndex['files'][number]>(file: F): Promise<F> => {
    const alteration = alterations[file.name];
    if (alteration === undefined) return file;
    const lines = (await (await fetch(`${url}/export/${file.name}`)).text()).split('\n').slice(0, -1);
    const altered = alteration(lines);
    if (typeof altered === 'string') {
      broken.set(`/export/${file.name}`, altered);
      return file;
    }
    const text = altered.map((line) => `${line}\n`).join('');
    files.set(`/export/${file.name}`, text);
    if (!isHidden) return file;
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { ...file, rows: altered.length, bytes: Buffer.byteLength(text), sha256 };
  };
  const entries = await Promise.all(index.files.map(alter));
  const more = await Promise.all((index.more ?? []).map((file) => alter(file as BulkIndex['files'][number])));
  files.set('/export/index.json', JSON.stringify(reindex({ ...index, files: entries, more })));
  const server = createServer(async (request, response) => {
    const altered = files.get(request.url!);
    if (altered !== undefined) {
      response.end(altered);
      return;
    }
    const answer = await fetch(url + request.url);
    const body = Buffer.from(await answer.arrayBuffer());
    const damage = broken.get(request.url!);
    response.statusCode = damage === 'missing' ? 404 : answer.status;
    if (damage === 'cut') {
      response.setHeader('Content-Length', body.byteLength);
      response.write(body.subarray(0, body.byteLength / 2), () => response.destroy());
    } else response.end(body);
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
