/** Options for all requests: no cookies, and no referrer, because it would reveal the page that the reader is on. */
export const FETCH_OPTIONS = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * Creates an icon as a canvas, which the site's image policy cannot block. The canvas is removed if the image does not
 * load. Returns null if there is no icon. `icons` is the base URL of the instance's icons.
 */
export function pictureOf(icon: string | null, icons: string | null): HTMLCanvasElement | null {
  if (icons === null || !/^[\w-]+$/.test(icon ?? '.')) return null;
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  draw(canvas, icons + icon).catch(() => canvas.remove());
  return canvas;
}

async function draw(canvas: HTMLCanvasElement, url: string): Promise<void> {
  const picture = await createImageBitmap(await (await fetch(url, FETCH_OPTIONS)).blob());
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')!.drawImage(picture, 0, 0);
}
