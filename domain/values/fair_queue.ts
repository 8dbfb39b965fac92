/** A queue that serves clients in turn: each client in turn gets its oldest piece of work done. */
export interface FairQueue<T> {
  /**
   * Adds work of a client. Returns the work that must be refused because the queue is full: the newest of the client
   * that has most waiting, which may be the work just added. Returns null if there was room.
   */
  add(client: string, work: T): T | null;
  /** Takes out the work that is due next, or null if none waits. */
  next(): T | null;
  /** Takes out the work, oldest first within each client, for which `isExpired` holds. */
  takeExpired(isExpired: (work: T) => boolean): readonly T[];
  size(): number;
}

/** Creates a queue that holds at most `waitingMax` pieces of work. */
export function createFairQueue<T>(waitingMax: number): FairQueue<T> {
  // A Map keeps the order of insertion: the client at the front is served next and then moves to the back.
  const waiting = new Map<string, T[]>();
  let size = 0;

  function takeNewestOfLargest(): T {
    let largest = '';
    let most = 0;
    for (const [client, works] of waiting) {
      if (works.length <= most) continue;
      largest = client;
      most = works.length;
    }
    const works = waiting.get(largest)!;
    const newest = works.pop()!;
    if (works.length === 0) waiting.delete(largest);
    size--;
    return newest;
  }

  return {
    add(client, work) {
      const works = waiting.get(client);
      if (works === undefined) waiting.set(client, [work]);
      else works.push(work);
      size++;
      return size > waitingMax ? takeNewestOfLargest() : null;
    },
    next() {
      for (const [client, works] of waiting) {
        waiting.delete(client);
        const work = works.shift()!;
        if (works.length > 0) waiting.set(client, works);
        size--;
        return work;
      }
      return null;
    },
    takeExpired(isExpired) {
      const expired: T[] = [];
      for (const [client, works] of waiting) {
        while (works.length > 0 && isExpired(works[0]!)) expired.push(works.shift()!);
        if (works.length === 0) waiting.delete(client);
      }
      size -= expired.length;
      return expired;
    },
    size: () => size,
  };
}
