import { entityOf, type Recognition } from './entity.ts';

/** An element that has a card, and the key of its entity, such as `item/2589`. */
export interface Link {
  readonly element: HTMLElement;
  readonly key: string;
}

/** Finds the innermost link in an event path, which may begin inside a shadow root. */
export type LinkFinder = (path: readonly EventTarget[]) => Link | null;

const OURS = 'data-third-witness';
const THEIRS = 'data-wowhead';
/** Attributes that name an element's entity. */
export const ENTITY_ATTRIBUTES = [OURS, THEIRS, 'href', 'rel'];
const CANDIDATES = `a,area,[${OURS}],[${THEIRS}]`;

/** Returns the elements that may be links in a part of the page, including the part itself. */
export function candidatesIn(part: Element): readonly Element[] {
  return [part, ...part.querySelectorAll(CANDIDATES)];
}

export function createLinkFinder(recognition: Recognition): LinkFinder {
  const read = (one: EventTarget): readonly Link[] => {
    if (!(one instanceof Element && one.matches(CANDIDATES)) || one.closest(`[${OURS}=off]`) !== null) return [];
    const said = (name: string): string | null => one.getAttribute(name);
    const { href } = one as Partial<HTMLAnchorElement>;
    const entity = entityOf(
      {
        ours: said(OURS),
        href: typeof href === 'string' ? href : null,
        wowhead: said(THEIRS) ?? said('rel'),
        off: said('data-disable-wowhead-tooltip'),
      },
      recognition,
    );
    return entity === null ? [] : [{ element: one as HTMLElement, key: `${entity.type}/${entity.id}` }];
  };
  return (path) => path.flatMap(read)[0] ?? null;
}
