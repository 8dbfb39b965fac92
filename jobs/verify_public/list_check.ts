/** A row of an export. Its fields are checked when they are compared. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** The outcome of recounting one list. */
export interface ListReport {
  readonly list: string;
  readonly rows: number;
  readonly recounted: number;
  readonly differences: number;
  /** The first difference as a sentence, or null if there is none. */
  readonly first: string | null;
}

/** A recounted figure of a row. */
export interface FieldValue {
  readonly field: string;
  /** Undefined if the row must not have the field. */
  readonly value: unknown;
  /** Largest difference between two numbers that the method allows. Defaults to 0. */
  readonly tolerance?: number;
}

/** Compares the rows of an exported list with recounted ones. Rows are stored as text, because there may be many. */
export function createListCheck(list: string) {
  const unseen = new Map<string, string>();
  const counts = { rows: 0, recounted: 0 };
  let differences = 0;
  let first: string | null = null;
  const differ = (sentence: string): void => {
    differences++;
    first ??= `${list}: ${sentence}`;
  };
  return {
    differ,
    /** Counts rows that are not added one by one. */
    count: (rows = 1, of: keyof typeof counts = 'rows'): void => {
      counts[of] += rows;
    },
    /** Adds an exported row. `subject` names it and is unique in the list. */
    add: (subject: string, line: string): void => {
      counts.rows++;
      if (unseen.has(subject)) differ(`${subject} is listed twice.`);
      unseen.set(subject, line);
    },
    /**
     * Compares the exported row of a subject with the figures that `recount` returns for it. It is a difference if
     * there is no such row.
     */
    compare: (subject: string, recount: (row: JsonRow) => readonly FieldValue[]): void => {
      const line = unseen.get(subject);
      if (line === undefined) {
        differ(`${subject} is missing in the export, but players reported it.`);
        return;
      }
      unseen.delete(subject);
      counts.recounted++;
      const row = JSON.parse(line) as JsonRow;
      const wrong = recount(row).find(({ field, value, tolerance = 0 }) => !isEqual(row[field], value, tolerance));
      if (wrong === undefined) return;
      const [exported, recounted] = [formatValue(row[wrong.field]), formatValue(wrong.value)];
      differ(`${subject}: ${wrong.field} is ${exported} in the export and ${recounted} recounted.`);
    },
    /** Yields the subjects and rows that have not been compared. */
    unseen: (): readonly (readonly [subject: string, line: string])[] => [...unseen],
    /** Ends the comparison. Rows that have not been compared are differences. */
    finish: (): void => {
      for (const subject of unseen.keys()) differ(`${subject} is in the export, but not in the evidence.`);
      unseen.clear();
    },
    report: (): ListReport => ({ list, ...counts, differences, first }),
  };
}

/** Compares JSON values. An absent field is undefined. */
function isEqual(exported: unknown, recounted: unknown, tolerance: number): boolean {
  if (typeof exported === 'number' && typeof recounted === 'number') return Math.abs(exported - recounted) <= tolerance;
  return JSON.stringify(exported) === JSON.stringify(recounted);
}

const SHOWN_VALUE_CHARS = 200;

function formatValue(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > SHOWN_VALUE_CHARS ? `${text.slice(0, SHOWN_VALUE_CHARS)}…` : text;
}
