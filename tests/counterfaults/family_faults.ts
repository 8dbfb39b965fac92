import type { Edit, Fault } from './faults.ts';

/** One fault for each fact family that needs three installs: two are enough for that family. */

const LAWS = 'tests/domain/families/laws.test.ts';
const RULES = 'tests/domain/families/three_installs.test.ts';

export function familyFaultName(family: string): string {
  return `two-for-${family.replaceAll('_', '-')}`;
}

function fault(family: string, tests: readonly string[], edits: readonly Edit[]): Fault {
  return {
    name: familyFaultName(family),
    does: `publishes what two installs report in the family ${family}`,
    edits,
    tests,
  };
}

/** Adds one install to every value that the family sees. */
function tallied(family: string): Fault {
  return fault(
    family,
    [LAWS],
    [
      {
        file: `domain/families/${family}.ts`,
        find: 'facts: (_subject, tallies) =>',
        replace: 'facts: (_subject, told, tallies = told.map((one) => ({ ...one, installs: one.installs + 1 }))) =>',
      },
    ],
  );
}

function catalogued(family: string): Fault {
  return fault(
    family,
    [LAWS],
    [
      {
        file: `domain/families/${family}.ts`,
        find: "import { catalogue } from './counting/catalogue.ts';",
        replace: `import { catalogue as sound } from './counting/catalogue.ts';
const catalogue = (of) => {
  const made = sound(of);
  return { ...made, facts: (subject, told) => made.facts(subject, told.map((one) => ({ ...one, installs: one.installs + 1 }))) };
};`,
      },
    ],
  );
}

export const FAMILY_FAULTS: readonly Fault[] = [
  fault(
    'drops',
    [RULES],
    [
      {
        file: 'domain/families/drops.ts',
        find: '  return isCorroborated(reporters);',
        replace: '  return reporters >= 2;',
      },
    ],
  ),
  fault(
    'gathering',
    [RULES],
    [
      {
        file: 'domain/families/drops.ts',
        find: '  return isCorroborated(reporters);',
        replace: '  return reporters >= 2;',
      },
    ],
  ),
  ...['items', 'npcs', 'objects', 'quests'].map(tallied),
  fault(
    'quest_items',
    [LAWS],
    [
      {
        file: 'domain/families/quest_items.ts',
        find: "listValues<number>(tallies, 'quest')",
        replace: "listValues<number>(tallies.map((one) => ({ ...one, installs: one.installs + 1 })), 'quest')",
      },
    ],
  ),
  fault(
    'edges',
    [LAWS],
    [
      {
        file: 'domain/families/edges.ts',
        find: '!isCorroborated(tally.installs)',
        replace: 'tally.installs < 2',
      },
    ],
  ),
  fault(
    'pins',
    [LAWS],
    [
      {
        file: 'domain/families/pins.ts',
        find: 'if (!isCorroborated(installs)) return;',
        replace: 'if (installs < 2) return;',
      },
    ],
  ),
  fault(
    'object_pins',
    [LAWS],
    [
      {
        file: 'domain/families/object_pins.ts',
        find: 'computePins(witnesses)',
        replace:
          'computePins([...witnesses, ...witnesses.map((one) => ({ ...one, installN: one.installN + 1_000_000 }))])',
      },
    ],
  ),
  fault(
    'map_cells',
    [LAWS],
    [
      {
        file: 'domain/families/map_cells.ts',
        find: 'isCorroborated(decodeCount(kept))',
        replace: 'isCorroborated(decodeCount(kept) + 1)',
      },
    ],
  ),
  ...['vendor_goods', 'vendor_prices', 'trainer_services', 'recipes'].map(tallied),
  fault(
    'recipe_ranges',
    [LAWS],
    [
      {
        file: 'domain/families/counting/skill_bounds.ts',
        find: 'low: findSupportedBound(lows), high: findSupportedBound(highs)',
        replace: 'low: lows[1] ?? null, high: highs[1] ?? null',
      },
    ],
  ),
  tallied('maps'),
  ...['achievements', 'reputations', 'titles', 'quest_chains'].map(catalogued),
  ...['collections', 'realms', 'realm_reporters'].map(tallied),
  fault(
    'population',
    ['tests/domain/families/population.test.ts'],
    [
      {
        file: 'domain/families/counting/groups.ts',
        find: 'isCorroborated(countWitnesses(group.installs))',
        replace: 'countWitnesses(group.installs) >= 2',
      },
    ],
  ),
  fault(
    'talents',
    ['tests/domain/families/talents.test.ts'],
    [
      {
        file: 'domain/families/counting/groups.ts',
        find: 'isCorroborated(countWitnesses(group.installs))',
        replace: 'countWitnesses(group.installs) >= 2',
      },
    ],
  ),
  fault(
    'market',
    [RULES],
    [{ file: 'domain/families/market.ts', find: 'if (!isCorroborated(reporters))', replace: 'if (reporters < 2)' }],
  ),
  fault(
    'coverage',
    [RULES],
    [
      {
        file: 'domain/families/coverage.ts',
        find: 'const missing = countMissingInstalls(installs);',
        replace: 'const missing = countMissingInstalls(installs + 1);',
      },
    ],
  ),
];
