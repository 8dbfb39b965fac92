import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToolWorld, type ToolWorld } from './support.ts';

function entry(value: object, installs = 3) {
  return { entry: { value, installs } };
}

function achievement(achievementId: number, points: number, more: object = {}) {
  return {
    achievementId,
    name: `Feat ${achievementId}`,
    categoryId: 81,
    category: 'Deeds',
    points,
    criteriaCount: 0,
    criteria: [],
    ...more,
  };
}

function chain(questLineId: number, name: string, questIds: readonly number[], more: object = {}) {
  return {
    questLineId,
    name,
    questIds,
    ...more,
  };
}

async function world(): Promise<ToolWorld> {
  const made = createToolWorld();
  await made.facts(
    ['achievements', '10', entry(achievement(10, 5), 4)],
    ['achievements', '9', entry(achievement(9, 10))],
    ['achievements', '11', entry(achievement(11, 20, { categoryId: 82, category: 'Arena', parentCategory: 'War' }), 6)],
    ['reputations', '21', entry({ factionId: 21, name: 'Bay "Folk"', header: 'Steam' })],
    ['reputations', '22', entry({ factionId: 22, name: 'Nobody' })],
    ['titles', '1', entry({ titleId: 1, name: 'Private' })],
    ['titles', '2', entry({ titleId: 2, name: 'Corporal' }, 5)],
    ['quest_chains', '5', entry(chain(5, 'Short', [100, 101]))],
    ['quest_chains', '6', entry(chain(6, 'Long', [100, 102, 102], { truncated: true }), 7)],
    ['quests', '101', { title: { value: 'A "quest"', installs: 3 } }],
  );
  return made;
}

test('the tool says that nothing was uploaded yet, and that an empty catalogue has no progress', async () => {
  const on = createToolWorld();
  assert.equal((await on.ask('completion_progress', 'area=title')).answer.connected, false);
  await on.write({});
  const { answer } = await on.ask('completion_progress', 'area=title&owned=1');
  assert.deepEqual([answer.connected, answer.page], [true, undefined]);
  assert.match(answer.reason, /^No titles are known yet\. It takes reports from three players/);
});

test('achievements are listed by category with points, missing ids and unknown ids', async () => {
  const { answer, text } = await (await world()).ask('completion_progress', 'area=achievement&owned=10,77,11,8');
  assert.deepEqual(answer.page, {
    area: 'achievement',
    done: 2,
    total: 3,
    points: { done: 25, total: 35 },
    categoriesTotal: 2,
    categories: [
      { id: 82, name: 'Arena', parent: 'War', done: 1, total: 1, finished: true, truncated: false, installs: 6 },
      { id: 81, name: 'Deeds', parent: null, done: 1, total: 2, finished: false, truncated: false, installs: 3 },
    ],
    missingTotal: 1,
    missing: [{ id: 9, name: 'Feat 9', category: 'Deeds', installs: 3 }],
    unknownIds: [8, 77],
  });
  assert.match(
    text,
    /^2 of 3 known achievements done, 25 of 35 points\.\n"War", "Arena": 1 of 1, finished \(6 installs\)\n/,
  );
  assert.match(text, /Missing, 1 in all:\n {2}"Feat 9" \(achievement 9\) of "Deeds"\n/);
  assert.match(text, /nothing is known about them: 2 ids\./);
});

test('a named reputation or title counts as done, and entries without a heading come last', async () => {
  const on = await world();
  const { page } = (await on.ask('completion_progress', 'area=reputation&owned=22')).answer;
  assert.deepEqual(
    page.categories.map(({ name, done, total }: { name: string; done: number; total: number }) => [name, done, total]),
    [
      ['Steam', 0, 1],
      [null, 1, 1],
    ],
  );
  assert.deepEqual([page.done, page.total, page.points], [1, 2, undefined]);
  const titles = await on.ask('completion_progress', 'area=title');
  assert.deepEqual([titles.answer.page.done, titles.answer.page.total], [0, 2]);
  assert.match(titles.text, /Without a heading: 0 of 2 \(3 installs\)/);
  assert.match(titles.text, /"Private" \(title 1\)\n {2}"Corporal" \(title 2\)/);
});

test('a truncated chain is never finished, and each quest counts once, in the order of the chains', async () => {
  const on = await world();
  const { page } = (await on.ask('completion_progress', 'area=quest_chain&owned=100,101,102')).answer;
  assert.deepEqual(page.categories, [
    { id: 6, name: 'Long', parent: null, done: 2, total: 2, finished: false, truncated: true, installs: 7 },
    { id: 5, name: 'Short', parent: null, done: 2, total: 2, finished: true, truncated: false, installs: 3 },
  ]);
  assert.deepEqual([page.done, page.total, page.missingTotal], [1, 2, 0]);
  const open = await on.ask('completion_progress', 'area=quest_chain&owned=102,999');
  assert.deepEqual(open.answer.page.missing, [
    { id: 100, name: null, category: 'Long', installs: 7 },
    { id: 101, name: 'A "quest"', category: 'Short', installs: 3 },
  ]);
  assert.deepEqual(open.answer.page.unknownIds, [999]);
  assert.match(
    open.text,
    /^0 of 2 known quest chains finished\.\n"Long": 1 of 2, more quests than are listed \(7 installs\)/,
  );
  assert.match(open.text, /"A \\"quest\\"" \(quest 101\) of "Short"/);
});

test('lists of a large catalogue are cut, totals are complete, and the text stays short', async () => {
  const on = createToolWorld();
  const many = Array.from({ length: 3_000 }, (_, i) =>
    achievement(i + 1, 10, { categoryId: i % 40, category: `C${i % 40}` }),
  );
  await on.facts(...many.map((one) => ['achievements', String(one.achievementId), entry(one)] as const));
  const { answer, text } = await on.ask('completion_progress', 'area=achievement&owned=1,2');
  const { page } = answer;
  assert.deepEqual(
    [page.total, page.missingTotal, page.missing.length, page.categories.length],
    [3_000, 2_998, 150, 40],
  );
  assert.equal(page.missing[0].id, 3);
  assert.ok(text.split('\n').length <= 25);
});

test('the refusal of a wrong argument names it', async () => {
  const on = await world();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['', 'area', /area is required/],
    ['area=pets', 'area', /one of achievement, reputation, title, quest_chain/],
    ['area=quest_chain&owned=1;2', 'owned', /^owned must be ids of completed quests \(.*; one entry is "1;2"\.$/],
    ['area=title&owned=-1', 'owned', /ids of titles .* one entry is "-1"/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await on.refusal('completion_progress', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});
