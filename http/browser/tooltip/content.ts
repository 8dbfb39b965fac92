import { makeReadable, parseColour, type RgbColour } from './colour.ts';
import { type CardData, toWebLink } from './queue.ts';

export interface ContentOptions {
  readonly picture: Element | null;
  readonly background: RgbColour;
  readonly hidden: HiddenParts;
}

/** Creates an element. Strings become text, never markup. */
function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...inner: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...inner);
  return made;
}

/** Matches a run of right-to-left letters, from the first to the last. */
const RTL_TEXT = /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:\W*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])?)/;

/** Isolates right-to-left names in a line, so that they do not reorder the text around them. */
function isolateNames(line: string): readonly (Node | string)[] {
  return line.split(RTL_TEXT).map((part, at) => (at % 2 === 0 ? part : createElement('bdi', part)));
}

export function buildCardContent(card: CardData, { picture, background, hidden }: ContentOptions): readonly Node[] {
  const { attribution, gameData, locale } = card;
  const lines = listShownLines(card.lines, hidden).map((line) => createElement('li', ...isolateNames(line)));
  const title = createTitle(card, background);
  const parts = [
    createElement('div', picture ?? '', title),
    lines[0] && createElement('ul', ...lines),
    locale && createElement('p', `Name in ${locale}`),
    gameData && createElement('p', `Game data: ${gameData.label}, build ${gameData.build}`),
    createElement('p', `${attribution.credit}, `, createLink(attribution.licence, attribution.licenceUrl)),
  ];
  return parts.filter((part) => part) as Node[];
}

/** Builds a card with only a sentence. */
export function buildSentenceCard(text: string): readonly Node[] {
  return [createElement('p', text)];
}

function createTitle({ title, url, color, locale }: CardData, background: RgbColour): Node {
  const name = createElement('bdi', title);
  name.lang = (locale ?? '').slice(0, 2);
  const made = createLink(name, url);
  made.className = 'title';
  const colour = parseColour(color);
  if (colour !== null) made.style.color = makeReadable(colour, background);
  return made;
}

/** Creates a link outside the tab order, since the card is hidden when the keyboard focus leaves its element. */
function createLink(inner: Node | string, url: string): HTMLAnchorElement {
  const made = createElement('a', inner);
  const to = toWebLink(url);
  if (to !== null) made.href = to;
  made.tabIndex = -1;
  return made;
}

/**
 * The parts of our cards that a site may want hidden. Gaps, which say what the game's files lack, are hidden unless the
 * script tag has `data-gaps`.
 */
interface HiddenParts {
  readonly gaps?: boolean;
  readonly droppedby?: boolean;
  readonly dropchance?: boolean;
  readonly sellprice?: boolean;
}

/**
 * Returns the lines of a card without the hidden parts. A drop chance begins with `about`, `always`, `rare:`, `rare on the
 * quest:` or `too few` and ends with counts. Its pattern is short because the script must be small.
 */
export function listShownLines(
  lines: readonly string[],
  { gaps, droppedby, dropchance, sellprice }: HiddenParts,
): readonly string[] {
  return lines
    .filter(
      (line) =>
        !(gaps && /\?]/.test(line)) &&
        !(droppedby && /^(Seen .*: )?drops f/i.test(line)) &&
        !(sellprice && /^Sell p/.test(line)),
    )
    .map((line) => (dropchance ? line.replace(/: (a|rare( .{12})?:|t)[^:]* of \d+[^:]*\)$/, '') : line));
}
