import { ALL_REALMS, type PopulationFact, population } from '../../../domain/families/population.ts';
import { type TalentPopularity, talents } from '../../../domain/families/talents.ts';
import { character, metPlayers, reportedAt, spentTalents } from '../../support/world.ts';
import { dailyFactsOf, type Report } from './support.ts';

/** The day for which these tests compute populations and talents, and a moment inside its window. */
export const DAY = '2026-02-01';
const AT = '2026-01-20T12:00:00Z';

export function seen(
  installs: readonly number[],
  characters: ReturnType<typeof character>[],
  at = AT,
  realm = 'Everlook',
): readonly Report[] {
  return reportedAt(at, installs, metPlayers(realm, ...characters));
}

export type NodeRank = readonly [nodeId: number, rank: number];

export function snapshot(
  installs: readonly number[],
  n: number,
  nodes: readonly NodeRank[],
  at = AT,
  characterClass = 'MAGE',
): readonly Report[] {
  const spent = nodes.map(([nodeId, rank]) => ({ nodeId, rank }));
  const { characterKey } = character(n);
  return reportedAt(at, installs, spentTalents({ characterKey, class: characterClass, nodes: spent }));
}

export function populationOf(reports: readonly Report[], subject = ALL_REALMS): PopulationFact | undefined {
  return dailyFactsOf(population, DAY, reports)[subject] as PopulationFact | undefined;
}

export function talentsOf(reports: readonly Report[], characterClass = 'MAGE'): TalentPopularity | undefined {
  return dailyFactsOf(talents, DAY, reports)[characterClass] as TalentPopularity | undefined;
}

export function cell(characters: number, installs: number) {
  return { characters, installs };
}
