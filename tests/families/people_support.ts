import { ALL_REALMS, type Population, population } from '../../domain/families/population.ts';
import { type TalentPopularity, talents } from '../../domain/families/talents.ts';
import { byInstalls, dailyFactsOf, type Report } from './support.ts';

/** The day that populations and talents are computed for here, and a moment inside its window. */
export const DAY = '2026-02-01';
const AT = '2026-01-20T12:00:00Z';

export const keyOf = (n: number): string => n.toString(16).padStart(8, '0');

export const character = (n: number, more: object = {}): object => ({
  characterKey: keyOf(n),
  class: 'MAGE',
  race: 'Gnome',
  faction: 'alliance',
  level: 60,
  ...more,
});

export const seen = (
  installs: readonly number[],
  characters: readonly object[],
  at = AT,
  realm = 'Everlook',
): readonly Report[] => byInstalls(installs, 'census_seen', { realm, characters }, at);

export type NodeRank = readonly [nodeId: number, rank: number];

export const snapshot = (
  installs: readonly number[],
  n: number,
  nodes: readonly NodeRank[],
  at = AT,
  characterClass = 'MAGE',
): readonly Report[] =>
  byInstalls(
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

export const populationOf = (reports: readonly Report[], subject = ALL_REALMS): Population | undefined =>
  dailyFactsOf(population, DAY, reports)[subject] as Population | undefined;

export const talentsOf = (reports: readonly Report[], characterClass = 'MAGE'): TalentPopularity | undefined =>
  dailyFactsOf(talents, DAY, reports)[characterClass] as TalentPopularity | undefined;

export const cell = (characters: number, installs: number) => ({ characters, installs });
