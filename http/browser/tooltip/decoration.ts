import { type CardData, isPlaceholder } from './answer.ts';
import { backgroundOf } from './background.ts';
import { colourOf, readable } from './colour.ts';
import type { LinkWishes } from './options.ts';
import { pictureOf } from './picture.ts';

/** What was made of each link, so that it is made once, and the icon put there. */
const done = new WeakMap<Element, { readonly what: string; readonly picture: Element | null }>();

/** Gives a link the name, the colour and the icon of what it leads to, as far as that is wished. */
export const decorate = (link: HTMLElement, card: CardData, wishes: LinkWishes, icons: string | null): void => {
  const what = JSON.stringify([card.url, wishes]);
  const before = done.get(link);
  if (before?.what === what) return;
  before?.picture?.remove();
  if (wishes.rename) rename(link, card.title);
  const colour = wishes.color ? colourOf(card.color) : null;
  if (colour !== null) link.style.color = readable(colour, backgroundOf(link));
  const picture = wishes.iconize ? pictureOf(card.icon, icons) : null;
  done.set(link, { what, picture });
  if (picture !== null) {
    picture.style.cssText = 'width:1.2em;height:1.2em;margin-inline-end:.3em;vertical-align:-.2em;border-radius:2px';
    link.prepend(picture);
  }
};

/** A link with a picture or markup in it stays as it is, and no number takes the place of a text. */
const rename = (link: HTMLElement, title: string): void => {
  if (link.childElementCount > 0 || (isPlaceholder(title) && link.textContent !== '')) return;
  link.textContent = title;
  // Its writing direction moves nothing around it.
  link.style.unicodeBidi = 'isolate';
};
