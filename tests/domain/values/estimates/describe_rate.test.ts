import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeRate,
  describeWithCounts,
  formatLowerPercent,
  formatPercent,
  formatRateSummary,
  formatShortRate,
  formatSourceRate,
  formatUpperPercent,
  listRateNotes,
} from '../../../../domain/values/estimates/describe_rate.ts';

const ORDINARY = { basis: 'all', reporters: 5 } as const;

test('a rate is described with its interval', () => {
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.514, estimateLow: 0.446, estimateHigh: 0.579 }),
    'about 51%, between 44% and 58%',
  );
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.0403, estimateLow: 0.0211, estimateHigh: 0.0693, obtainable: 'some' }),
    'about 4%, between 2.1% and 7%, for players who can get it',
  );
});

test('a wide interval is said in words', () => {
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.0035, estimateLow: 0.00102, estimateHigh: 0.0294 }),
    'rare: somewhere between 0.1% and 3%',
  );
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.2, estimateLow: 0.01, estimateHigh: 0.974 }),
    'too uncertain to say (1% to 98%)',
  );
});

test('the counts behind a rate, and notes about it, follow in brackets', () => {
  const rate = {
    ...ORDINARY,
    estimate: 0.514,
    estimateLow: 0.446,
    estimateHigh: 0.579,
    drops: 90,
    kills: 176,
    installs: 4,
  };
  assert.equal(describeWithCounts(rate), 'about 51%, between 44% and 58% (90 of 176 looted, 4 of 5 players)');
  assert.equal(describeWithCounts(rate, 'times'), 'about 51%, between 44% and 58% (90 of 176 times, 4 of 5 players)');
  assert.equal(
    describeWithCounts({ ...rate, estimateLow: 0.01, installs: 2, reporters: 3, obtainable: 'once' }),
    'too uncertain to say (1% to 58%; 90 of 176 looted, 2 of only 3 players so far; once per player, counted until it first dropped)',
  );
  const quest = { drops: 20, kills: 40, installs: 6, reporters: 7 };
  assert.match(describeWithCounts({ ...rate, quest }), /\(20 of 40 looted, 6 of 7 players\)$/);
});

test('the rate of a quest item is for players on the quest', () => {
  const rate = { basis: 'quest', estimate: 0.514, estimateLow: 0.446, estimateHigh: 0.579 } as const;
  assert.equal(describeRate(rate), 'about 51% on the quest, between 44% and 58%');
  assert.equal(describeRate({ ...rate, estimateLow: 0.01 }), 'too uncertain on the quest to say (1% to 58%)');
  assert.equal(describeRate({ ...rate, always: true }), 'always so far on the quest, at least 44%');
});

test('a rate is described in two or three words', () => {
  const rate = { ...ORDINARY, estimate: 0.514, estimateLow: 0.446, estimateHigh: 0.579 };
  assert.equal(formatShortRate(rate), 'about 51%');
  assert.equal(formatShortRate({ ...rate, estimateLow: 0.01 }), 'chance unknown');
  assert.equal(formatShortRate({ ...rate, estimateLow: 0.001, estimateHigh: 0.03 }), 'rare');
  assert.equal(formatShortRate({ ...rate, always: true }), 'always so far');
  const onQuest = { ...rate, basis: 'quest' } as const;
  assert.equal(formatShortRate(onQuest), 'about 51% on the quest');
  assert.equal(formatShortRate({ ...onQuest, always: true }), 'always so far on the quest');
  assert.equal(formatShortRate({ ...onQuest, estimateLow: 0.001, estimateHigh: 0.03 }), 'rare on the quest');
});

