import { test } from 'node:test';
import { judge } from './judge.ts';
import { inDemo } from './run_demo.ts';
import { assertAnswered, DEMO_SLANG } from './slang.ts';

test('questions in slang about the demo are answered at once, and none wrongly', async () => {
  await inDemo(async (url) => assertAnswered(await judge(url, DEMO_SLANG)));
});
