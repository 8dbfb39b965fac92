import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ASKED_BY_PLAYERS } from './asked_by_players.ts';
import { openValley } from './fill.ts';
import { HELD_OUT } from './held_out.ts';
import { type Judgement, judge } from './judge.ts';
import type { PlayerQuestion, QuestionWorld } from './player_question.ts';
import { inDemo } from './run_demo.ts';
import { assertAnswered, DEMO_SLANG } from './slang.ts';

/** Minimum number of 120 questions whose facts are in the first answer, and within two calls. */
const FIRST_MIN = 110;
const WITHIN_TWO_MIN = 117;

function askedAbout(world: QuestionWorld): readonly PlayerQuestion[] {
  return [...ASKED_BY_PLAYERS, ...HELD_OUT].filter((question) => question.world === world);
}

const players: Judgement[] = [];
const slang: Judgement[] = [];

before(() =>
  inDemo(async (url) => {
    players.push(...(await judge(url, askedAbout('demo'))));
    slang.push(...(await judge(url, DEMO_SLANG)));
  }),
);

test('of 120 questions in players’ words, nearly all are answered at once, and none wrongly', async () => {
  const judgements: readonly Judgement[] = [...players, ...(await judge(await openValley(), askedAbout('valley')))];
  assert.equal(judgements.length, 120);
  const tell = (some: readonly Judgement[]): string =>
    some.map(({ question, text }) => `${question.asks}\n${text}`).join('\n\n');
  const late = judgements.filter(({ isFirst }) => !isFirst);
  const lost = judgements.filter(({ isWithinTwo }) => !isWithinTwo);
  const wrong = judgements.filter(({ isFalse }) => isFalse);
  assert.deepEqual(wrong, [], tell(wrong));
  assert.ok(judgements.length - lost.length >= WITHIN_TWO_MIN, tell(lost));
  assert.ok(judgements.length - late.length >= FIRST_MIN, tell(late));
});

test('questions in slang about the demo are answered at once, and none wrongly', () => {
  assert.equal(slang.length, DEMO_SLANG.length);
  assertAnswered(slang);
});
