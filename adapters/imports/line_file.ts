import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { StorageError } from '../libsql/storage_error.ts';

/** Lines are written to disk in chunks of about this many characters. */
const CHUNK_CHARS = 256 * 1024;
/** The last line of a complete file. A file without this line was truncated. */
const END = '"end"';

/** Writes a new file with one line per value and syncs it to disk. Fails if the file already exists. */
export async function writeLines<Value>(
  path: string,
  values: AsyncIterable<Value>,
  formatLine: (value: Value) => string,
): Promise<void> {
  const file: FileHandle = await open(path, 'wx', 0o600);
  try {
    let text = '';
    for await (const value of values) {
      text += `${formatLine(value)}\n`;
      if (text.length < CHUNK_CHARS) continue;
      await file.appendFile(text, 'utf8');
      text = '';
    }
    await file.appendFile(`${text}${END}\n`, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads the lines that `writeLines` wrote. Throws a storage error with the code `cutOff` if the file was truncated. */
export async function* readLines(path: string, cutOff: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line === END) return;
    yield line;
  }
  throw new StorageError(cutOff);
}
