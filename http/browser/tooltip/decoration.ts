import { type CardData, isPlaceholder } from './answer.ts';
import { backgroundOf } from './background.ts';
import { colourOf, readable } from './colour.ts';
import type { LinkWishes } from './options.ts';
import { pictureOf } from './picture.ts';

/** What was made of each link, so that it is made once, and how it is taken back. */
const done = new WeakMap<Element, { readonly what: string; readonly undo: () => void }>();

/**
 * Gives a link the name, the colour and the icon of what it leads to, as far as that is wished, and takes back what was
 * made of it before. Null: it leads to nothing that has a card.
 */
export function decorate(link: HTMLElement, card: CardData | null, wishes: LinkWishes, icons: string | null): void {
  const before = done.get(link);
  const what = JSON.stringify(card && [card.url, wishes, backgroundOf(link)]);
  if (before?.what === what) return;
  before?.undo();
  done.delete(link);
  if (card === null) return;
  const { style, textContent: text } = link;
  const { color } = style;
  if (wishes.rename) rename(link, card.title);
  const renamed = link.textContent;
  const colour = wishes.color ? colourOf(card.color) : null;
  if (colour !== null) style.color = readable(colour, backgroundOf(link));
  const picture = wishes.iconize ? pictureOf(card.icon, icons) : null;
  if (picture !== null) {
    picture.style.cssText = 'width:1.2em;height:1.2em;margin-inline-end:.3em;vertical-align:-.2em;border-radius:2px';
    link.prepend(picture);
  }
  const undo = (): void => {
    picture?.remove();
    style.color = color;
    // What the site has written meanwhile stays.
    if (renamed !== text && link.textContent === renamed) link.textContent = text;
  };
  done.set(link, { what, undo });
}

/** A link with a picture or markup in it stays as it is, and no number takes the place of a text. */
function rename(link: HTMLElement, title: string): void {
  if (link.childElementCount > 0 || (isPlaceholder(title) && link.textContent !== '')) return;
  link.textContent = title;
  // Its writing direction moves nothing around it.
  link.style.unicodeBidi = 'isolate';
}
