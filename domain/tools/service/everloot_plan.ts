import type { everloot_plan as contract } from '../../../schema/tools/service.ts';
import { FIRST_SNAPSHOT_TEXT } from '../../reads/list.ts';
import { GAME_NAMES } from '../../values/game.ts';
import { ok } from '../../values/result.ts';
import { explainEmptiness, NO_BUILD_HINT } from '../shared/empty_hints.ts';
import { buildCreditFields, renderCredit } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';
import { type InstanceCounts, readCounts } from './instance_counts.ts';
import { listPlanAreas } from './plan_areas.ts';

/** The features of this instance and their status (contract, section 6). */
export const everloot_plan: ContractRule<typeof contract> = {
  answer: async ({ snapshot, publisher, instance }) => {
    const view = snapshot?.view ?? null;
    const counts = await readCounts(snapshot);
    const credit = buildCreditFields({ view, publisher });
    const state = { keys: instance.keys, selfGrants: instance.selfGrants, exports: await instance.exports() };
    const found = { connected: credit.dataAsOf !== null, built: view?.game != null, counts };
    const reason = explainEmptiness(view);
    return ok({
      connected: found.connected,
      ...(reason === null ? {} : { reason }),
      game: instance.game ?? null,
      build: view?.game?.build ?? null,
      rows: listPlanAreas(publisher.publicUrl, { ...found, ...state }),
      counts,
      ...credit,
    });
  },
  text: ({ rows, counts, game, build, reason, ...head }) => [
    ...(game == null ? [] : [`This instance collects one game: ${GAME_NAMES[game]}.`]),
    ...rows.map(({ title, status, how, url }) => `${title} (${status}): ${how} ${url}`),
    ...renderCounts(counts),
    ...(reason === undefined ? [] : [reason]),
    ...(build !== null
      ? [`Build of the game’s files: ${JSON.stringify(build)}.`]
      : reason === FIRST_SNAPSHOT_TEXT
        ? []
        : [NO_BUILD_HINT]),
    ...renderCredit(head),
  ],
};

/** Renders the known counts in one line. Unknown counts are omitted, because they are not zero. */
function renderCounts(counts: InstanceCounts): readonly string[] {
  const known = Object.entries(counts).filter(([, count]) => count !== null);
  if (known.length === 0) return [];
  return [
    `Known so far: ${known.map(([what, count]) => `${COUNT_WORDS[what as keyof InstanceCounts]} ${count}`).join(', ')}.`,
  ];
}

const COUNT_WORDS = {
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
