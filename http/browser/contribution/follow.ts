/** Requests of the page to the website. Every method resolves to null if there is no usable answer. */
export interface FollowDeps {
  readonly newestSnapshot: () => Promise<string | null>;
  /** Loads the page again without showing it. Returns its snapshot, and whether uploads still wait. */
  readonly loadPage: () => Promise<{ readonly snapshot: string; readonly waits: boolean } | null>;
  /** Waits for this many milliseconds, and longer while the page is hidden. */
  readonly wait: (ms: number) => Promise<void>;
}

const FIRST_WAIT_MS = 15_000;
const WAIT_MAX_MS = 300_000;
const WAIT_FACTOR = 1.3;

/**
 * Resolves when the uploads are processed, so that it is worth showing the page again. Loads the page only if there is
 * a newer snapshot, and asks for that less and less often.
 */
export async function followUploads(snapshot: string, { newestSnapshot, loadPage, wait }: FollowDeps): Promise<void> {
  let shown = snapshot;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(WAIT_MAX_MS, waitMs * WAIT_FACTOR)) {
    await wait(waitMs);
    const newest = await newestSnapshot();
    if (newest === null || newest === shown) continue;
    const page = await loadPage();
    if (page === null) continue;
    if (!page.waits) return;
    shown = page.snapshot;
  }
}