test('a rate at a glance says how many must be looted, unless one is enough or the rate says little', () => {
  const rate = { ...ORDINARY, estimate: 0.514, estimateLow: 0.446, estimateHigh: 0.579 };
  const glance = (other: Partial<Parameters<typeof formatRateSummary>[0]>, looted = 'looted corpses'): string =>
    formatRateSummary({ ...rate, ...other }, looted);
  assert.equal(glance({}), '51% (44 to 58%), about 2 looted corpses for one');
  assert.equal(glance({ basis: 'quest' }), '51% on the quest (44 to 58%), about 2 looted corpses for one');
  assert.equal(
    glance({ obtainable: 'some' }),
    '51% (44 to 58%), about 2 looted corpses for one, for players who can get it',
  );
  assert.equal(glance({ estimate: 0.9, estimateLow: 0.84, estimateHigh: 0.95 }), '90% (84 to 95%)');
  assert.equal(
    glance({ estimate: 0.000423, estimateLow: 0.00035, estimateHigh: 0.0005 }, 'looted objects'),
    '0.042% (0.035 to 0.05%), about 2,364 looted objects for one',
  );
  assert.equal(glance({ always: true, estimate: 1, estimateHigh: 1 }), 'always so far, at least 44%');
  assert.equal(glance({ estimateLow: 0.01 }), 'too uncertain to say (1% to 58%)');
  assert.equal(
    glance({ estimate: 0.004, estimateLow: 0.001, estimateHigh: 0.03 }),
    'rare: somewhere between 0.1% and 3%',
  );
  assert.equal(glance({ estimate: 0, estimateLow: 0, estimateHigh: 0.03 }), 'rare: somewhere between 0% and 3%');
  assert.equal(
    glance({ reporters: 3 }),
    '51% (44 to 58%), about 2 looted corpses for one, only 3 players so far',
    'fewer than five players looted the source',
  );
  assert.equal(glance({ estimateLow: 0.01, reporters: 4 }), 'too uncertain to say (1% to 58%), only 4 players so far');
});

test('a rate is described with its source', () => {
  const rate = { ...ORDINARY, estimate: 0.514, estimateLow: 0.446, estimateHigh: 0.579 };
  assert.equal(formatSourceRate(rate, 'Kobold'), '51% from Kobold');
  assert.equal(formatSourceRate({ ...rate, basis: 'quest' }, 'Kobold'), '51% from Kobold on the quest');
  assert.equal(formatSourceRate({ ...rate, estimateLow: 0.01 }, 'Kobold'), 'drops from Kobold');
  assert.equal(formatSourceRate({ ...rate, estimateLow: 0.001, estimateHigh: 0.03 }, 'Kobold'), 'rare, from Kobold');
  assert.equal(formatSourceRate({ ...rate, always: true }, 'Kobold'), 'always from Kobold');
  assert.equal(formatSourceRate({ ...rate, reporters: 4 }, 'Kobold'), '51% from Kobold, only 4 players so far');
});

test('an item that was always there is said to be so', () => {
  const always = { estimate: 1, estimateLow: 0.9478, estimateHigh: 1, always: true, basis: 'all' } as const;
  assert.equal(describeRate(always), 'always so far, at least 94%');
});

test('percentages have two significant digits and intervals are rounded outward', () => {
  assert.deepEqual([1, 0.515, 0.0423, 0.00351, 0.000123, 0].map(formatPercent), [
    '100%',
    '52%',
    '4.2%',
    '0.35%',
    '0.012%',
    '0%',
  ]);
  assert.deepEqual([0.579, 0.07, 0.00291, 0.9991, 1].map(formatUpperPercent), ['58%', '7%', '0.3%', '100%', '100%']);
  assert.deepEqual([0.446, 0.07, 0.00291, 0.9991, 1].map(formatLowerPercent), ['44%', '7%', '0.29%', '99%', '100%']);
});

test('notes say what an interval cannot', () => {
  const changed = { since: '2026-06-03', before: 0.5, after: 0.0021 };
  assert.deepEqual(listRateNotes({}), []);
  assert.deepEqual(listRateNotes({ obtainable: 'some' }), []);
  assert.deepEqual(listRateNotes({ obtainable: 'once', changed, disagrees: true }), [
    'once per player, counted until it first dropped',
    'changed on 3 June 2026, about 50% before and 0.21% since',
    "players' results differ more than chance explains",
  ]);
});
