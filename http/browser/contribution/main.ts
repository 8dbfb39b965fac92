import { openBrowserStorage, readNotes } from '../upload/notes.ts';
import { followUploads } from './follow.ts';
import { showHeldRecords } from './held_back.ts';

/** The script of /upload/{session}. Without it the page is complete, but has to be reloaded by hand. */
const ELEMENT_ID = 'contribution';

startPage();

function startPage(): void {
  const shown = document.getElementById(ELEMENT_ID);
  if (shown === null) return;
  const session = location.pathname.split('/').at(-1);
  const note = readNotes(openBrowserStorage()).find((one) => one.session === session);
  const target = document.getElementById('held-back');
  if (note !== undefined && target !== null) showHeldRecords(target, note);
  const { snapshot = '', health = '', waits } = shown.dataset;
  if (waits === undefined) return;
  void followUploads(snapshot, { newestSnapshot: () => readNewestSnapshot(health), loadPage, wait: waitFor }).then(() =>
    location.reload(),
  );
}

async function readNewestSnapshot(url: string): Promise<string | null> {
  try {
    const { snapshot } = (await (await fetch(url)).json()) as { readonly snapshot?: { readonly id?: string | null } };
    return snapshot?.id ?? null;
  } catch {
    return null;
  }
}

async function loadPage() {
  try {
    const text = await (await fetch(location.pathname)).text();
    const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById(ELEMENT_ID);
    if (fresh === null) return null;
    const { snapshot = '', waits } = fresh.dataset;
    return { snapshot, waits: waits !== undefined };
  } catch {
    return null;
  }
}

async function waitFor(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  while (document.hidden) {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  }
}
