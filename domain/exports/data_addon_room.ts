/**
 * Keeps count of the space that is left in a file for the game. Lua 5.1 reads at most 262,144 different constants in
 * one file, and an entry has at most two, so the number of entries is limited, too.
 */
export interface AddonRoom {
  /** Takes space for these lines, or returns false without taking any if there is not enough. */
  take(lines: readonly string[]): boolean;
  /** Gives back the space of lines that were replaced. */
  giveBack(lines: readonly string[]): void;
  /** Calls `work` with a part of this room. What it leaves stays in this room. */
  within<T>(share: number, work: (part: AddonRoom) => Promise<T>): Promise<T>;
  bytesLeft(): number;
}

const ENTRIES_MAX = 120_000;

export function createAddonRoom(bytes: number, entries = ENTRIES_MAX, outer: AddonRoom | null = null): AddonRoom {
  const whole = { bytes, entries };
  const left = { bytes, entries };
  const room: AddonRoom = {
    take: (lines) => {
      const size = countBytes(lines);
      if (size > left.bytes || lines.length > left.entries) return false;
      if (outer !== null && !outer.take(lines)) return false;
      left.bytes -= size;
      left.entries -= lines.length;
      return true;
    },
    giveBack: (lines) => {
      left.bytes += countBytes(lines);
      left.entries += lines.length;
      outer?.giveBack(lines);
    },
    within: (share, work) =>
      work(createAddonRoom(Math.floor(share * whole.bytes), Math.floor(share * whole.entries), room)),
    bytesLeft: () => left.bytes,
  };
  return room;
}

const textEncoder = new TextEncoder();

/** Returns the size of these lines in UTF-8, with their line breaks. */
function countBytes(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + textEncoder.encode(line).byteLength + 1, 0);
}
