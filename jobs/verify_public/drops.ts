import { computeWilsonBounds, countInstalls, QUORUM, ROUNDING_TOLERANCE, type WitnessRule } from './counting.ts';
import type { Estimate, Estimator } from './estimate.ts';
import { createNoWindows, formatSource, type SourceCounts } from './feed.ts';
import type { WitnessDraws } from './likelihood.ts';
import { createListCheck, type FieldValue, type JsonRow } from './list_check.ts';

type ItemWindows = readonly (readonly [itemId: number, windows: number])[];

/** A row of the evidence about a source of drops. */
export type LootEvidence = JsonRow & {
  readonly witnesses: Looters;
  /** Windows received before the day of dataAsOf. Absent if all were. */
  readonly earlier?: Looters;
};

type Looters = readonly (readonly [windows: number, items: ItemWindows, soloWindows: number, soloItems: ItemWindows])[];

/** An estimate uses only windows of lone players if there are this many, of at least three and of half of the players. */
const SOLO_WINDOWS_MIN = 30;

/** Recounts drop rates and measured zeros. */
export function createDropCheck(rule: WitnessRule, estimateOf: Estimator | null) {
  const rates = createListCheck('drops');
  const zeros = createListCheck('zeros');
  let [onQuest, ordered] = [0, 0];

  const estimated = (row: JsonRow, evidence: LootEvidence, itemId: number): readonly FieldValue[] => {
    const witnesses = estimateWindows(evidence, itemId);
    const isQuest = row['quest'] !== undefined;
    if (isQuest) {
      onQuest++;
      return [{ field: 'basis', value: 'quest' }];
    }
    const { length } = evidence.earlier ?? [];
    // Whether the source was public before the day depends on how many were of one address family.
    if (rule.isApart && length >= QUORUM && length < 2 * QUORUM - 1) return [];
    const basis = chooseBasis(row, witnesses, rule);
    const needsOrder = row['obtainable'] === 'once' || row['changed'] !== undefined;
    if (needsOrder) ordered++;
    if (estimateOf === null || needsOrder) return [{ field: 'basis', value: basis }];
    const inside = estimateOf(listDraws(witnesses, itemId, basis));
    const grouped = basis === 'solo' ? listDraws(witnesses, itemId, 'grouped') : [];
    const isContradicted =
      grouped.length >= (rule.isApart ? 2 * QUORUM - 1 : QUORUM) && areDisjoint(inside, estimateOf(grouped));
    return [
      { field: 'basis', value: basis },
      ...compareEstimate(row, inside),
      // Players may also disagree within the basis, which is judged by deals at random.
      { field: 'disagrees', value: isContradicted ? true : row['disagrees'] },
    ];
  };

  return {
    addRate: (line: string): void => {
      const row = JSON.parse(line) as JsonRow;
      rates.add(`${formatSource(row)}, item ${row['itemId']}`, line);
    },
    addZero: (line: string): void => zeros.add(String(formatSource(JSON.parse(line))), line),
    /** Recounts all rows of a source from the evidence. Returns the totals of its windows. */
    recount: (evidence: LootEvidence): readonly [source: string, totals: SourceCounts] => {
      const source = String(formatSource(evidence));
      const { witnesses } = evidence;
      const totals = sumWindows(evidence);
      const topShare = witnesses.reduce((most, [windows]) => Math.max(most, windows), 0) / totals.windows;
      const sourceFigures = (row: JsonRow): readonly FieldValue[] => [
        { field: 'kills', value: totals.windows },
        { field: 'reporters', value: countInstalls(row['reporters'], witnesses.length, rule) },
        { field: 'topShare', value: topShare },
      ];
      for (const [itemId, drops] of totals.items) {
        const seers = witnesses.filter(([, items]) => findItemWindows(items, itemId) > 0).length;
        rates.compare(`${source}, item ${itemId}`, (row) => [
          ...sourceFigures(row),
          { field: 'drops', value: drops },
          { field: 'installs', value: countInstalls(row['installs'], seers, rule) },
          ...buildRateValues(drops, totals.windows),
          ...estimated(row, evidence, itemId),
        ]);
      }
      if (totals.items.size === 0) {
        zeros.compare(source, (row) => [...sourceFigures(row), buildHighValue(0, totals.windows)]);
      }
      return [source, totals];
    },
    /** Recomputes rates and bounds from the row's own counts. Returns the totals that the feed must contain. */
    recountWithoutEvidence: (): ReadonlyMap<string, SourceCounts> => {
      const sources = new Map<string, SourceCounts>();
      for (const [subject, line] of [...rates.unseen(), ...zeros.unseen()]) {
        const { itemId, kills, drops = 0, ...source } = JSON.parse(line) as JsonRow;
        const [name, windows, found] = [String(formatSource(source)), Number(kills), Number(drops)];
        const totals = sources.get(name) ?? createNoWindows();
        totals.windows = windows;
        sources.set(name, totals);
        if (itemId === undefined) zeros.compare(subject, () => [buildHighValue(0, windows)]);
        else {
          totals.items.set(Number(itemId), found);
          rates.compare(subject, () => buildRateValues(found, windows));
        }
      }
      return sources;
    },
    finish: (): void => {
      rates.finish();
      zeros.finish();
    },
    /** Number of estimates that cannot be recounted. */
    onQuest: () => onQuest,
    /** Number of estimates that use only some windows of each install, whose order the evidence does not have. */
    ordered: () => ordered,
    reports: () => [rates.report(), zeros.report()],
  };
}

