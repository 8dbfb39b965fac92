/** Why records were refused, and which: those that were for the same reason together. */
export interface Reason {
  /** Null where none could be read. */
  readonly kind: string | null;
  readonly reason: string;
  readonly count: number;
  /** The lines of the file on which the first of them begin. */
  readonly lines: readonly number[];
}

/** A file may be wrong in as many ways as it has records: so many are told, the others are counted. */
export const REASONS_MAX = 200;
const LINES_MAX = 5;

/** What is told of all refusals beyond the first REASONS_MAX reasons. */
const OTHER = 'Refused for other reasons.';

export function createReasons() {
  const reasons = new Map<string, { kind: string | null; reason: string; count: number; lines: number[] }>();

  const place = (kind: string | null, reason: string) => {
    const key = `${kind ?? ''} ${reason}`;
    const known = reasons.get(key);
    if (known !== undefined) return known;
    if (reasons.size >= REASONS_MAX && reason !== OTHER) return place(null, OTHER);
    const made = { kind, reason, count: 0, lines: [] };
    reasons.set(key, made);
    return made;
  };

  return {
    note: (refused: { readonly kind?: string | null; readonly reason: string }, line: number): void => {
      const one: { count: number; lines: number[] } = place(refused.kind ?? null, refused.reason);
      one.count++;
      if (one.lines.length < LINES_MAX) one.lines.push(line);
    },
    /** Those that befell most records first. */
    list: (): readonly Reason[] => [...reasons.values()].sort((a, b) => b.count - a.count),
  };
}
