import { findBackground, isDark } from './colour.ts';
import { buildCardContent, buildSentenceCard } from './content.ts';
import { createPicture, decorateLink, PICTURE_FETCH_INIT } from './decoration.ts';
import { createLinkFinder, type EntityLink, watchLinks } from './links.ts';
import { hasStyles, readSettings, readStyles, type TagAttributes } from './options.ts';
import { computeMaxSize, type Point, placeCard } from './placement.ts';
import { type CardData, type CardOutcome, createQueue, formatWait, readOutcomes } from './queue.ts';
import { CARD_STYLE, CARD_WIDTH, THEME_BACKGROUNDS, type Theme } from './style.ts';
import { watchReader } from './watch_reader.ts';

/** Inserted when the instance serves this file. Contains the instance's URL, and whether the instance has icons. */
declare const THIRD_WITNESS_INSTANCE: { readonly base: string; readonly icons: boolean };
/** Settings for Wowhead's script. Sites may declare them with `const`; the older name is a property of `window`. */
declare const whTooltips: unknown;

/** The API for other scripts on the page. */
interface TooltipApi {
  /** Checks all links again, for example after options have changed. */
  refresh(): void;
}
/** Milliseconds after which a card says that it is loading. */
const SLOW_ANSWER_MS = 300;
const ANSWER_TIMEOUT_MS = 10_000;
const CARD_HOST_ID = 'third-witness-card';
const DESCRIBED_BY_ATTRIBUTE = 'aria-describedby';

const globalPage = window as unknown as {
  ThirdWitness?: Partial<TooltipApi>;
  $WowheadPower?: unknown;
  readonly wowhead_tooltips?: unknown;
};

function startTooltips(tag: TagAttributes): TooltipApi {
  const { base: published, icons: hasIcons } = THIRD_WITNESS_INSTANCE;
  // Pages of the instance itself use the host name under which they were requested.
  const base = tag['instance'] === 'here' ? location.origin + published.replace(/^https?:\/\/[^/]*/, '') : published;
  const icons = hasIcons ? `${base}/icons/` : null;
  const compat = tag['compat'] === 'wowhead';
  const settings = () =>
    readSettings(compat && (typeof whTooltips === 'undefined' ? globalPage.wowhead_tooltips : whTooltips));
  const linkOn = createLinkFinder({ base, compat });
  const host = createCardHost();

  const ask = createQueue<CardData>({
    send: async (type, ids) =>
      readOutcomes(
        await fetch(`${base}/api/tooltip/${type}?ids=${ids}`, {
          ...PICTURE_FETCH_INIT,
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        }),
        performance.now(),
      ),
    at: (ms, then) => setTimeout(then, ms - performance.now()),
  });

  /** Number of times the card has been shown or hidden, used to ignore a late response to an earlier request. */
  let turn = 0;
  const hide = (): void => {
    turn++;
    host.hide();
  };
  const follow = (): void => {
    if (host.isShown() && !host.follow()) hide();
  };

  const show = async ({ element, key }: EntityLink, at: Point | null, isSure: boolean): Promise<void> => {
    hide();
    const mine = turn;
    const theme = chooseTheme(tag['theme'], element);
    const put = (content: readonly Node[]): void => {
      if (mine !== turn) return;
      host.show(element, at, content, theme);
      follow();
    };
    const slow = setTimeout(() => put(buildSentenceCard('Loading …')), SLOW_ANSWER_MS);
    const outcome = await ask(key, true);
    clearTimeout(slow);
    if (outcome.state === 'found') {
      const { card } = outcome;
      const picture = createPicture(card.icon, icons);
      put(
        buildCardContent(card, {
          picture,
          background: THEME_BACKGROUNDS[theme],
          hidden: { gaps: !('gaps' in tag), ...readSettings(settings()['hide']) },
        }),
      );
    } else if (outcome.state !== 'failed' || isSure || host.isShown()) put(buildSentenceCard(describeOutcome(outcome)));
  };

  const seen = async (element: HTMLElement): Promise<void> => {
    const read = (): string | undefined => linkOn([element])?.key;
    const key = read();
    const wishes = readStyles(tag, settings(), (name) => (compat ? element.getAttribute(name) : null));
    const outcome = key !== undefined && hasStyles(wishes) ? await ask(key, false) : null;
    // Skip the element if it names a different entity by now. `seen` will be called for it again.
    if (key === read()) decorateLink(element, outcome?.state === 'found' ? outcome.card : null, wishes, icons);
  };

  const isWanted = (): boolean => compat || hasStyles(readStyles(tag, {}, () => null));
  const refresh = watchLinks({ isWanted, seen, changed: follow });
  watchReader({
    show,
    hide,
    linkOn,
    isShown: host.isShown,
    isCard: host.isIn,
    isTapOff: (element) => compat && element.getAttribute('data-disable-wowhead-touch-tooltip') === 'true',
  });
  addEventListener('scroll', follow, true);
  addEventListener('resize', follow);
  if (compat) globalPage.$WowheadPower ??= { refreshLinks: refresh };
  return { refresh };
}

