/**
 * Tests the MCP server with tools of others: the official conformance suite, and the official inspector, whose answers
 * must equal those over plain HTTP. `npm run test:mcp` runs this; it installs the tools in this folder.
 */
import assert from 'node:assert/strict';
import process from 'node:process';
import { type Instance, inTempDir, startInstance } from '../support/instance.ts';
import { installTools, type McpTools, openTools } from './tools.ts';
import { fill, ITEM, REALM } from './world.ts';

const MUST_PASS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

function say(line: string): void {
  return void process.stdout.write(`${line}\n`);
}

/** The parts of a tool's document that the tests use. */
interface ToolDocument {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly required?: readonly string[] };
}

async function json<T>(url: string): Promise<T> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return (await response.json()) as T;
}

async function conform(tools: McpTools): Promise<void> {
  const told = await tools.conformance();
  for (const scenario of MUST_PASS) assert.match(told, new RegExp(`^✓ ${scenario}: [1-9]\\d* passed, 0 failed$`, 'm'));
  say(`conformance: ${MUST_PASS.join(', ')} pass, the others end as expected`);
}

/**
 * Lists the tools with the inspector and compares them with their published documents. `--strict` refuses schemas that
 * are not portable.
 */
async function list(tools: McpTools, { url }: Instance): Promise<readonly ToolDocument[]> {
  const listed = (await tools.inspect('tools/list', '--strict')) as { readonly tools: readonly ToolDocument[] };
  const index = await json<{ tools: { name: string }[] }>(`${url}/schema/index.json`);
  assert.deepEqual(
    listed.tools.map(({ name }) => name),
    index.tools.map(({ name }) => name),
  );
  for (const tool of listed.tools) {
    const document = await json<ToolDocument>(`${url}/schema/mcp/${tool.name}.json`);
    assert.deepEqual(
      [tool.title, tool.description, tool.inputSchema.required],
      [document.title, document.description, document.inputSchema.required],
    );
  }
  say(`inspector: ${listed.tools.length} tools listed as published`);
  return listed.tools;
}

/** Calls a tool over MCP and HTTP and compares the answers. */
async function call(tools: McpTools, { url }: Instance, name: string, args: Readonly<Record<string, unknown>>) {
  const pairs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
  const told = await tools.inspect('tools/call', '--tool-name', name, ...pairs);
  const query = new URLSearchParams(Object.entries(args).map(([key, value]) => [key, String(value)]));
  const { answer, text } = await json<{ answer: unknown; text: string }>(`${url}/api/tools/${name}?${query}`);
  assert.deepEqual(told, { content: [{ type: 'text', text }], structuredContent: answer }, name);
  say(`inspector: ${name} answers as plain HTTP does`);
}

await installTools();
await inTempDir(async (dir) => {
  const instance = await startInstance({ dataDir: `${dir}/data` });
  try {
    await fill(instance, `${dir}/data`);
    const tools = openTools(`${instance.url}/mcp`, dir);
    await conform(tools);
    const listed = await list(tools, instance);
    await call(tools, instance, 'market_value', { itemId: ITEM, realm: REALM });
    const plain = listed.filter(({ inputSchema }) => (inputSchema.required ?? []).length === 0);
    for (const { name } of plain) await call(tools, instance, name, {});
    assert.equal(await instance.stop(), 0, instance.log());
  } finally {
    await instance.kill();
  }
});
