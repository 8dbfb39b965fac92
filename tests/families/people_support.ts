import { ALL_REALMS, type Population, population } from '../../domain/families/population.ts';
import { type TalentPopularity, talents } from '../../domain/families/talents.ts';
import { byInstalls, dailyFactsOf, type Report } from './support.ts';

/** The day that populations and talents are computed for here, and a moment inside its window. */
export const DAY = '2026-02-01';
const AT = '2026-01-20T12:00:00Z';

export function keyOf(n: number): string {
  return n.toString(16).padStart(8, '0');
}

export function character(n: number, more: object = {}): object {
  return {
    characterKey: keyOf(n),
    class: 'MAGE',
    race: 'Gnome',
    faction: 'alliance',
    level: 60,
    ...more,
  };
}

export function seen(
  installs: readonly number[],
  characters: readonly object[],
  at = AT,
  realm = 'Everlook',
): readonly Report[] {
  return byInstalls(installs, 'census_seen', { realm, characters }, at);
}

export type NodeRank = readonly [nodeId: number, rank: number];

export function snapshot(
  installs: readonly number[],
  n: number,
  nodes: readonly NodeRank[],
  at = AT,
  characterClass = 'MAGE',
): readonly Report[] {
  return byInstalls(
    installs,
    'talent_snapshot',
    {
      characterKey: keyOf(n),
      class: characterClass,
      level: 60,
      nodes: nodes.map(([nodeId, rank]) => ({ nodeId, rank })),
    },
    at,
  );
}

export function populationOf(reports: readonly Report[], subject = ALL_REALMS): Population | undefined {
  return dailyFactsOf(population, DAY, reports)[subject] as Population | undefined;
}

export function talentsOf(reports: readonly Report[], characterClass = 'MAGE'): TalentPopularity | undefined {
  return dailyFactsOf(talents, DAY, reports)[characterClass] as TalentPopularity | undefined;
}

export function cell(characters: number, installs: number) {
  return { characters, installs };
}
