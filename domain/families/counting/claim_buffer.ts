import type { InstallClaim } from '../../ports/evidence.ts';
import { measureClaim, pickNewerClaim, type RollupSubject } from './claims.ts';
import { compareStrings } from './order.ts';

export interface ClaimBuffer {
  /** Adds a claim. Of several claims with the same roll-up, subject, field and install, the newest is kept. */
  add(claim: InstallClaim): void;
  /** Memory used, in rows (`measureClaim`). */
  readonly size: number;
  /** Empties the buffer and returns its claims ordered by roll-up, subject, field and install. */
  take(): Generator<InstallClaim, void>;
}

/** Collects claims in columns, which take 60 to 90 bytes a claim and leave the garbage collector little to do. */
export function createClaimBuffer(): ClaimBuffer {
  let columns = createClaimColumns();
  return {
    add: (claim) => columns.add(claim),
    get size() {
      return columns.size;
    },
    take: () => {
      const full = columns;
      columns = createClaimColumns();
      return full.claims();
    },
  };
}

interface ClaimField extends RollupSubject {
  readonly field: string;
  readonly joins?: true;
}

/** Slots of an empty hash table. Must be a power of two. */
const BUFFER_SLOTS = 1_024;

/** Memory used by the name of a field and its entry in the map, in rows. */
const SLOTS_PER_FIELD = 3;

function createClaimColumns() {
  const names: ClaimField[] = [];
  const fieldByName = new Map<string, number>();
  /** Equal values share one string. */
  const values = new Map<string, string>();
  // One entry per claim. Arrays of numbers hold them without objects.
  const field: number[] = [];
  const install: number[] = [];
  const value: string[] = [];
  const atMs: number[] = [];
  const tie: string[] = [];
  const firstMs: number[] = [];
  /** Hash table of field and install: the row plus one, or 0 if the slot is free. */
  let slots = new Int32Array(BUFFER_SLOTS);
  let size = 0;

  const numberField = ({ rollup, subject, field: name, joins }: InstallClaim): number => {
    // Strings in records have no control characters (contract, section 2, Text), so a line feed can separate parts.
    const key = `${rollup}\n${subject}\n${name}`;
    const known = fieldByName.get(key);
    if (known !== undefined) return known;
    size += SLOTS_PER_FIELD;
    fieldByName.set(key, names.length);
    return names.push({ rollup, subject, field: name, ...(joins === true ? { joins } : {}) }) - 1;
  };

  /** Returns the slot of a claim, or the free slot where it belongs. */
  const slotOf = (fieldN: number, installN: number): number => {
    const mask = slots.length - 1;
    const hash = Math.imul(Math.imul(fieldN, 0x9e3779b1) ^ installN, 0x85ebca6b);
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot]! - 1;
      if (row === -1 || (field[row] === fieldN && install[row] === installN)) return slot;
    }
  };

  const growSlots = (): void => {
    slots = new Int32Array(slots.length * 2);
    for (const [row, fieldN] of field.entries()) slots[slotOf(fieldN, install[row]!)] = row + 1;
  };

  const write = (row: number, claim: InstallClaim): void => {
    const known = values.get(claim.value);
    if (known === undefined) values.set(claim.value, claim.value);
    value[row] = known ?? claim.value;
    atMs[row] = claim.atMs;
    tie[row] = claim.tie;
    firstMs[row] = claim.firstMs;
  };

  const read = (row: number): InstallClaim => {
    const { rollup, subject, field: name, joins } = names[field[row]!]!;
    const claim = {
      rollup,
      subject,
      field: name,
      installN: install[row]!,
      value: value[row]!,
      atMs: atMs[row]!,
      tie: tie[row]!,
      firstMs: firstMs[row]!,
    };
    return joins === true ? { ...claim, joins } : claim;
  };

  return {
    add: (claim: InstallClaim): void => {
      const fieldN = numberField(claim);
      const slot = slotOf(fieldN, claim.installN);
      const row = slots[slot]! - 1;
      if (row !== -1) {
        write(row, pickNewerClaim(read(row), claim));
        return;
      }
      slots[slot] = field.push(fieldN);
      install.push(claim.installN);
      write(field.length - 1, claim);
      size += measureClaim(claim);
      if (field.length * 2 > slots.length) growSlots();
    },
    get size() {
      return size;
    },
    *claims(): Generator<InstallClaim, void> {
      const lastRow = new Int32Array(names.length).fill(-1);
      const earlierRow = new Int32Array(field.length);
      for (const [row, fieldN] of field.entries()) {
        earlierRow[row] = lastRow[fieldN]!;
        lastRow[fieldN] = row;
      }
      for (const fieldN of listSlotsByKey(names)) {
        const rows: number[] = [];
        for (let row = lastRow[fieldN]!; row !== -1; row = earlierRow[row]!) rows.push(row);
        for (const row of rows.sort((a, b) => install[a]! - install[b]!)) yield read(row);
      }
    },
  };
}

/** Returns the indexes of names in order. Sorting each part on its own compares fewer texts than sorting the names. */
function* listSlotsByKey(names: readonly ClaimField[]): Generator<number, void> {
  for (const ofRollup of groupSortedRuns(names.keys(), (n) => names[n]!.rollup)) {
    for (const ofSubject of groupSortedRuns(ofRollup, (n) => names[n]!.subject)) {
      yield* ofSubject.sort((a, b) => compareStrings(names[a]!.field, names[b]!.field));
    }
  }
}

function groupSortedRuns(ns: Iterable<number>, textOf: (n: number) => string): number[][] {
  const groups = new Map<string, number[]>();
  for (const n of ns) {
    const text = textOf(n);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [n]);
    else group.push(n);
  }
  return [...groups.keys()].sort().map((text) => groups.get(text)!);
}
