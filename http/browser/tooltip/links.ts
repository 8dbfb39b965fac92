import { type Entity, entityOf, type Recognition } from './entity.ts';

/** An element that has a card. */
export interface Link {
  readonly element: HTMLElement;
  readonly entity: Entity;
}

export interface LinkFinder {
  /** The link that something on the page is in. */
  around(target: EventTarget | null | undefined): Link | null;
  /** The links in a part of the page, itself included. */
  within(part: Element): readonly Link[];
}

const OURS = 'data-third-witness';
const THEIRS = 'data-wowhead';
/** The attributes that say what an element stands for. */
export const SAYING = [OURS, THEIRS, 'href', 'rel'];
const CANDIDATES = `a,area,[${OURS}],[${THEIRS}]`;

export const createLinkFinder = (recognition: Recognition): LinkFinder => {
  const read = (element: HTMLElement): readonly Link[] => {
    if (element.closest(`[${OURS}=off]`) !== null) return [];
    const said = (name: string): string | null => element.getAttribute(name);
    const { href } = element as Partial<HTMLAnchorElement>;
    const entity = entityOf(
      {
        ours: said(OURS),
        href: typeof href === 'string' ? href : null,
        wowhead: said(THEIRS) ?? said('rel'),
        off: said('data-disable-wowhead-tooltip'),
      },
      recognition,
    );
    return entity === null ? [] : [{ element, entity }];
  };

  const around: LinkFinder['around'] = (target) => {
    const candidate = target instanceof Element ? target.closest<HTMLElement>(CANDIDATES) : null;
    return candidate === null ? null : (read(candidate)[0] ?? around(candidate.parentElement));
  };

  return {
    around,
    within: (part) =>
      [
        ...part.querySelectorAll<HTMLElement>(CANDIDATES),
        ...(part.matches(CANDIDATES) ? [part as HTMLElement] : []),
      ].flatMap(read),
  };
};
