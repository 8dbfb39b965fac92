import { DAYS_BACK } from '../../../schema/limits.ts';
import { toUtcDay } from '../../values/instant.ts';
import type { InstallTestimony, RecordFacts } from './family.ts';
import { compareStrings } from './order.ts';

/** Formats the field of a daily claim, which holds the days on which the record was captured and received. */
export function formatDaysField({ capturedAtMs, receivedAtMs }: RecordFacts): string {
  return `${toUtcDay(capturedAtMs)}:${toUtcDay(receivedAtMs)}`;
}

export interface ReportCount {
  /** The newest report from any install. */
  readonly value: string;
  /** The newest report of each install that reported the subject. */
  readonly reports: ReadonlyMap<number, string>;
}

/**
 * For each subject, returns the newest report from any install and the newest report of each install. Considers reports
 * captured in the time window before `day` and received before `day`. Of equally new reports, the smallest value
 * counts.
 */
export function countEarlierReports(day: number, testimonies: Iterable<InstallTestimony>): readonly ReportCount[] {
  const bySubject = new Map<string, Map<number, InstallTestimony>>();
  for (const testimony of testimonies) {
    if (!isDayInWindow(day, testimony.field)) continue;
    let own = bySubject.get(testimony.subject);
    if (own === undefined) {
      own = new Map();
      bySubject.set(testimony.subject, own);
    }
    own.set(testimony.installN, pickNewerTestimony(own.get(testimony.installN) ?? testimony, testimony));
  }
  return Array.from(bySubject.values(), (own) => ({
    value: [...own.values()].reduce(pickNewerTestimony).value,
    reports: new Map(Array.from(own, ([installN, { value }]) => [installN, value])),
  }));
}

function pickNewerTestimony(a: InstallTestimony, b: InstallTestimony): InstallTestimony {
  return (a.atMs - b.atMs || compareStrings(b.value, a.value)) >= 0 ? a : b;
}

/** Daily roll-ups count the full UTC days before `day` (contract, section 3, Population). */
function isDayInWindow(day: number, field: string): boolean {
  const [captured, received] = field.split(':').map(Number) as [number, number];
  return day - DAYS_BACK.daily <= captured && captured < day && received < day;
}
