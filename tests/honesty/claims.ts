import { createRateEstimator, createSourceRates } from '../../domain/families/counting/source_rates.ts';
import type { SourceLoot } from '../../domain/ports/drops.ts';
import { DEFAULT_WEIGHTS } from '../../domain/values/estimates/model.ts';
import type { EstimatedRate } from '../../schema/response_fields.ts';
import { createWorld } from './world.ts';

/**
 * What installs that lie together do to a rate that fifty honest ones reported: with claims about their group or their
 * quests, or with many windows in which the item was there each time.
 */

const HONEST = 50;
export const CROWDS = [3, 10, 20] as const;

/** The greatest number of lying installs that is tried. */
const LIARS_MAX = 100;

export interface ClaimsRow {
  readonly name: string;
  /** The rate without any liars, and with each of the CROWDS. */
  readonly rates: readonly EstimatedRate[];
  /** The fewest liars with whom the interval no longer contains the true rate, or null if LIARS_MAX are not enough. */
  readonly replacedBy: number | null;
}

type InstallWindows = SourceLoot['installs'][number];

/** An install's windows in one context. */
interface Looting {
  readonly windows: number;
  readonly drops: number;
  readonly isSolo?: boolean;
  /** The quest that the player had and for which the item was marked. */
  readonly questId?: number;
}

interface Claim {
  readonly name: string;
  readonly truth: number;
  /** Returns what an honest install did with these windows of the made-up world. */
  readonly honest: (windows: number, drops: number, install: number) => readonly Looting[];
  readonly lie: Looting;
}

const [ITEM, INVENTED] = [1, 2];
const grouped: Claim['honest'] = (windows, drops) => [{ windows, drops }];

const CLAIMS: readonly Claim[] = [
  {
    ...{ name: 'an invented quest, one window each', truth: 0.51, honest: grouped },
    lie: { windows: 1, drops: 1, questId: INVENTED },
  },
  {
    ...{ name: 'an invented quest, 50 windows each', truth: 0.51, honest: grouped },
    lie: { windows: 50, drops: 50, questId: INVENTED },
  },
  {
    ...{ name: 'a raid boss killed alone, 10 windows each', truth: 0.1, honest: grouped },
    lie: { windows: 10, drops: 10, isSolo: true },
  },
  {
    name: 'the same, 30 windows each, after two honest players killed it alone once',
    truth: 0.1,
    honest: (windows, drops, install) => [
      { windows, drops },
      ...(install < 2 ? [{ windows: 1, drops: 0, isSolo: true }] : []),
    ],
    lie: { windows: 30, drops: 30, isSolo: true },
  },
  ...[
    [1, 1],
    [20, 20],
    [20, 18],
    [2_000, 2_000],
    [2_000, 0],
  ].map(([windows = 0, drops = 0]) => ({
    name: `no claim, ${drops.toLocaleString('en-GB')} of ${windows.toLocaleString('en-GB')} windows each`,
    ...{ truth: 0.25, honest: grouped, lie: { windows, drops } },
  })),
];

export function measureClaims(): readonly ClaimsRow[] {
  const rules = { estimateOf: createRateEstimator(DEFAULT_WEIGHTS), day: 2, onceOnly: new Set<number>() };
  return CLAIMS.map(({ name, truth, honest, lie }, seed) => {
    const logit = Math.log(truth / (1 - truth));
    const players = { correlation: 0.02 };
    const world = createWorld(seed + 1, { players, rates: [logit, logit], installs: [HONEST, HONEST] });
    const { observations } = world.pair();
    const installs = observations.map(([windows, drops], i) => lootOf(i + 1, honest(windows, drops, i)));
    const rateWith = (liars: number): EstimatedRate => {
      const source = createSourceRates({ type: 'npc', id: 1 }, new Map([[ITEM, [INVENTED]]]), rules);
      source.add([...installs, ...Array.from({ length: liars }, (_, i) => lootOf(HONEST + i + 1, [lie]))]);
      return source.rateOf(ITEM, null);
    };
    const isReplaced = (liars: number): boolean => {
      const { estimateLow, estimateHigh } = rateWith(liars);
      return truth < estimateLow || truth > estimateHigh;
    };
    const crowds = Array.from({ length: LIARS_MAX }, (_, i) => i + 1);
    return { name, rates: [0, ...CROWDS].map(rateWith), replacedBy: crowds.find(isReplaced) ?? null };
  });
}

function lootOf(installN: number, lootings: readonly Looting[]): InstallWindows {
  const dropsIn = lootings.map(({ drops }) => drops);
  const drops = dropsIn.reduce((sum, one) => sum + one, 0);
  const marked = lootings.flatMap(({ questId }) => questId ?? []);
  return {
    installN,
    windows: lootings.reduce((sum, { windows }) => sum + windows, 0),
    contexts: lootings.map((_, i) => i),
    windowsIn: lootings.map(({ windows }) => windows),
    ...{ receivedDay: 1, windowsInTime: () => [] },
    items: drops === 0 ? [] : [{ itemId: ITEM, drops, dropsIn, marked, firstDay: 1, lastDay: 1 }],
    known: lootings.map(({ isSolo = false, questId }) => ({
      isSolo,
      questIds: questId === undefined ? [] : [questId],
    })),
  };
}
