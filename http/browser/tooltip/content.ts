import { type Colour, colourOf, readable } from './colour.ts';
import { type CardData, webLink } from './queue.ts';

export interface ContentOptions {
  /** The icon, or null if there is none. */
  readonly picture: Element | null;
  /** The colour behind the text. */
  readonly background: Colour;
  readonly hidden: Hidden;
}

/** Creates an element. Strings become text, never markup. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...inner: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...inner);
  return made;
}

/** Matches a run of right-to-left letters, from the first to the last. */
const FROM_RIGHT = /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:\W*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])?)/;

/** Isolates right-to-left names in a line, so that they do not reorder the text around them. */
function isolateNames(line: string): readonly (Node | string)[] {
  return line.split(FROM_RIGHT).map((part, at) => (at % 2 === 0 ? part : element('bdi', part)));
}

export function contentOf(card: CardData, { picture, background, hidden }: ContentOptions): readonly Node[] {
  const { attribution, gameData, locale } = card;
  const lines = shownLines(card.lines, hidden).map((line) => element('li', ...isolateNames(line)));
  const title = titleOf(card, background);
  const parts = [
    element('div', picture ?? '', title),
    lines[0] && element('ul', ...lines),
    locale && element('p', `Name in ${locale}`),
    gameData && element('p', `Game data: ${gameData.label}, build ${gameData.build}`),
    element('p', `${attribution.credit}, `, link(attribution.licence, attribution.licenceUrl)),
  ];
  return parts.filter((part) => part) as Node[];
}

/** Builds a card with only a sentence. */
export function sentence(text: string): readonly Node[] {
  return [element('p', text)];
}

function titleOf({ title, url, color, locale }: CardData, background: Colour): Node {
  const name = element('bdi', title);
  name.lang = (locale ?? '').slice(0, 2);
  const made = link(name, url);
  made.className = 'title';
  const colour = colourOf(color);
  if (colour !== null) made.style.color = readable(colour, background);
  return made;
}

/** Creates a link outside the tab order, since the card is hidden when the keyboard focus leaves its element. */
function link(inner: Node | string, url: string): HTMLAnchorElement {
  const made = element('a', inner);
  const to = webLink(url);
  if (to !== null) made.href = to;
  made.tabIndex = -1;
  return made;
}

/**
 * The parts of our cards that a site may want hidden. Gaps, which say what the game's files lack, are hidden unless the
 * script tag has `data-gaps`.
 */
interface Hidden {
  readonly gaps?: boolean;
  readonly droppedby?: boolean;
  readonly dropchance?: boolean;
  readonly sellprice?: boolean;
}

/**
 * Returns the lines of a card without the hidden parts. A drop chance begins with `about`, `always`, `rare:`, `rare on the
 * quest:` or `too few` and ends with counts. Its pattern is short because the script must be small.
 */
export function shownLines(
  lines: readonly string[],
  { gaps, droppedby, dropchance, sellprice }: Hidden,
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
