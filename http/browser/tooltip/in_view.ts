import { type Link, type LinkFinder, SAYING } from './links.ts';

/** How long changes of the page are gathered before they are looked at, in milliseconds. */
const GATHER_MS = 250;

export interface Seeing {
  /** Whether anything is done to links at all: where not, none is looked for. */
  readonly isWanted: () => boolean;
  readonly seen: (link: Link) => void;
  /** The page changed. */
  readonly changed: () => void;
}

/**
 * Calls back for each link that is in view, also for those that come later, or come to stand for something else. Returns
 * what looks at all of them again.
 */
export const watchLinks = (finder: LinkFinder, { isWanted, seen, changed }: Seeing): (() => void) => {
  const parts = new Set<Node>();

  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      const link = finder.around(target);
      if (link?.element === target) seen(link);
    }
  });

  const look = (): void => {
    for (const part of parts) {
      if (part instanceof Element && isWanted()) for (const { element } of finder.within(part)) watch.observe(element);
    }
    parts.clear();
  };

  const gather = (...nodes: readonly Node[]): void => {
    if (parts.size === 0 && nodes.length > 0) setTimeout(look, GATHER_MS);
    for (const node of nodes) parts.add(node);
  };

  const refresh = (): void => gather(document.documentElement);
  new MutationObserver((records) => {
    changed();
    for (const { type, target, addedNodes } of records) gather(...(type === 'attributes' ? [target] : addedNodes));
  }).observe(document, { subtree: true, childList: true, attributeFilter: SAYING });
  refresh();
  return refresh;
};
