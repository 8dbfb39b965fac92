import type { EntityLink, LinkFinder } from './links.ts';
import type { Point } from './placement.ts';

/** Time for which a pointer must rest on a link before the card is requested, in ms. */
const HOVER_MS = 80;
/**
 * Time for which a card stays visible after the pointer has left its link, in ms, so that the pointer can move onto the
 * card.
 */
const HIDE_DELAY_MS = 200;

const TOUCH_POINTER = 'touch';

export interface ReaderEvents {
  /** Shows the card of a link. `isSure` means that the reader tapped to open the card, so errors are shown, too. */
  readonly show: (link: EntityLink, at: Point | null, isSure: boolean) => void;
  readonly hide: () => void;
  readonly isShown: () => boolean;
  readonly isCard: (target: EventTarget | null) => boolean;
  /** Whether a tap on this link must not open a card. */
  readonly isTapOff: (element: Element) => boolean;
  readonly linkOn: LinkFinder;
}

/** Listens for pointer, keyboard and touch events on the whole page, so that links added later also have cards. */
export function watchReader({ show, hide, isShown, isCard, isTapOff, linkOn }: ReaderEvents): void {
  /** The link that the reader is on. Its card is shown, or has been shown. */
  let current: Element | null = null;
  /** The link that becomes current after the timer. Null means no link; undefined means that no timer is running. */
  let next: Element | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Type of the most recently pressed pointer, or null if a key was pressed since. */
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

  /**
   * Hides the card `ms` after the reader first moves to an element without a card, or at once if no card is visible.
   */
  const leave = (ms: number): void => {
    if (next !== null) later(isShown() ? ms : 0, null, hide);
  };

  const enter = (link: EntityLink, at: Point | null): void => {
    if (link.element === current) stay();
    else later(HOVER_MS, link.element, () => show(link, at, false));
  };

  /**
   * Ignores synthetic events. A site that calls `click()` on its own link wants to follow the link, even on a touch
   * screen. Assistive technology acts through the browser, so its events are trusted.
   */
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    then: (event: DocumentEventMap[Name], link: EntityLink | null) => void,
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
    if (event.pointerType === TOUCH_POINTER) return;
    if (link === null) leave(HIDE_DELAY_MS);
    else enter(link, event);
  });
  on('focusin', (event, link) => {
    if (link === null || pointer !== null) return;
    // The focused element may be inside the link.
    if ((event.composedPath()[0] as Element).matches(':focus-visible')) enter(link, null);
  });
  on('focusout', ({ relatedTarget }, link) => {
    if (link !== null && [current, next].includes(link.element) && !isCard(relatedTarget)) leave(0);
  });
  on('keydown', ({ key }) => {
    pointer = null;
    if (key !== 'Escape') return;
    // The card of this link opens again only after the reader has left the link.
    if (next === null) current = null;
    stay();
    hide();
  });
  on('pointerdown', ({ pointerType }, link) => {
    pointer = pointerType;
    if (pointer === TOUCH_POINTER && link?.element !== current) leave(0);
  });
  on('click', (event, link) => {
    stay();
    if (pointer !== TOUCH_POINTER || link === null || link.element === current || isTapOff(link.element)) {
      current = link?.element ?? null;
      return hide();
    }
    // The first tap shows the card, the second follows the link.
    if (link.element.closest('a,area') !== null) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    current = link.element;
    show(link, event, true);
  });
  // No pointerover event follows when the pointer leaves the window. Touch input fires no mouseleave event.
  document.documentElement.addEventListener('mouseleave', () => leave(HIDE_DELAY_MS));
}
