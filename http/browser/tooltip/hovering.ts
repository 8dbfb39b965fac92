import type { Link, LinkFinder } from './links.ts';
import type { Point } from './placement.ts';

/** How long a pointer rests on a link before its card is asked for, in milliseconds. */
const REST_MS = 80;
/** How long a card stays once the pointer has left, so that the pointer can move onto it. */
const STAY_MS = 200;

const TOUCH = 'touch';

export interface Hovering {
  /** `isSure`: the reader asked for the card on purpose, by a tap, and is told what hinders it. */
  readonly show: (link: Link, at: Point | null, isSure: boolean) => void;
  readonly hide: () => void;
  readonly isShown: () => boolean;
  readonly isCard: (target: EventTarget | null) => boolean;
  /** Whether a tap on this link opens no card. */
  readonly isTapOff: (element: Element) => boolean;
  readonly linkOn: LinkFinder;
}

/** Watches pointer, keys and touch on the whole page, so that links that come later have cards, too. */
export function watchReader({ show, hide, isShown, isCard, isTapOff, linkOn }: Hovering): void {
  /** The link that the reader is on, whose card is or was shown. */
  let current: Element | null = null;
  /** The link that they are about to be on; null: they are about to be on none, undefined: nothing changes. */
  let next: Element | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was pressed last; null: a key. */
  let pointer: string | null = null;

  const stay = (): void => {
    clearTimeout(timer);
    next = undefined;
  };

  const later = (ms: number, to: Element | null, then: () => void): void => {
    stay();
    next = to;
    timer = setTimeout(() => {
      stay();
      current = to;
      then();
    }, ms);
  };

  /** However many elements the pointer passes, it left at the first. Nothing has to stay that has not come. */
  const leave = (ms: number): void => {
    if (next !== null) later(isShown() ? ms : 0, null, hide);
  };

  const enter = (link: Link, at: Point | null): void => {
    if (link.element === current) stay();
    else later(REST_MS, link.element, () => show(link, at, false));
  };

  /**
   * What scripts of the page make up moves no card and is let through: a site that calls `click()` on its own link means to
   * go there, also on a touch screen. Whatever helps readers, such as a screen reader, acts through the browser.
   */
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    then: (event: DocumentEventMap[Name], link: Link | null) => void,
  ): void =>
    document.addEventListener(
      name,
      (event) => {
        if (!event.isTrusted) return;
        if (name === 'keydown' || !isCard(event.target)) then(event, linkOn(event.composedPath()));
        else if (name === 'pointerover') stay();
      },
      true,
    );

  on('pointerover', (event, link) => {
    if (event.pointerType === TOUCH) return;
    if (link === null) leave(STAY_MS);
    else enter(link, event);
  });
  on('focusin', (event, link) => {
    if (link === null || pointer !== null) return;
    // What has the focus may stand in the link.
    if ((event.composedPath()[0] as Element).matches(':focus-visible')) enter(link, null);
  });
  on('focusout', ({ relatedTarget }, link) => {
    if (link !== null && [current, next].includes(link.element) && !isCard(relatedTarget)) leave(0);
  });
  on('keydown', ({ key }) => {
    pointer = null;
    if (key !== 'Escape') return;
    // Whoever stays on the link has its card back once they have left it, and not before.
    if (next === null) current = null;
    stay();
    hide();
  });
  on('pointerdown', ({ pointerType }, link) => {
    pointer = pointerType;
    if (pointer === TOUCH && link?.element !== current) leave(0);
  });
  on('click', (event, link) => {
    stay();
    if (pointer !== TOUCH || link === null || link.element === current || isTapOff(link.element)) {
      current = link?.element ?? null;
      return hide();
    }
    // The first tap shows the card, the second goes where the link leads.
    if (link.element.closest('a,area') !== null) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    current = link.element;
    show(link, event, true);
  });
  // Nothing is entered where the pointer leaves the window. Touch sends no such event.
  document.documentElement.addEventListener('mouseleave', () => leave(STAY_MS));
}