function sumWindows({ witnesses }: LootEvidence): SourceCounts {
  const totals = createNoWindows();
  for (const [windows, items, soloWindows] of witnesses) {
    totals.windows += windows;
    totals.soloWindows += soloWindows;
    for (const [itemId, drops] of items) totals.items.set(itemId, (totals.items.get(itemId) ?? 0) + drops);
  }
  return totals;
}

/** Returns the windows that an estimate uses (docs/contract.md, section 10, Drop rates). */
function estimateWindows({ witnesses, earlier }: LootEvidence, itemId: number): Looters {
  if (earlier === undefined || earlier.length < QUORUM) return witnesses;
  const [before, all] = [earlier, witnesses].map((some) => some.reduce((sum, [windows]) => sum + windows, 0)) as [
    ...[number, number],
  ];
  const isNew = !earlier.some(([, items]) => findItemWindows(items, itemId) > 0);
  return isNew || 10 * (all - before) > before ? witnesses : earlier;
}

function findItemWindows(items: ItemWindows, itemId: number): number {
  return items.find(([id]) => id === itemId)?.[1] ?? 0;
}

function buildRateValues(drops: number, windows: number): readonly FieldValue[] {
  const low = { field: 'low', value: computeWilsonBounds(drops, windows).low, tolerance: ROUNDING_TOLERANCE };
  return [{ field: 'rate', value: drops / windows }, low, buildHighValue(drops, windows)];
}

function buildHighValue(drops: number, windows: number): FieldValue {
  return { field: 'high', value: computeWilsonBounds(drops, windows).high, tolerance: ROUNDING_TOLERANCE };
}

/** Returns the windows that an estimate must use if the item belongs to no quest. */
function chooseBasis(row: JsonRow, witnesses: Looters, rule: WitnessRule): 'solo' | 'all' {
  const loners = witnesses.filter(([, , soloWindows]) => soloWindows > 0);
  const windows = loners.reduce((sum, [, , soloWindows]) => sum + soloWindows, 0);
  const looters = countInstalls(row['reporters'], witnesses.length, rule);
  const areEnough = (installs: number): boolean => installs >= QUORUM && 2 * installs >= looters;
  if (windows < SOLO_WINDOWS_MIN || !areEnough(loners.length)) return 'all';
  // Only half of them may be of one address family.
  const isUncertain = rule.isApart && !areEnough(Math.ceil(loners.length / 2));
  return isUncertain && row['basis'] === 'all' ? 'all' : 'solo';
}

function listDraws(witnesses: Looters, itemId: number, part: 'all' | 'solo' | 'grouped'): readonly WitnessDraws[] {
  return witnesses.flatMap(([windows, items, soloWindows, soloItems]): readonly WitnessDraws[] => {
    const [all, solo] = [findItemWindows(items, itemId), findItemWindows(soloItems, itemId)];
    const [own, drops] = {
      all: [windows, all],
      solo: [soloWindows, solo],
      grouped: [windows - soloWindows, all - solo],
    }[part] as [number, number];
    return own === 0 ? [] : [[own, drops]];
  });
}

/** Whether two intervals are apart by more than computing them in another way may move their ends. */
function areDisjoint(a: Estimate, b: Estimate): boolean {
  return a.low > b.high + PROBABILITY_TOLERANCE || b.low > a.high + PROBABILITY_TOLERANCE;
}

/** Two computations of a probability may differ by this much, so that only one of them is beyond a bound. */
const PROBABILITY_TOLERANCE = 0.01;

/**
 * Compares an estimate. The method leaves open how precisely integrals are computed: the ends of the interval may
 * differ by 1% of its width, and effective windows by 2%.
 */
function compareEstimate(row: JsonRow, { always, forSome, ...recounted }: Estimate): readonly FieldValue[] {
  const tolerance = Math.max(1e-5, 0.01 * (recounted.high - recounted.low));
  const mark = (field: string, value: unknown, probability: number, bound: number): FieldValue => ({
    field,
    value: Math.abs(probability - bound) < PROBABILITY_TOLERANCE ? row[field] : probability > bound ? value : undefined,
  });
  // Near this bound, either lower end is right.
  const low = Math.abs(always - 0.9) < PROBABILITY_TOLERANCE ? row['estimateLow'] : roundNumber(recounted.low, 6);
  return [
    { field: 'estimate', value: roundNumber(recounted.estimate, 6), tolerance },
    { field: 'estimateLow', value: low, tolerance },
    { field: 'estimateHigh', value: roundNumber(recounted.high, 6), tolerance },
    {
      field: 'effectiveWindows',
      value: roundNumber(recounted.effectiveWindows, 1),
      tolerance: 0.11 + 0.02 * recounted.effectiveWindows,
    },
    mark('always', true, always, 0.9),
    mark('obtainable', 'some', forSome, 0.5),
  ];
}

function roundNumber(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
