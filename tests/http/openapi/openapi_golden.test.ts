import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openapiText } from '../../golden/openapi.ts';
import { TOOL_ANSWERS_FILE, toolAnswers, toolAnswersText } from '../../golden/tool_answers.ts';
import { createApiWorld } from './openapi_world.ts';

const REWRITE = 'if this is meant, run "npm run golden"';

function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

test('the document equals its golden file', async () => {
  const [before, now] = [read('tests/golden/openapi.json').split('\n'), (await openapiText()).split('\n')];
  const line = now.findIndex((text, n) => text !== before[n]);
  assert.equal(line, -1, `line ${line + 1} is now ${now[line]}, was ${before[line]}; ${REWRITE}`);
  assert.equal(now.length, before.length, REWRITE);
});

test('the examples of tools are exactly what the tools answer', async () => {
  const text = read(TOOL_ANSWERS_FILE);
  const held = JSON.parse(text);
  const answers = await toolAnswers();
  assert.deepEqual(Object.keys(held), Object.keys(answers), REWRITE);
  for (const [name, answer] of Object.entries(answers)) assert.deepEqual(held[name], answer, `${name}: ${REWRITE}`);
  // The order of fields is compared too. Otherwise rewriting the golden files could change a file without a real
  // change.
  const [before, now] = [text.split('\n'), (await toolAnswersText()).split('\n')];
  const line = now.findIndex((one, n) => one !== before[n]);
  assert.equal(line, -1, `line ${line + 1} is now ${now[line]}, was ${before[line]}; ${REWRITE}`);
});

test('the document of an instance differs from the golden file only in its settings', async () => {
  const publicUrl = 'http://elsewhere.example:8080/data';
  const world = await createApiWorld({ settings: { keys: true, publicUrl } });
  const text = (await world.ask('/api/openapi.json')).text;
  assert.ok(!text.includes('witness.example'));
  const golden = JSON.parse(read('tests/golden/openapi.json'));
  const there = JSON.parse(text.replaceAll(publicUrl, 'https://witness.example'));
  // Strict-Transport-Security is sent only over https.
  for (const document of [golden, there]) {
    delete document.components.headers['Strict-Transport-Security'];
    for (const response of responsesOf(document)) delete response.headers?.['Strict-Transport-Security'];
  }
  assert.deepEqual(there, golden);
});

// biome-ignore lint/suspicious/noExplicitAny: the test reads any part of the document.
function responsesOf(document: any): any[] {
  return [
    ...Object.values(document.components.responses),
    ...Object.values(document.paths).flatMap((item) =>
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      Object.values(item as any).flatMap((operation: any) => Object.values(operation.responses)),
    ),
  ];
}
