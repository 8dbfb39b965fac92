/** An element that has a card, and the key of its entity, such as `item/2589`. */
export interface EntityLink {
  readonly element: HTMLElement;
  readonly key: string;
}

/** Finds the innermost link in an event path, which may begin inside a shadow root. */
export type LinkFinder = (path: readonly EventTarget[]) => EntityLink | null;

/** Time for which page changes are collected before they are processed, in ms. */
const COLLECT_DELAY_MS = 250;

const OWN_ATTRIBUTE = 'data-third-witness';
const WOWHEAD_ATTRIBUTE = 'data-wowhead';
/** Attributes that name an element's entity. */
const ENTITY_ATTRIBUTES = [OWN_ATTRIBUTE, WOWHEAD_ATTRIBUTE, 'href', 'rel'];
const CANDIDATE_SELECTOR = `a,area,[${OWN_ATTRIBUTE}],[${WOWHEAD_ATTRIBUTE}]`;

export function createLinkFinder(recognition: RecognitionOptions): LinkFinder {
  const read = (one: EventTarget): readonly EntityLink[] => {
    if (!(one instanceof Element && one.matches(CANDIDATE_SELECTOR)) || one.closest(`[${OWN_ATTRIBUTE}=off]`) !== null)
      return [];
    const said = (name: string): string | null => one.getAttribute(name);
    const { href } = one as Partial<HTMLAnchorElement>;
    const key = findEntityKey(
      {
        ours: said(OWN_ATTRIBUTE),
        href: typeof href === 'string' ? href : null,
        wowhead: said(WOWHEAD_ATTRIBUTE) ?? said('rel'),
        off: said('data-disable-wowhead-tooltip'),
      },
      recognition,
    );
    return key === null ? [] : [{ element: one as HTMLElement, key }];
  };
  return (path) => path.flatMap(read)[0] ?? null;
}

/** The attributes of an element that may name an entity. Each is null if missing. */
export interface EntityAttributes {
  /** The `data-third-witness` attribute. */
  readonly ours: string | null;
  /** The element's absolute URL, as normalized by the browser. */
  readonly href: string | null;
  /** The `data-wowhead` attribute, or `rel` if that is missing. */
  readonly wowhead: string | null;
  /** The `data-disable-wowhead-tooltip` attribute. */
  readonly off: string | null;
}

interface RecognitionOptions {
  /** The instance's URL, as normalized by the browser, without a trailing slash. */
  readonly base: string;
  /** Whether links written for Wowhead's script are also recognized. */
  readonly compat: boolean;
}

const ENTITY_PATTERN = '(item|npc|quest|object)=([1-9]\\d{0,15})';

/** Matches `item=2589` and nothing else. */
const WHOLE_ENTITY_TEXT = new RegExp(`^\\s*${ENTITY_PATTERN}\\s*$`);
/** Matches `item=2589&ench=1`, alone or among other words. */
const ENTITY_AMONG_WORDS = new RegExp(`(?:^|[\\s&])${ENTITY_PATTERN}\\b`);
/** Matches `/item/2589`, the part of a link after the instance's URL. */
const ENTITY_PAGE = /^\/(item|npc|quest|object)\/([1-9]\d{0,15})\/?(?:[?#]|$)/;
/** Matches `/classic/de/item=2589/linen-cloth` or `/?item=2589`, on any of Wowhead's hosts. */
const WOWHEAD_PAGE = new RegExp(
  `^https?://(?:[\\w-]+\\.)*wowhead\\.com/(?:[\\w-]+/)*(?:[\\w-]*\\?(?:[^#]*&)?)?${ENTITY_PATTERN}\\b`,
);

/** Returns the key of the entity that an element names, or null if it names none or the site wants no card on it. */
export function findEntityKey(
  { ours, href, wowhead, off }: EntityAttributes,
  { base, compat }: RecognitionOptions,
): string | null {
  if (ours !== null) return matchFirstGroup(WHOLE_ENTITY_TEXT, ours);
  const address = href ?? '';
  const [there, here] = [address, base].map((one) => one.replace(/^https?:/, '')) as [string, string];
  const page = there.startsWith(here) ? matchFirstGroup(ENTITY_PAGE, there.slice(here.length)) : null;
  // `np` tells Wowhead's script to show no card.
  if (page !== null || !compat || off === 'true' || /^np\b/.test(wowhead ?? '')) return page;
  return matchFirstGroup(ENTITY_AMONG_WORDS, wowhead ?? '') ?? matchFirstGroup(WOWHEAD_PAGE, address);
}

function matchFirstGroup(pattern: RegExp, text: string): string | null {
  const [, type, id] = pattern.exec(text) ?? [];
  return Number.isSafeInteger(Number(id)) ? `${type}/${id}` : null;
}

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
        if (part instanceof Element)
          for (const one of [part, ...part.querySelectorAll(CANDIDATE_SELECTOR)]) watch.observe(one);
      }
    }
    parts.clear();
  };

  const gather = (nodes: Iterable<Node>): void => {
    for (const node of nodes) {
      if (parts.size === 0) setTimeout(look, COLLECT_DELAY_MS);
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
