import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { SnapshotChange, SnapshotStore, SnapshotWriter } from '../../../domain/ports/snapshots.ts';
import type { InstanceState } from '../../../domain/tools/tool.ts';
import { TOOL_TABLE } from '../../../http/tools/mod.ts';
import { describeTool } from '../../../schema/listed_tool.ts';
import { readQueryArguments } from '../../../schema/read_arguments.ts';
import { createAjv, documentOf, type Schema } from '../../schema/documents.ts';
import { PUBLISHER } from '../../support/publisher.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { createSnapshots } from '../../support/snapshots.ts';

/** A test instance: its public data, and functions that ask tools. */
export interface ToolWorld {
  readonly store: SnapshotStore;
  readonly writer: SnapshotWriter;
  /** Writes the next snapshot. It sets `dataAsOfMs`, so the observed layer counts as written. */
  write(change: Partial<Omit<SnapshotChange, 'row'>>): Promise<void>;
  /** Writes the first snapshot of an instance without uploads. */
  writeEmpty(): Promise<void>;
  /** Writes only facts, each as family, subject and body. */
  facts(...facts: readonly (readonly [family: string, subject: string, body: object])[]): Promise<void>;
  /** Asks a tool with a query string, and validates the answer against both published schemas. */
  ask(tool: string, query?: string): Promise<Asked>;
  /** Returns the refusal that the tool answers. */
  refusal(tool: string, query: string): Promise<{ readonly parameter: string; readonly error: string }>;
}

/** The answer of any tool, loosely typed. */
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

/** Fails if the published output schema or the project's own parser would reject or change the answer. */
function assertPublished(tool: string, answer: unknown): void {
  const known = validators.get(tool) ?? ajv.compile(documentOf(`/mcp/${tool}.json`)['outputSchema'] as Schema);
  validators.set(tool, known);
  assert.ok(known(answer), `${tool}: ${ajv.errorsText((known as { errors?: never }).errors)}`);
  const listed =
    listedValidators.get(tool) ?? ajv.compile(describeTool(TOOL_TABLE.get(tool)!.contract)['outputSchema'] as Schema);
  listedValidators.set(tool, listed);
  assert.ok(listed(answer), `${tool}, as it is listed: ${ajv.errorsText((listed as { errors?: never }).errors)}`);
  const parsed = v.safeParse(TOOL_TABLE.get(tool)!.contract.output, answer);
  assert.ok(parsed.success, `${tool}: ${JSON.stringify(parsed.issues?.[0])}`);
  assert.deepEqual(parsed.output, answer, `${tool} answers what its schema does not name`);
}

/** Makes the reader see writes immediately, without polling for changes of other processes. */
const STILL = { stopwatch: { elapsedMs: () => 0 } };

/** Creates a world with these instance settings and stores, or with a new database by default. */
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
    // Round-trips the answer through JSON, as sending it does.
    const answer: unknown = JSON.parse(JSON.stringify(answered.value));
    assertPublished(name, answer);
    const text = tool.rule.text(answered.value, read.value).join('\n');
    return { ok: true, value: { answer, text, arguments: read.value } } as const;
  };
  return {
    store,
    writer,
    write,
    writeEmpty: async () => {
      await writer.write(snapshotChange(1, { row: { dataAsOfMs: null } }));
    },
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
