/** The events of node:test that this reporter reads. */
interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly nesting: number;
    readonly file?: string;
    readonly details?: { readonly duration_ms: number };
  };
}

/** A reporter for node:test: prints how long the tests of each file took, one line a file. */
export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const times = new Map<string, number>();
  for await (const { type, data } of events) {
    if (data.nesting !== 0 || (type !== 'test:pass' && type !== 'test:fail')) continue;
    const file = data.file ?? 'unknown';
    times.set(file, (times.get(file) ?? 0) + (data.details?.duration_ms ?? 0));
  }
  for (const [file, ms] of times) yield `# file ${ms.toFixed(0)} ms ${file}\n`;
}
