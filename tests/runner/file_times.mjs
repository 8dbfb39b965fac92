import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A reporter for node:test: prints how long the tests of each file took, one line a file. */
export default async function* fileTimes(events) {
  const times = new Map();
  for await (const { type, data } of events) {
    if (data.nesting !== 0 || (type !== 'test:pass' && type !== 'test:fail')) continue;
    const file = sourceFile(data);
    times.set(file, (times.get(file) ?? 0) + (data.details?.duration_ms ?? 0));
  }
  for (const [file, ms] of times) yield `# file ${ms.toFixed(0)} ms ${file}\n`;
}

const maps = new Map();

/** Returns the file that a test is in. The files of a process are bundled into one, whose source map names them. */
function sourceFile({ file: named, line, column }) {
  if (named === undefined) return 'unknown';
  // Node 20.12 names files by URL.
  const file = named.startsWith('file:') ? fileURLToPath(named) : named;
  if (!maps.has(file)) maps.set(file, readSourceMap(file));
  const source = maps.get(file)?.findEntry(line - 1, column - 1).originalSource;
  return source === undefined ? file : resolve(dirname(file), source);
}

function readSourceMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return null;
  }
}
