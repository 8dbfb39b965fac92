import type { Link, LinkFinder } from './links.ts';
import type { Point } from './placement.ts';

/** How long a pointer rests on a link before its card is asked for, in milliseconds. */
const REST_MS = 80;
/** How long a card stays once the pointer has left, so that the pointer can move onto it. */
const STAY_MS = 200;

export interface Hovering {
  /** `isSure`: the reader asked for the card on purpose, by a tap, and is told what hinders it. */
  readonly show: (link: Link, at: Point | null, isSure: boolean) => void;
  readonly hide: () => void;
  readonly isCard: (target: EventTarget | null) => boolean;
  /** Whether a tap on this link opens no card. */
  readonly isTapOff: (element: Element) => boolean;
  readonly finder: LinkFinder;
}

/** Watches pointer, keys and touch on the whole page, so that links that come later have cards, too. */
export const watchReader = ({ show, hide, isCard, isTapOff, finder }: Hovering): void => {
  /** The link that the reader is on, whose card is or was shown. */
  let current: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeaving = false;
  let isTouch = false;

  const stay = (): void => {
    clearTimeout(timer);
    isLeaving = false;
  };

  const later = (ms: number, then: () => void): void => {
    stay();
    timer = setTimeout(then, ms);
  };

  /** However many elements the pointer passes, it left at the first. */
  const leave = (ms: number): void => {
    if (isLeaving) return;
    later(ms, () => {
      stay();
      current = null;
      hide();
    });
    isLeaving = true;
  };

  const enter = (link: Link, at: Point | null): void => {
    if (link.element === current) stay();
    else
      later(REST_MS, () => {
        current = link.element;
        show(link, at, false);
      });
  };

  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    then: (event: DocumentEventMap[Name], link: Link | null) => void,
  ): void =>
    document.addEventListener(
      name,
      (event) => {
        if (name === 'keydown' || !isCard(event.target)) then(event, finder.around(event.composedPath()[0]));
        else if (name === 'pointerover') stay();
      },
      true,
    );

  on('pointerover', (event, link) => {
    if (event.pointerType === 'touch') return;
    if (link === null) leave(STAY_MS);
    else enter(link, event);
  });
  on('focusin', (_, link) => {
    if (link?.element.matches(':focus-visible') && !isTouch) enter(link, null);
  });
  on('focusout', ({ relatedTarget }, link) => {
    if (link?.element === current && !isCard(relatedTarget)) leave(0);
  });
  on('keydown', ({ key }) => {
    isTouch = false;
    if (key !== 'Escape') return;
    // The reader stays on the link: its card comes back once they have left it, and not before.
    stay();
    hide();
  });
  on('pointerdown', ({ pointerType }, link) => {
    isTouch = pointerType === 'touch';
    if (isTouch && link?.element !== current) leave(0);
  });
  on('click', (event, link) => {
    stay();
    if (!isTouch || link === null || link.element === current || isTapOff(link.element)) {
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
};
