/** Number of ids in one block: 32 words of 32 bits. */
const BLOCK = 1024;

/**
 * Creates a set of non-negative integers. Dense numbers, such as ids and line numbers, take about one bit each. `add`
 * returns false if the number was already in the set.
 */
export function createIdSet(): { add(id: number): boolean } {
  const blocks = new Map<number, Uint32Array>();
  return {
    add: (id) => {
      const key = Math.floor(id / BLOCK);
      let block = blocks.get(key);
      if (block === undefined) {
        block = new Uint32Array(BLOCK / 32);
        blocks.set(key, block);
      }
      const place = id % BLOCK;
      const bit = 1 << (place & 31);
      const word = block[place >> 5]!;
      if ((word & bit) !== 0) return false;
      block[place >> 5] = word | bit;
      return true;
    },
  };
}
