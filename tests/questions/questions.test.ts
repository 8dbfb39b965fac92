import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { openValley } from './fill.ts';
import { type Answer, QUESTIONS, type Question } from './questions.ts';

interface Asked {
  readonly text: string;
  readonly answer: Answer;
}

async function overHttp(url: string, tool: string, args: Question['with']): Promise<Asked> {
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]));
  const body = (await (await fetch(`${url}/api/tools/${tool}?${query}`)).json()) as Asked & { error?: string };
  return body.error === undefined ? body : { text: `refuses: ${body.error}`, answer: {} };
}

async function overMcp(client: Client, tool: string, args: Question['with']): Promise<Asked> {
  const called = await client.callTool({ name: tool, arguments: args });
  const [content] = called.content as readonly { readonly text: string }[];
  return { text: content!.text, answer: called.structuredContent };
}

/** Returns what an answer lacks, or null if it has everything the question needs. */
function missedBy({ says, holds: [part, value] }: Question, { text, answer }: Asked): string | null {
  const unsaid = says.filter((needed) => !needed.test(text));
  if (unsaid.length > 0) return `does not say ${unsaid.join(', ')}: ${text}`;
  try {
    assert.deepEqual(part(answer), value);
    return null;
  } catch (error) {
    return `holds another value: ${(error as Error).message}`;
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/s$/, '')));
}

/**
 * Acts like a model that has only search and fetch: searches for the question, and reads the two hits whose titles
 * share the most words with it. This takes three calls.
 */
async function found(url: string, { asks, says }: Question): Promise<boolean> {
  // Text in brackets is for readers of the list.
  const query = asks.replace(/ \(.*\)$/, '');
  const { answer } = await overHttp(url, 'search', { query });
  const asked = wordsOf(query);
  const share = ({ title }: { readonly title: string }): number => {
    const words = [...wordsOf(title)];
    return words.filter((word) => asked.has(word)).length / words.length;
  };
  const hits = (answer.results as readonly { id: string; title: string }[])
    .map((hit, at) => ({ ...hit, rank: share(hit) - at / 1_000 }))
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, 2);
  const texts = await Promise.all(hits.map(async ({ id }) => (await overHttp(url, 'fetch', { id })).text));
  return texts.some((text) => says.every((needed) => needed.test(text)));
}

const FOUND_MIN = 50;

test('sixty questions of players get answers with the right facts, over HTTP and MCP', async () => {
  const url = await openValley();
  const client = new Client({ name: 'a test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)) as Transport);
  const missed: string[] = [];
  const unfound: string[] = [];
  assert.ok(QUESTIONS.length >= 60);
  for (const question of QUESTIONS) {
    const answers = [
      ['over HTTP', await overHttp(url, question.tool, question.with)],
      ['over MCP', await overMcp(client, question.tool, question.with)],
    ] as const;
    for (const [way, asked] of answers) {
      const miss = missedBy(question, asked);
      if (miss !== null) missed.push(`${question.asks} ${way} ${question.tool} ${miss}`);
    }
    if (!(await found(url, question))) unfound.push(question.asks);
  }
  assert.ok(missed.length === 0, missed.join('\n'));
  const share = QUESTIONS.length - unfound.length;
  assert.ok(share >= FOUND_MIN, `search and fetch answer ${share} of ${QUESTIONS.length}: not ${unfound.join(' ')}`);
  await client.close();
});
