import { countInstalls, findSupportedDays, type WitnessRule } from './counting.ts';
import { createListCheck, type JsonRow } from './list_check.ts';

/** A row of the evidence about a relation: on which days each witness reported it. */
export type EdgeEvidence = JsonRow & { readonly witnesses: readonly (readonly [first: string, last: string])[] };

/** Recounts the observed relations: installs, and the days that three of them support. */
export function createEdgeCheck(rule: WitnessRule) {
  const check = createListCheck('edges');
  let fromGameFiles = 0;
  return {
    add: (line: string): void => {
      const row = JSON.parse(line) as JsonRow;
      if (row['evidence'] === 'client') fromGameFiles++;
      else check.add(formatSubject(row), line);
    },
    recount: (evidence: EdgeEvidence): void => {
      const { witnesses } = evidence;
      const [firstSeen, lastSeen] = findSupportedDays(witnesses);
      check.compare(formatSubject(evidence), ({ installs }) => [
        { field: 'installs', value: countInstalls(installs, witnesses.length, rule) },
        { field: 'firstSeen', value: firstSeen },
        { field: 'lastSeen', value: lastSeen },
      ]);
    },
    finish: check.finish,
    fromGameFiles: () => fromGameFiles,
    report: check.report,
  };
}

function formatSubject({ fromKind, fromId, rel, toKind, toId }: JsonRow): string {
  return `${fromKind} ${fromId} ${rel} ${toKind} ${toId}`;
}
