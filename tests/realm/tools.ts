import assert from 'node:assert/strict';
import { createAjv, documentOf, type Schema } from '../schema/documents.ts';
import { getTwice } from '../support/client.ts';
import type { Counted } from './count.ts';
import type { Kept } from './kept.ts';

/** A tool's answer, which was the same over HTTP and MCP and conforms to the tool's published schema. */
export interface ToolReply {
  // biome-ignore lint/suspicious/noExplicitAny: each check knows what its tool answers
  readonly answer: any;
  readonly text: string;
}

/** Calls a tool over both HTTP and MCP. */
export type AskTool = (tool: string, args?: Readonly<Record<string, string | number>>) => Promise<ToolReply>;

/** The data that tool checks compare answers with. */
export interface ToolGround {
  readonly ask: AskTool;
  readonly counted: Counted;
  /** The counts over other records that were public before, while an install was withheld or not erased yet. */
  readonly countedBefore: readonly Counted[];
  /** All stored records, without those of withheld or erased installs. */
  readonly kept: readonly Kept[];
  /** The folder of the imported client tables. */
  readonly tables: string;
}

/** Checks one or more tools, and returns the number of figures that were compared with the count. */
export type ToolCheck = (ground: ToolGround) => Promise<number>;

interface HttpAnswer {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
  readonly text: string;
  readonly schema: string;
}

interface RpcAnswer {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: unknown;
    readonly content: readonly { readonly type: string; readonly text: string }[];
  };
  readonly error?: { readonly message: string };
}

/** Calls tools over HTTP and MCP, compares the two answers, and validates them against the published schemas. */
export function askerOf(url: () => string): { readonly ask: AskTool; readonly asked: ReadonlyMap<string, number> } {
  const ajv = createAjv();
  const asked = new Map<string, number>();
  const validators = new Map<string, (value: unknown) => boolean>();
  const validatorOf = (name: string, schema: () => Schema) => {
    const known = validators.get(name) ?? ajv.compile(schema());
    validators.set(name, known);
    return known;
  };
  const ask: AskTool = async (tool, args = {}) => {
    const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]));
    const response = await getTwice(`${url()}/api/tools/${tool}?${query}`);
    const text = await response.text();
    assert.equal(response.status, 200, `${tool}?${query}: ${text.slice(0, 400)}`);
    const http = JSON.parse(text) as HttpAnswer;
    const isShape = validatorOf('toolAnswerResponse', () => documentOf('/api/toolAnswerResponse.json'));
    assert.ok(isShape(http), `${tool} is no toolAnswerResponse`);
    const isAnswer = validatorOf(tool, () => documentOf(`/mcp/${tool}.json`)['outputSchema'] as Schema);
    assert.ok(isAnswer(http.answer), `${tool}?${query}: ${JSON.stringify((isAnswer as { errors?: unknown }).errors)}`);
    const { result, error } = await callOverMcp(url(), tool, args);
    assert.ok(result !== undefined && result.isError !== true, `${tool} over MCP: ${JSON.stringify(error ?? result)}`);
    assert.deepEqual(result.structuredContent, http.answer, `${tool} answers the same over MCP`);
    assert.equal(result.content[0]?.text, http.text, `${tool} says the same over MCP`);
    asked.set(tool, (asked.get(tool) ?? 0) + 1);
    return { answer: http.answer, text: http.text };
  };
  return { ask, asked };
}

async function callOverMcp(
  url: string,
  name: string,
  args: Readonly<Record<string, string | number>>,
): Promise<RpcAnswer> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  assert.equal(response.status, 200, `MCP ${name}`);
  return (await response.json()) as RpcAnswer;
}

/** Returns the counted fact on a subject of a family, or undefined if there is none. */
export function factOf({ counted }: Pick<ToolGround, 'counted'>, family: string, subject: string | number) {
  return counted.facts.get(`${family} ${subject}`) as Readonly<Record<string, never>> | undefined;
}

/** Returns the public subjects of a family, sorted. */
export function subjectsOf({ counted }: Pick<ToolGround, 'counted'>, family: string): readonly string[] {
  return [...counted.facts.keys()]
    .filter((key) => key.startsWith(`${family} `))
    .map((key) => key.slice(family.length + 1))
    .sort();
}

/** Returns at most `count` entries, spread over the whole list. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  return list.length <= count ? list : list.filter((_, i) => i % Math.ceil(list.length / count) === 0);
}
