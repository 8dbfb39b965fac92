/** A queue that serves clients in turn, so that much work of one delays no other. Each turn takes the oldest work. */
export interface FairQueue<T> {
  /**
   * Adds work of a client. If the queue is full, removes the newest work of the client with the most work and returns
   * it. The caller must then refuse it.
   */
  add(client: string, work: T): T | null;
  /** Removes and returns the next work in turn, or null if the queue is empty. */
  next(): T | null;
  /** Removes and returns all work for which `isExpired` returns true, oldest first within each client. */
  takeExpired(isExpired: (work: T) => boolean): readonly T[];
  size(): number;
}

/** Creates a queue that holds at most `waitingMax` items of work. */
export function createFairQueue<T>(waitingMax: number): FairQueue<T> {
  // A Map keeps insertion order: the client at the front is served next and then moves to the back.
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
