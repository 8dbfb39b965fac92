import { findBackground, makeReadable, parseColour } from './colour.ts';
import type { LinkStyles } from './options.ts';
import { type CardData, isPlaceholder } from './queue.ts';

/** The decoration of each link, kept so that it can be undone and is not applied twice. */
const decoratedLinks = new WeakMap<Element, { readonly what: string; readonly undo: () => void }>();

/** Gives a link its entity's name, colour and icon according to the site's options. Replaces any earlier decoration. */
export function decorateLink(link: HTMLElement, card: CardData | null, wishes: LinkStyles, icons: string | null): void {
  const before = decoratedLinks.get(link);
  const what = JSON.stringify(card && [card.url, wishes, findBackground(link)]);
  if (before?.what === what) return;
  before?.undo();
  decoratedLinks.delete(link);
  if (card === null) return;
  const { style, textContent: text } = link;
  const { color } = style;
  if (wishes.rename) renameLink(link, card.title);
  const renamed = link.textContent;
  const colour = wishes.color ? parseColour(card.color) : null;
  if (colour !== null) style.color = makeReadable(colour, findBackground(link));
  const picture = wishes.iconize ? createPicture(card.icon, icons) : null;
  if (picture !== null) {
    picture.style.cssText = 'width:1.2em;height:1.2em;margin-inline-end:.3em;vertical-align:-.2em';
    link.prepend(picture);
  }
  const undo = (): void => {
    picture?.remove();
    style.color = color;
    // Keep the link's text if the site has changed it in the meantime.
    if (renamed !== text && link.textContent === renamed) link.textContent = text;
  };
  decoratedLinks.set(link, { what, undo });
}

/** Renames a link. Links that contain elements keep their content, and a placeholder never replaces existing text. */
function renameLink(link: HTMLElement, title: string): void {
  if (link.childElementCount > 0 || (isPlaceholder(title) && link.textContent !== '')) return;
  link.textContent = title;
  // Keep a right-to-left name from reordering the surrounding text.
  link.style.unicodeBidi = 'isolate';
}

/** Options for all requests: no cookies, and no referrer, which would reveal the page that the reader is on. */
export const PICTURE_FETCH_INIT = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * Creates an icon as a canvas, which the site's image policy cannot block. The canvas is removed if the image does not
 * load. Returns null if there is no icon. `icons` is the base URL of the instance's icons.
 */
export function createPicture(icon: string | null, icons: string | null): HTMLCanvasElement | null {
  if (icons === null || !/^[\w-]+$/.test(icon ?? '.')) return null;
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  drawPicture(canvas, icons + icon).catch(() => canvas.remove());
  return canvas;
}

async function drawPicture(canvas: HTMLCanvasElement, url: string): Promise<void> {
  const picture = await createImageBitmap(await (await fetch(url, PICTURE_FETCH_INIT)).blob());
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')!.drawImage(picture, 0, 0);
}
