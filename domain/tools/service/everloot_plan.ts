import type { everloot_plan as contract } from '../../../schema/tools/everloot_plan.ts';
import { ok } from '../../values/result.ts';
import { creditLines, creditOf } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { instanceCounts } from './instance_counts.ts';
import { areasOf } from './plan_areas.ts';

/** What this instance offers and how it stands (contract, section 6). */
export const everloot_plan: RuleOf<typeof contract> = {
  answer: async ({ reader, view, publisher, instance }) => {
    const counts = await instanceCounts(reader, view);
    if (!counts.ok) return counts;
    const credit = creditOf({ view, publisher });
    const state = { ...{ keys: instance.keys, selfGrants: instance.selfGrants }, exports: await instance.exports() };
    const found = { connected: credit.dataAsOf !== null, built: view?.game != null, counts: counts.value };
    return ok({
      connected: found.connected,
      build: view?.game?.build ?? null,
      rows: areasOf(publisher.publicUrl, { ...found, ...state }),
      counts: counts.value,
      ...credit,
    });
  },
  text: ({ rows, counts, build, ...head }) => [
    ...rows.map(({ title, status, how, url }) => `${title} (${status}): ${how} ${url}`),
    `Known so far: ${Object.entries(counts)
      .map(([what, count]) => `${WORDS[what as keyof typeof counts]} ${count ?? 'unknown'}`)
      .join(', ')}.`,
    build === null ? 'No build of the game was imported.' : `Build of the game’s files: ${JSON.stringify(build)}.`,
    ...creditLines(head),
  ],
};

const WORDS = {
  uploads: 'uploads',
  records: 'records',
  rates: 'drop rates',
  measuredZeros: 'measured zeros',
  queued: 'waiting for a third install',
  observedEdges: 'observed relations',
  clientEdges: 'relations of the game’s files',
  items: 'items of the game’s files',
  realms: 'realms with market values',
} as const;
