import { toGoldSubject } from '../../../domain/families/gold_ledgers.ts';
import { toGuildSubject } from '../../../domain/families/guild_boards.ts';
import type { BuildPiece } from '../../../domain/ports/build.ts';
import type { FactUpdate } from '../../../domain/ports/facts.ts';
import { agreed, fact } from '../../domain/cards/support.ts';

function range(low: number) {
  return { low, high: low + 5, installs: 4 };
}

const CRAFTS: readonly FactUpdate[] = [
  fact('recipes', '2963', {
    name: agreed('Bolt of Linen Cloth'),
    profession: agreed('Tailoring'),
    itemId: agreed(2996),
    makesMin: agreed(1),
    reagents: agreed([{ itemId: 2589, count: 2 }]),
  }),
  fact('recipe_ranges', '2963', { yellow: range(25), green: range(37), grey: range(50) }),
  fact('vendor_goods', '8:2589', { prices: [agreed(40)] }),
  fact('trainer_services', '9:spell:2963', {
    name: agreed('Bolt of Linen Cloth'),
    spellId: agreed(2963),
    costs: [agreed(50)],
    profession: agreed('Tailoring'),
    requiredSkill: agreed(1),
  }),
];

const CATALOGUES: readonly FactUpdate[] = [
  fact('collections', 'mounts:5', { sources: [agreed('Vendor')] }),
  fact('collections', 'mounts:7', { sources: [agreed('Quest')] }),
  fact('achievements', '6', {
    entry: agreed({
      achievementId: 6,
      name: 'Level 10',
      categoryId: 92,
      category: 'General',
      points: 10,
      criteriaCount: 1,
      criteria: [{ text: 'Reach level 10', required: 10 }],
    }),
  }),
];

const AT = '2026-11-20T10:00:00.000Z';

const GRANTED: readonly FactUpdate[] = [
  fact('guild_boards', toGuildSubject('Stormrage', 'The Third'), {
    guild: { guildName: 'The Third', realm: 'Stormrage' },
    roster: {
      capturedAt: AT,
      faction: 'horde',
      members: [{ name: 'Ada', rank: 'Officer', level: 60, class: 'WARRIOR', lastOnlineDays: 0 }],
    },
  }),
  fact('gold_ledgers', toGoldSubject('Stormrage', 'Ada'), {
    character: { character: 'Ada', realm: 'Stormrage' },
    ledgers: [
      {
        ledger: 1,
        peakCopper: 120_000,
        firstDay: '2026-11-01',
        lastDay: '2026-11-20',
        self: false,
        money: { loot: 900, quest: 2_500, vendor: 340, auction: null },
        other: { mail: null, trade: null, repair: -210, training: null, travel: -95, other: null },
      },
    ],
  }),
];

/** Other public facts of the example world that tools need: crafts, catalogues and granted records. */
export const TOOL_FACTS: readonly FactUpdate[] = [...CRAFTS, ...CATALOGUES, ...GRANTED];

/** A player class with one tree of one talent. */
export const TALENTS: BuildPiece = {
  piece: 'talents',
  talents: {
    playerClass: 'warrior',
    trees: [
      {
        treeId: 1,
        name: 'Arms',
        order: 0,
        nodes: [
          {
            nodeId: 1,
            row: 0,
            column: 0,
            maxRank: 3,
            prerequisites: [],
            prerequisitesAnyOf: [],
            pointsRequired: 0,
            talents: [{ talentId: 124, name: null, spellIds: [11], maxRank: 3 }],
          },
        ],
      },
    ],
    pointLevels: { levels: Array.from({ length: 51 }, (_, i) => i + 10), rule: 'one-a-level-from-10' },
    gateRule: 'five-a-row',
    prerequisiteRule: 'full-rank',
  },
};
