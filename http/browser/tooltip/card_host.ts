import { type Point, place, roomIn } from './placement.ts';
import { CARD_WIDTH, STYLE } from './style.ts';

const HOST_ID = 'third-witness-card';
const DESCRIBED_BY = 'aria-describedby';

/** The card of a page. A page has only one. */
export interface CardHost {
  /** Shows the card for an element, beside the text line under the pointer. Call `follow` to position the card. */
  show(beside: Element, at: Point | null, content: readonly Node[], theme: string): void;
  /** Moves the card to its element. Returns false if the element is out of view and the card must be hidden. */
  follow(): boolean;
  hide(): void;
  isShown(): boolean;
  isIn(target: EventTarget | null): boolean;
}

export function createCardHost(): CardHost {
  const host = document.createElement('div');
  host.id = HOST_ID;
  host.role = 'tooltip';
  // The top layer is above the whole site, whatever z-index the site uses.
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const card = document.createElement('div');
  card.dir = 'ltr';
  card.lang = 'en';
  root.append(card);
  let beside: Element | null = null;
  /** Index of the box of the element that the card is placed beside. */
  let line = 0;
  /** The value that the element's aria-describedby had before. */
  let described: string | null = null;

  const hide = (): void => {
    if (beside === null) return;
    if (described === null) beside.removeAttribute(DESCRIBED_BY);
    else beside.setAttribute(DESCRIBED_BY, described);
    beside = null;
    host.remove();
  };

  return {
    hide,
    show: (element, at, content, theme) => {
      hide();
      beside = element;
      line = boxesOf(element).findIndex((box) => at !== null && meet(box, at.x, at.y, at.x, at.y));
      described = element.getAttribute(DESCRIBED_BY);
      element.setAttribute(DESCRIBED_BY, `${described ?? ''} ${HOST_ID}`.trim());
      card.className = `card ${theme}`;
      card.replaceChildren(...content);
      // Not inside the body, because some sites zoom it.
      document.documentElement.append(host);
      host.showPopover?.();
    },
    follow: () => {
      const boxes = boxesOf(beside!);
      const box = boxes[line] ?? boxes[0];
      if (box === undefined || !meet(box, 0, 0, innerWidth, innerHeight)) return false;
      const { offsetLeft: x, offsetTop: y, width, height } = window.visualViewport!;
      const view = { x, y, width, height };
      const room = roomIn(view);
      const { style } = card;
      style.cssText = `max-width:${Math.min(room.width, CARD_WIDTH)}px;max-height:${room.height}px;left:0;top:0`;
      const corner = place(box, { width: card.offsetWidth, height: card.offsetHeight }, view);
      style.left = `${corner.x}px`;
      style.top = `${corner.y}px`;
      return true;
    },
    isShown: () => beside !== null,
    isIn: (target) => target === host,
  };
}

/**
 * Returns the boxes of an element, one per line, followed by the boxes of its content, because an element with
 * `display: contents` has no boxes itself. An area of an image map has the boxes of the map. The list is empty if the
 * element is hidden.
 */
function boxesOf(element: Element): readonly DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(element);
  return [...(element.closest('map') ?? element).getClientRects(), ...range.getClientRects()];
}

function meet(box: DOMRect, left: number, top: number, right: number, bottom: number): boolean {
  return box.left <= right && left <= box.right && box.top <= bottom && top <= box.bottom;
}
