import { type Box, type Point, place, roomIn } from './placement.ts';
import { CARD_WIDTH, STYLE } from './style.ts';

const HOST_ID = 'third-witness-card';
const DESCRIBED_BY = 'aria-describedby';

/** The one card of a page. */
export interface CardHost {
  /** Shows it beside an element, at the line of it that the pointer is on. */
  show(beside: Element, at: Point | null, content: readonly Node[], theme: string): void;
  /** Puts it beside its element again, which may have moved; where that is out of sight, it goes. */
  follow(): void;
  hide(): void;
  isShown(): boolean;
  isIn(target: EventTarget | null): boolean;
}

export const createCardHost = (): CardHost => {
  const host = document.createElement('div');
  host.id = HOST_ID;
  host.role = 'tooltip';
  // The top layer is above everything of the site, whatever its z-index.
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
  /** Which line of it the card is beside. */
  let line = 0;
  /** What described its element before. */
  let described: string | null = null;

  const hide = (): void => {
    if (beside === null) return;
    if (described === null) beside.removeAttribute(DESCRIBED_BY);
    else beside.setAttribute(DESCRIBED_BY, described);
    beside = null;
    host.remove();
  };

  const put = (): void => {
    const { offsetLeft, offsetTop, width, height } = window.visualViewport!;
    const view = { x: offsetLeft, y: offsetTop, width, height };
    const room = roomIn(view);
    const { style } = card;
    style.cssText = `max-width:${Math.min(room.width, CARD_WIDTH)}px;max-height:${room.height}px;left:0;top:0`;
    const { x, y } = place(boxOf(beside!, line), { width: card.offsetWidth, height: card.offsetHeight }, view);
    style.left = `${x}px`;
    style.top = `${y}px`;
  };

  return {
    hide,
    show: (element, at, content, theme) => {
      hide();
      beside = element;
      line = lineAt(element, at);
      described = element.getAttribute(DESCRIBED_BY);
      element.setAttribute(DESCRIBED_BY, `${described ?? ''} ${HOST_ID}`.trim());
      card.className = `card ${theme}`;
      card.replaceChildren(...content);
      document.body.append(host);
      host.showPopover?.();
      put();
    },
    follow: () => {
      if (beside === null) return;
      const { left, top, right, bottom } = beside.getBoundingClientRect();
      if (right > 0 && bottom > 0 && left < innerWidth && top < innerHeight) put();
      else hide();
    },
    isShown: () => beside !== null,
    isIn: (target) => target === host,
  };
};

/** The line of an element that the pointer is on, by its place, else the first. */
const lineAt = (element: Element, at: Point | null): number =>
  [...element.getClientRects()].findIndex(
    ({ left, right, top, bottom }) => at !== null && left <= at.x && at.x <= right && top <= at.y && at.y <= bottom,
  );

/** The box of that line. An area of a picture has none, and stands for its picture. */
const boxOf = (element: Element, line: number): Box => {
  const lines = element.getClientRects();
  return lines[line] ?? lines[0] ?? (element.parentElement ?? element).getBoundingClientRect();
};
