import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Rec } from '../realm/record.ts';
import { setStage } from '../realm/stage.ts';
import type { DropsAnswer } from '../support/client.ts';
import { inTempDir } from '../support/instance.ts';
import { item, items, looted, npc, type Seen, saw } from '../support/world.ts';

/**
 * What 3, 10 or 20 installs that lie together do to a drop rate that fifty honest ones reported, through a running
 * instance. Each lie has creatures of its own, so that all fit into one instance.
 */

const HONEST = 50;
const CROWDS = [1, 3, 10, 20] as const;
const INVENTED_QUEST = 4_321;

/** Names of the items of the invented creatures. */
const NAMES = { 1: 'Lonely Prize', 3: 'Third Trophy', 10: 'Tenfold Charm', 20: 'Score of Gems' } as const;

/** A lie: what honest and lying installs loot from one creature. */
interface Lie {
  readonly npcId: number;
  readonly itemId: number;
  /** The loot windows of an honest install. */
  honest(install: number): readonly Seen[];
  liar(): readonly Seen[];
}

/** Returns windows on the lie's creature, of which the first `drops` hold its item. */
function windows({ npcId, itemId }: Pick<Lie, 'npcId' | 'itemId'>, count: number, drops: number, more: object = {}) {
  return Array.from({ length: count }, (_, at): Seen => {
    const seen = looted(npc(npcId), ...(at < drops ? items(itemId) : []));
    return { ...seen, fields: { ...seen.fields, ...more } };
  });
}

const onInventedQuest = (of: Lie): Lie => ({
  ...of,
  honest: (install) => windows(of, 12, install % 8 === 0 ? 7 : 6),
  liar: () => {
    const marked = { items: [{ itemId: of.itemId, count: 1, questItem: true, questId: INVENTED_QUEST }] };
    return windows(of, 1, 1, { questIds: [INVENTED_QUEST], ...marked });
  },
});
const soloClaims = (of: Lie): Lie => ({
  ...of,
  honest: () => windows(of, 20, 2, { group: 'raid' }),
  liar: () => windows(of, 10, 10, { group: 'solo' }),
});
const soloedOnce = (of: Lie): Lie => ({
  ...of,
  honest: (install) => [
    ...windows(of, 20, 2, { group: 'raid' }),
    ...(install < 2 ? windows(of, 1, 0, { group: 'solo' }) : []),
  ],
  liar: () => windows(of, 30, 30, { group: 'solo' }),
});
const fewWindows = (of: Lie): Lie => ({
  ...of,
  honest: () => windows(of, 12, 3),
  liar: () => windows(of, 20, 18),
});
const inventedCreature = (of: Lie): Lie => ({ ...of, honest: () => [], liar: () => windows(of, 25, 25) });

const LIES = { onInventedQuest, soloClaims, soloedOnce, fewWindows, inventedCreature };
type LieName = keyof typeof LIES;

function lieOf(name: LieName, liars: number, honest = HONEST): Lie {
  const npcId = 1_000 * (1 + Object.keys(LIES).indexOf(name)) + 100 * honest + liars;
  return LIES[name]({ npcId, itemId: 50_000 + npcId, honest: () => [], liar: () => [] });
}

