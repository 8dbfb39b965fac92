import { candidatesIn, ENTITY_ATTRIBUTES } from './links.ts';

/** Time for which page changes are collected before they are processed, in ms. */
const COLLECT_MS = 250;

export interface LinkEvents {
  /** Whether any links are decorated. If not, the page is not searched. */
  readonly isWanted: () => boolean;
  readonly seen: (element: HTMLElement) => void;
  /** Called when the page has changed. */
  readonly changed: () => void;
}

/**
 * Calls `seen` for each possible link that comes into view, including links that are added or changed later. Returns a
 * function that checks all links again.
 */
export function watchLinks({ isWanted, seen, changed }: LinkEvents): () => void {
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
      if (parts.size === 0) setTimeout(look, COLLECT_MS);
      parts.add(node);
    }
  };

  const refresh = (): void => gather([document.documentElement]);
  new MutationObserver((records) => {
    changed();
    for (const { type, target, addedNodes } of records) gather(type === 'attributes' ? [target] : addedNodes);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ENTITY_ATTRIBUTES });
  refresh();
  return refresh;
}
