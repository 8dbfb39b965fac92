import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * Makes stacks of errors name the source files instead of the modules of the bundle in `folder`. Node could do so by
 * itself, but it would read all source maps at the start instead of those that a stack needs.
 */
export function mapStacks(folder) {
  const maps = new Map();
  function sourceMapOf(file) {
    if (!maps.has(file)) maps.set(file, readSourceMap(file));
    return maps.get(file);
  }
  /** Describes a call as Node does. */
  function describe(call) {
    const text = String(call);
    const file = call.getFileName() ?? call.getEvalOrigin();
    if (!file?.startsWith(folder.href)) return text;
    const [line, column] = [call.getLineNumber(), call.getColumnNumber()];
    const entry = sourceMapOf(file)?.findEntry(line - 1, column - 1);
    if (entry?.originalSource === undefined) return text;
    const source = new URL(entry.originalSource, file).href;
    return text.replace(`${file}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
  }
  Error.prepareStackTrace = (error, calls) =>
    [errorTitle(error), ...calls.map((call) => `    at ${describe(call)}`)].join('\n');
}

function readSourceMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return null;
  }
}

function errorTitle(error) {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
