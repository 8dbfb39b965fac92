/** Limits the number of export files that are sent at a time, both in total and per client. */
export interface Downloads {
  /** Waits for a free slot. Returns the function that releases the slot, or null after a timeout. */
  enter(client: string): Promise<(() => void) | null>;
}

export interface DownloadBounds {
  readonly filesMax: number;
  /** Maximum number of files per client, so that a few slow readers cannot block all other clients. */
  readonly filesPerClientMax: number;
  readonly waitMs: number;
}

interface Waiter {
  readonly client: string;
  readonly admit: () => void;
}

/** Creates the limiter. Waiting clients get free slots in order of arrival. */
export function createDownloads({ filesMax, filesPerClientMax, waitMs }: DownloadBounds): Downloads {
  const openByClient = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let open = 0;

  const fits = (client: string): boolean => open < filesMax && (openByClient.get(client) ?? 0) < filesPerClientMax;

  const count = (client: string, by: 1 | -1): void => {
    const left = (openByClient.get(client) ?? 0) + by;
    open += by;
    if (left === 0) openByClient.delete(client);
    else openByClient.set(client, left);
  };

  const takePlace = (client: string): (() => void) => {
    let isHeld = true;
    count(client, 1);
    return () => {
      if (!isHeld) return;
      isHeld = false;
      count(client, -1);
      for (const waiter of waiting) if (fits(waiter.client)) waiter.admit();
    };
  };

  const wait = (client: string): Promise<(() => void) | null> =>
    new Promise((resolve) => {
      const settle = (place: (() => void) | null): void => {
        waiting.delete(waiter);
        clearTimeout(timer);
        resolve(place);
      };
      const waiter: Waiter = { client, admit: () => settle(takePlace(client)) };
      const timer = setTimeout(() => settle(null), waitMs);
      waiting.add(waiter);
    });

  return { enter: async (client) => (fits(client) ? takePlace(client) : wait(client)) };
}