/** Returns the theme that the site chose, or the theme that matches the link's background if it chose none. */
function chooseTheme(said: string | undefined, element: Element): Theme {
  return said !== undefined && said in THEME_BACKGROUNDS
    ? (said as Theme)
    : isDark(findBackground(element))
      ? 'dark'
      : 'light';
}

function describeOutcome(outcome: Exclude<CardOutcome<CardData>, { state: 'found' }>): string {
  if (outcome.state === 'none') return 'No public data yet.';
  if (outcome.state === 'busy') return `Busy. Try again in ${formatWait(outcome.untilMs - performance.now())}.`;
  return 'The card did not load.';
}

// If a page includes this script twice, only the first copy runs.
if (!globalPage.ThirdWitness?.refresh && 'adoptedStyleSheets' in document) {
  globalPage.ThirdWitness = startTooltips(document.currentScript?.dataset ?? {});
}

/** The card of a page. A page has only one. */
interface CardHost {
  /** Shows the card for an element, beside the text line under the pointer. Call `follow` to position the card. */
  show(beside: Element, at: Point | null, content: readonly Node[], theme: string): void;
  /** Moves the card to its element. Returns false if the element is out of view and the card must be hidden. */
  follow(): boolean;
  hide(): void;
  isShown(): boolean;
  isIn(target: EventTarget | null): boolean;
}

function createCardHost(): CardHost {
  const host = document.createElement('div');
  host.id = CARD_HOST_ID;
  host.role = 'tooltip';
  // The top layer is above the whole site, regardless of its z-index values.
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CARD_STYLE);
  root.adoptedStyleSheets = [sheet];
  const card = document.createElement('div');
  card.dir = 'ltr';
  card.lang = 'en';
  root.append(card);
  let beside: Element | null = null;
  /** Index of the box of the element that the card is placed beside. */
  let line = 0;
  /** The previous value of the element's aria-describedby. */
  let described: string | null = null;

  const hide = (): void => {
    if (beside === null) return;
    if (described === null) beside.removeAttribute(DESCRIBED_BY_ATTRIBUTE);
    else beside.setAttribute(DESCRIBED_BY_ATTRIBUTE, described);
    beside = null;
    host.remove();
  };

  return {
    hide,
    show: (element, at, content, theme) => {
      hide();
      beside = element;
      line = listBoxes(element).findIndex((box) => at !== null && isBoxWithin(box, at.x, at.y, at.x, at.y));
      described = element.getAttribute(DESCRIBED_BY_ATTRIBUTE);
      element.setAttribute(DESCRIBED_BY_ATTRIBUTE, `${described ?? ''} ${CARD_HOST_ID}`.trim());
      card.className = `card ${theme}`;
      card.replaceChildren(...content);
      // Append outside the body, because some sites zoom the body.
      document.documentElement.append(host);
      host.showPopover?.();
    },
    follow: () => {
      const boxes = listBoxes(beside!);
      const box = boxes[line] ?? boxes[0];
      if (box === undefined || !isBoxWithin(box, 0, 0, innerWidth, innerHeight)) return false;
      const { offsetLeft: x, offsetTop: y, width, height } = window.visualViewport!;
      const view = { x, y, width, height };
      const room = computeMaxSize(view);
      const { style } = card;
      style.cssText = `max-width:${Math.min(room.width, CARD_WIDTH)}px;max-height:${room.height}px;left:0;top:0`;
      const corner = placeCard(box, { width: card.offsetWidth, height: card.offsetHeight }, view);
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
function listBoxes(element: Element): readonly DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(element);
  return [...(element.closest('map') ?? element).getClientRects(), ...range.getClientRects()];
}

function isBoxWithin(box: DOMRect, left: number, top: number, right: number, bottom: number): boolean {
  return box.left <= right && left <= box.right && box.top <= bottom && top <= box.bottom;
}
