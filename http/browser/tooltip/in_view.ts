import { candidatesIn, SAYING } from './links.ts';

/** How long changes of the page are gathered before they are looked at, in milliseconds. */
const GATHER_MS = 250;

export interface Seeing {
  /** Whether anything is done to links at all: where not, none is looked for. */
  readonly isWanted: () => boolean;
  readonly seen: (element: HTMLElement) => void;
  /** The page changed. */
  readonly changed: () => void;
}

/**
 * Calls back for whatever may be a link and is in view, also for what comes later, or comes to stand for something else
 * or for nothing. Returns what looks at all of it again.
 */
export function watchLinks({ isWanted, seen, changed }: Seeing): () => void {
  const parts = new Set<Node>();

  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      seen(target as HTMLElement);
    }
  });

  const look = (): void => {
    if (isWanted()) {
      for (const part of parts) {
        if (part instanceof Element) for (const one of candidatesIn(part)) watch.observe(one);
      }
    }
    parts.clear();
  };

  const gather = (nodes: Iterable<Node>): void => {
    for (const node of nodes) {
      if (parts.size === 0) setTimeout(look, GATHER_MS);
      parts.add(node);
    }
  };

  const refresh = (): void => gather([document.documentElement]);
  new MutationObserver((records) => {
    changed();
    for (const { type, target, addedNodes } of records) gather(type === 'attributes' ? [target] : addedNodes);
  }).observe(document, { subtree: true, childList: true, attributeFilter: SAYING });
  refresh();
  return refresh;
}
