import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { StorageError } from '../libsql/storage_error.ts';

/** Text is handed to the disk in pieces of about this many characters. */
const CHUNK_CHARS = 256 * 1024;
/** The last line: a file that ends otherwise was cut off. */
const END = '"end"';

/** Writes a file that must not be there yet, a line for each value, and waits until the disk has it. */
export async function writeLines<Value>(
  path: string,
  values: AsyncIterable<Value>,
  lineOf: (value: Value) => string,
): Promise<void> {
  const file: FileHandle = await open(path, 'wx', 0o600);
  try {
    let text = '';
    for await (const value of values) {
      text += `${lineOf(value)}\n`;
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

/** The lines of such a file; throws `cutOff` where it does not end as it was written. */
export async function* readLines(path: string, cutOff: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line === END) return;
    yield line;
  }
  throw new StorageError(cutOff);
}
