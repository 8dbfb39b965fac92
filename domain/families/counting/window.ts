import { DAYS_BACK } from '../../../schema/limits.ts';
import { dayOf, type RecordFacts, type Testimony } from './family.ts';
import { byText } from './order.ts';

/** The field of a claim of a daily roll-up: the days on which it was captured and received. */
export function daysField({ capturedAtMs, receivedAtMs }: RecordFacts): string {
  return `${dayOf(capturedAtMs)}:${dayOf(receivedAtMs)}`;
}

/** What the window knows of one subject. */
export interface Reported {
  /** The newest report over all installs. */
  readonly value: string;
  /** The newest report of each install that told of it. */
  readonly told: ReadonlyMap<number, string>;
}

/**
 * Each subject by its newest report over all installs, and by each install's own, among those captured in the window
 * before `day` and received before it; of several as new the smallest value.
 */
export function reportedBefore(day: number, testimonies: Iterable<Testimony>): readonly Reported[] {
  const bySubject = new Map<string, Map<number, Testimony>>();
  for (const testimony of testimonies) {
    if (!isInWindow(day, testimony.field)) continue;
    let own = bySubject.get(testimony.subject);
    if (own === undefined) {
      own = new Map();
      bySubject.set(testimony.subject, own);
    }
    own.set(testimony.installN, newer(own.get(testimony.installN) ?? testimony, testimony));
  }
  return Array.from(bySubject.values(), (own) => ({
    value: [...own.values()].reduce(newer).value,
    told: new Map(Array.from(own, ([installN, { value }]) => [installN, value])),
  }));
}

function newer(a: Testimony, b: Testimony): Testimony {
  return (a.atMs - b.atMs || byText(b.value, a.value)) >= 0 ? a : b;
}

/** Daily roll-ups count the whole UTC days before the day they are computed for (contract, section 3, Population). */
function isInWindow(day: number, field: string): boolean {
  const [captured, received] = field.split(':').map(Number) as [number, number];
  return day - DAYS_BACK.daily <= captured && captured < day && received < day;
}
