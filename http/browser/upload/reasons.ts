/** A reason for refusing records, and the records to which it applies. */
export interface Reason {
  /** The record kind, or null if it could not be read. */
  readonly kind: string | null;
  readonly reason: string;
  readonly count: number;
  /** The lines of the file on which the first few of these records begin. */
  readonly lines: readonly number[];
}

/** Maximum number of reasons listed, because every record could have its own. Further reasons are counted together. */
export const REASONS_MAX = 200;
const LINES_MAX = 5;

/** The reason shown for refusals after the first REASONS_MAX reasons. */
const OTHER = 'Refused for other reasons.';

export function createReasons() {
  const reasons = new Map<string, { kind: string | null; reason: string; count: number; lines: number[] }>();

  const findOrAdd = (kind: string | null, reason: string) => {
    const key = `${kind ?? ''} ${reason}`;
    const known = reasons.get(key);
    if (known !== undefined) return known;
    if (reasons.size >= REASONS_MAX && reason !== OTHER) return findOrAdd(null, OTHER);
    const added = { kind, reason, count: 0, lines: [] };
    reasons.set(key, added);
    return added;
  };

  return {
    note: (refused: { readonly kind?: string | null; readonly reason: string }, line: number): void => {
      const one: { count: number; lines: number[] } = findOrAdd(refused.kind ?? null, refused.reason);
      one.count++;
      if (one.lines.length < LINES_MAX) one.lines.push(line);
    },
    /** Returns the reasons, sorted by number of records, largest first. */
    list: (): readonly Reason[] => [...reasons.values()].sort((a, b) => b.count - a.count),
  };
}