/** The creature that truly drops the item of the invented creature. */
function trueSource(liars: number): Pick<Lie, 'npcId' | 'itemId'> {
  const { itemId } = lieOf('inventedCreature', liars);
  return { npcId: 900 + liars, itemId };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several tools, read loosely
type Json = any;

let rates: DropsAnswer['rates'] = [];
const pages = new Map<number, Json>();
const answers = new Map<number, string>();
const files = new Map<string, string>();

before(() =>
  inTempDir(async (folder) => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const stage = setStage(dataDir);
    try {
      await stage.start(null);
      for (let install = 0; install < HONEST; install++) {
        const seen = CROWDS.flatMap((liars) => [
          ...(Object.keys(LIES) as LieName[]).flatMap((name) => lieOf(name, liars).honest(install)),
          ...windows(trueSource(liars), 10, 3),
          ...(install < 3 ? [saw(item(trueSource(liars).itemId, NAMES[liars]))] : []),
        ]);
        await send(`honest-${install}`, [...seen, ...(install < 4 ? lieOf('fewWindows', 1, 4).honest(install) : [])]);
      }
      for (let install = 0; install < Math.max(...CROWDS); install++) {
        const crowds = CROWDS.filter((liars) => install < liars);
        const lied = crowds.flatMap((liars) =>
          (Object.keys(LIES) as LieName[]).flatMap((name) => lieOf(name, liars).liar()),
        );
        await send(`liar-${install}`, [...lied, ...(install === 0 ? lieOf('fewWindows', 1, 4).liar() : [])]);
      }
      await stage.job('snapshot');
      const answerOf = async (path: string): Promise<Json> => (await fetch(`${stage.url()}${path}`)).json();
      rates = (await answerOf('/api/rollups/drops?limit=500')).rates;
      for (const liars of CROWDS) {
        const { itemId } = trueSource(liars);
        pages.set(liars, (await answerOf(`/api/tools/item_page?itemId=${itemId}`)).answer.page);
        const question = encodeURIComponent(`where does ${NAMES[liars]} drop`);
        answers.set(liars, (await answerOf(`/api/tools/search?query=${question}`)).text);
      }
      await stage.job('export');
      for (const name of ['questie.lua', 'questie-all.lua']) {
        files.set(name, await (await fetch(`${stage.url()}/export/addons/${name}`)).text());
      }
      await stage.stop();
    } finally {
      await stage.kill();
    }

    async function send(install: string, seen: readonly Seen[]): Promise<void> {
      const records = seen.map(({ kind, fields }, at) => ({
        ...{ kind, installId: `${install}-of-drop-rates`, eventId: `${install}:${at}` },
        capturedAt: new Date(Date.now() - 86_400_000 + at).toISOString(),
        ...fields,
      }));
      for (let at = 0; at < records.length; at += 1_000) {
        await stage.send(records.slice(at, at + 1_000) as unknown as readonly Rec[]);
      }
    }
  }),
);

function rateOf(lie: Pick<Lie, 'npcId' | 'itemId'>): DropsAnswer['rates'][number] {
  return rates.find(({ sourceNpcId, itemId }) => sourceNpcId === lie.npcId && itemId === lie.itemId)!;
}

function assertNear(lie: Lie, truth: number): void {
  const { estimate, estimateLow, estimateHigh, basis, quest } = rateOf(lie);
  const text = `${basis}: ${estimate} (${estimateLow} to ${estimateHigh})`;
  assert.equal(basis, 'all', text);
  assert.equal(quest, undefined, text);
  assert.ok(Math.abs(estimate - truth) < 0.05 && estimateLow <= truth && truth <= estimateHigh, text);
}

test('an item marked with an invented quest keeps the rate of fifty players', () => {
  for (const liars of CROWDS) assertNear(lieOf('onInventedQuest', liars), 0.51);
});

test('claims of having been alone leave a raid boss the rate of fifty raiders', () => {
  for (const liars of CROWDS) assertNear(lieOf('soloClaims', liars), 0.1);
});

test('a raid boss that two players soloed once keeps its rate, whatever other installs claim', () => {
  for (const liars of CROWDS) assertNear(lieOf('soloedOnce', liars), 0.1);
});

test('18 of 20 windows of few installs hardly move 25%', () => {
  assertNear(lieOf('fewWindows', 1, 4), 0.25);
  for (const liars of [1, 3, 10]) assertNear(lieOf('fewWindows', liars), 0.25);
  const { estimate, estimateLow, disagrees } = rateOf(lieOf('fewWindows', 20));
  assert.ok(estimate > 0.4 && estimateLow < 0.26 && disagrees === true, `20 of 70 move the rate to ${estimate}`);
});

test('an invented creature of three players does not head the sources of an item, nor enter files of other addons', () => {
  for (const liars of [3] as const) {
    const [{ npcId, itemId }, truth] = [lieOf('inventedCreature', liars), trueSource(liars)];
    const rows = pages.get(liars).droppedBy.rows as Json[];
    assert.deepEqual(
      rows.map(({ source }) => source.id),
      [truth.npcId, npcId],
    );
    assert.match(
      answers.get(liars)!,
      new RegExp(
        `^- npc ${truth.npcId}: .*, 50 players\\)\n- npc ${npcId}: about 100%.*, only 3 players so far\\)$`,
        'm',
      ),
    );
    assert.match(
      files.get('questie.lua')!,
      new RegExp(`\\[${itemId}\\] = \\{\\n\\[${truth.npcId}\\] = [\\d.]+,\\n\\}`),
    );
    assert.match(files.get('questie-all.lua')!, new RegExp(`\\[${npcId}\\] = `));
  }
});

test('ten installs, not three, put an invented creature first', () => {
  for (const liars of [10, 20] as const) {
    const [first] = pages.get(liars).droppedBy.rows as Json[];
    assert.equal(first.source.id, lieOf('inventedCreature', liars).npcId);
  }
});
