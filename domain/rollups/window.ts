import { byText } from './order.ts';
import { dayOf, type RecordFacts, type Testimony } from './rollup.ts';

/** Daily roll-ups count the 30 whole UTC days before the day they are computed for (contract, section 3, Population). */
export const WINDOW_DAYS = 30;

/** The field of a claim of a daily roll-up: the days on which it was captured and received. */
export const daysField = ({ capturedAtMs, receivedAtMs }: RecordFacts): string =>
  `${dayOf(capturedAtMs)}:${dayOf(receivedAtMs)}`;

/** What the window knows of one subject: its newest report, and every install that reported it. */
export interface Reported {
  readonly subject: string;
  readonly value: string;
  readonly installs: ReadonlySet<number>;
}

/**
 * Each subject by its newest report over all installs among those captured in the window before `day` and received before
 * it; of several as new the smallest value. Its installs are all that reported it in the window, whatever they said.
 */
export const reportedBefore = (day: number, testimonies: readonly Testimony[]): readonly Reported[] => {
  const bySubject = new Map<string, { newest: Testimony; readonly installs: Set<number> }>();
  for (const testimony of testimonies) {
    if (!isInWindow(day, testimony.field)) continue;
    const known = bySubject.get(testimony.subject);
    if (known === undefined) {
      bySubject.set(testimony.subject, { newest: testimony, installs: new Set([testimony.installN]) });
      continue;
    }
    known.installs.add(testimony.installN);
    const { newest } = known;
    const newer = testimony.atMs - newest.atMs || byText(newest.value, testimony.value);
    if (newer > 0) known.newest = testimony;
  }
  return [...bySubject].map(([subject, { newest, installs }]) => ({ subject, value: newest.value, installs }));
};

const isInWindow = (day: number, field: string): boolean => {
  const [captured, received] = field.split(':').map(Number) as [number, number];
  return day - WINDOW_DAYS <= captured && captured < day && received < day;
};
