import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { SnapshotChange, SnapshotStore, SnapshotWriter } from '../../domain/ports/snapshots.ts';
import type { InstanceState } from '../../domain/tools/tool.ts';
import { TOOL_TABLE } from '../../http/tools/mod.ts';
import { listedTool } from '../../schema/listed_tool.ts';
import { readQueryArguments } from '../../schema/read_arguments.ts';
import { createAjv, documentOf, type Schema } from '../schema/documents.ts';
import { PUBLISHER } from '../support/publisher.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { createSnapshots } from '../support/snapshots.ts';

/** Instances of a test: what is public, and tools to ask. */
export interface ToolWorld {
  readonly store: SnapshotStore;
  readonly writer: SnapshotWriter;
  /** Writes the next snapshot. `dataAsOfMs` is set, so that the observed layer counts as written. */
  write(change: Partial<Omit<SnapshotChange, 'row'>>): Promise<void>;
  /** The same, of facts alone: family, subject, body. */
  facts(...facts: readonly (readonly [family: string, subject: string, body: object])[]): Promise<void>;
  /** Asks a tool with a query string; the answer is held against both of its published schemas. */
  ask(tool: string, query?: string): Promise<Asked>;
  /** The sentence of the refusal that a tool answers. */
  refusal(tool: string, query: string): Promise<{ readonly parameter: string; readonly error: string }>;
}

/** An answer of any tool, as loosely as a test reads it. */
export interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its tool answers
  readonly answer: any;
  readonly text: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export const DATA_AS_OF_MS = Date.UTC(2026, 10, 20, 12);

const ajv = createAjv();
const validators = new Map<string, (value: unknown) => boolean>();
const listedValidators = new Map<string, (value: unknown) => boolean>();

/** Refuses an answer that the tool's published output schema, or the project's own parser, would not take as it is. */
function assertPublished(tool: string, answer: unknown): void {
  const known = validators.get(tool) ?? ajv.compile(documentOf(`/mcp/${tool}.json`)['outputSchema'] as Schema);
  validators.set(tool, known);
  assert.ok(known(answer), `${tool}: ${ajv.errorsText((known as { errors?: never }).errors)}`);
  const listed =
    listedValidators.get(tool) ?? ajv.compile(listedTool(TOOL_TABLE.get(tool)!.contract)['outputSchema'] as Schema);
  listedValidators.set(tool, listed);
  assert.ok(listed(answer), `${tool}, as it is listed: ${ajv.errorsText((listed as { errors?: never }).errors)}`);
  const parsed = v.safeParse(TOOL_TABLE.get(tool)!.contract.output, answer);
  assert.ok(parsed.success, `${tool}: ${JSON.stringify(parsed.issues?.[0])}`);
  assert.deepEqual(parsed.output, answer, `${tool} answers what its schema does not name`);
}

/** Its reader sees what is written at once, and need not look whether anything came from elsewhere. */
const STILL = { stopwatch: { elapsedMs: () => 0 } };

/** `instance`: how it is set up, where it matters; the rest: where it stands; a database of its own where nothing is said. */
export function createToolWorld(
  instance: Partial<InstanceState> = {},
  { store, writer }: Pick<ToolWorld, 'store' | 'writer'> = createSnapshots('tool5', STILL),
): ToolWorld {
  const write: ToolWorld['write'] = async (change) => {
    const n = ((await writer.newest())?.n ?? 0) + 1;
    await writer.write(snapshotChange(n, { ...change, row: { dataAsOfMs: DATA_AS_OF_MS } }));
  };
  const run = async (name: string, query: string) => {
    const tool = TOOL_TABLE.get(name);
    assert.ok(tool !== undefined, `there is no tool ${name}`);
    const read = readQueryArguments(tool.contract, query);
    if (!read.ok) return { ok: false, error: { parameter: read.argument, error: read.error } } as const;
    const ground = {
      snapshots: store,
      snapshot: await store.newest(),
      publisher: PUBLISHER,
      instance: { keys: true, selfGrants: false, exports: async () => 'ready' as const, ...instance },
    };
    const answered = await tool.rule.answer(ground, read.value);
    if (!answered.ok) {
      assert.ok(answered.error.kind === 'bad-parameter', 'out of reach');
      return { ok: false, error: answered.error } as const;
    }
    // As it goes on the wire.
    const answer: unknown = JSON.parse(JSON.stringify(answered.value));
    assertPublished(name, answer);
    const text = tool.rule.text(answered.value, read.value).join('\n');
    return { ok: true, value: { answer, text, arguments: read.value } } as const;
  };
  return {
    store,
    writer,
    write,
    facts: (...facts) => write({ facts: facts.map(([family, subject, body]) => ({ family, subject, body })) }),
    ask: async (tool, query = '') => {
      const asked = await run(tool, query);
      assert.ok(asked.ok, asked.ok ? '' : asked.error.error);
      return asked.value;
    },
    refusal: async (tool, query) => {
      const asked = await run(tool, query);
      assert.ok(!asked.ok, `${tool}?${query} was answered`);
      return asked.error;
    },
  };
}
