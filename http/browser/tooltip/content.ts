import { type CardData, webLink } from './answer.ts';
import { type Colour, colourOf, readable } from './colour.ts';
import { type Hidden, shownLines } from './hiding.ts';

/** What a card is made with, beside its data. */
export interface ContentOptions {
  /** The icon's picture; null: there is none. */
  readonly picture: Element | null;
  /** The colour behind the text. */
  readonly background: Colour;
  readonly hidden: Hidden;
}

/** An element with text in it. Nothing here is ever read as markup. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...inner: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...inner);
  return made;
}

/** From a letter of a script that is written from right to left to the last of a name. */
const FROM_RIGHT = /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:\W*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])?)/;

/** A line in which names written from right to left move nothing beside them, such as figures. */
export function isolated(line: string): readonly (Node | string)[] {
  return line.split(FROM_RIGHT).map((part, at) => (at % 2 === 0 ? part : element('bdi', part)));
}

/** What stands in the card of an entity. */
export function contentOf(card: CardData, { picture, background, hidden }: ContentOptions): readonly Node[] {
  const { attribution, gameData, locale } = card;
  const lines = shownLines(card.lines, hidden).map((line) => element('li', ...isolated(line)));
  const title = titleOf(card, background);
  return [
    element('div', ...(picture === null ? [title] : [picture, title])),
    ...(lines.length > 0 ? [element('ul', ...lines)] : []),
    ...(locale ? [element('p', `Name in ${locale}`)] : []),
    ...(gameData ? [element('p', `Game data: ${gameData.label}, build ${gameData.build}`)] : []),
    element('p', `${attribution.credit}, `, link(attribution.licence, attribution.licenceUrl)),
  ];
}

/** A card that has a sentence to say instead. */
export function sentence(text: string): readonly Node[] {
  return [element('p', text)];
}

function titleOf({ title, url, color, locale }: CardData, background: Colour): Node {
  const name = element('bdi', title);
  name.lang = locale?.slice(0, 2) ?? '';
  const made = link(name, url);
  made.className = 'title';
  const colour = colourOf(color);
  if (colour !== null) made.style.color = readable(colour, background);
  return made;
}

/** A link for the pointer; keys pass over it, since the card goes when they leave what it is of. */
function link(inner: Node | string, url: string): HTMLAnchorElement {
  const made = element('a', inner);
  const to = webLink(url);
  if (to !== null) made.href = to;
  made.tabIndex = -1;
  return made;
}
