/** How the page reaches the website. Every method resolves to null if there is no usable answer. */
export interface FollowDeps {
  /** Returns the id of the newest snapshot. */
  readonly newestSnapshot: () => Promise<string | null>;
  /** Loads the page again and shows it. Returns the snapshot that it describes, and whether uploads still wait. */
  readonly reload: () => Promise<{ readonly snapshot: string; readonly waits: boolean } | null>;
  /** Waits for this many milliseconds, and longer while the page is hidden. */
  readonly wait: (ms: number) => Promise<void>;
}

const FIRST_WAIT_MS = 15_000;
const WAIT_MAX_MS = 300_000;
const FACTOR = 1.3;

/**
 * Reloads the page when there is a newer snapshot than the one it describes, until the uploads are processed. It asks
 * less and less often.
 */
export async function followUploads(snapshot: string, { newestSnapshot, reload, wait }: FollowDeps): Promise<void> {
  let shown = snapshot;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(WAIT_MAX_MS, waitMs * FACTOR)) {
    await wait(waitMs);
    const newest = await newestSnapshot();
    if (newest === null || newest === shown) continue;
    const page = await reload();
    if (page === null) continue;
    if (!page.waits) return;
    shown = page.snapshot;
  }
}
