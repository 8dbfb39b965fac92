import type { OutlierEvidence, VoteScore } from '../../../domain/operator/outliers.ts';
import type { InstallLoot } from '../../../domain/ports/drops.ts';
import type { Observation } from '../../../domain/values/estimates/likelihood.ts';

/** The item of each pair of `evidenceOf`. */
export const ITEM = 7;

/** Evidence in memory: for each NPC from 1 on, what the installs from 1 on saw of one item. */
export function evidenceOf(
  pairs: readonly (readonly Observation[])[],
  votes: ReadonlyMap<number, VoteScore> = new Map(),
): OutlierEvidence {
  return {
    sources: async function* () {
      for (const i of pairs.keys()) yield { type: 'npc', id: i + 1 };
    },
    looters: async function* ({ id }) {
      const installs = pairs[id - 1]!.map(lootOf);
      // Several pages, as of a large source.
      for (let from = 0; from < installs.length; from += 2) yield installs.slice(from, from + 2);
    },
    votes: async () => votes,
  };
}

function lootOf([windows, drops]: Observation, i: number): InstallLoot {
  const found = { itemId: ITEM, drops, dropsIn: [drops], marked: [], firstDay: 1, lastDay: 2 };
  const loot = { installN: i + 1, windows, contexts: [0], windowsIn: [windows], items: drops > 0 ? [found] : [] };
  return { ...loot, receivedDay: 2, windowsInTime: () => [] };
}
