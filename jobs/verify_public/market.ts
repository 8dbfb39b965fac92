import { computeMedian, countInstalls, type WitnessRule } from './counting.ts';
import { createListCheck, type JsonRow } from './list_check.ts';

/** A row of the evidence about a market day. */
export type MarketEvidence = JsonRow & {
  readonly witnesses: readonly (readonly [value: number, lowest: number, units: number])[];
};

/** Recounts market days: medians over what the scans of the reporters yield. */
export function createMarketCheck(rule: WitnessRule) {
  const check = createListCheck('market');
  return {
    add: (line: string): void => check.add(formatSubject(JSON.parse(line)), line),
    recount: (evidence: MarketEvidence): void => {
      const { witnesses } = evidence;
      check.compare(formatSubject(evidence), ({ reporters }) => [
        { field: 'reporters', value: countInstalls(reporters, witnesses.length, rule) },
        { field: 'market', value: computeRoundedMedian(witnesses.map(([value]) => value)) },
        { field: 'min', value: computeRoundedMedian(witnesses.map(([, lowest]) => lowest)) },
        { field: 'quantity', value: computeRoundedMedian(witnesses.map(([, , units]) => units)) },
      ]);
    },
    finish: check.finish,
    report: check.report,
  };
}

/** Rounds half up. Values are never greater than the largest exact integer. */
function computeRoundedMedian(values: readonly number[]): number {
  return Math.min(Math.floor(computeMedian(values) + 0.5), Number.MAX_SAFE_INTEGER);
}

function formatSubject({ realm, house, itemId, day }: JsonRow): string {
  return `${realm}, ${house ?? 'all houses'}, item ${itemId}, ${day}`;
}
