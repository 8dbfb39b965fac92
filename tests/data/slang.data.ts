import { test } from 'node:test';
import { judge } from '../questions/judge.ts';
import { inDemo } from '../questions/run_demo.ts';
import { assertAnswered, REALM_SLANG } from '../questions/slang.ts';

test('questions in slang about a whole realm are answered at once, and none wrongly', async () => {
  await inDemo(async (url) => assertAnswered(await judge(url, REALM_SLANG)), ['--realm']);
});
