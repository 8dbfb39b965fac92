/** How everything is asked: without cookies, and without telling the instance which page the reader is on. */
export const ASKING = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * An icon as a canvas, which no policy on images forbids; it goes again where there is no picture. Null: there is none to
 * ask for. `icons` is where the instance's pictures stand.
 */
export function pictureOf(icon: string | null, icons: string | null): HTMLCanvasElement | null {
  if (icons === null || !/^[\w-]+$/.test(icon ?? '.')) return null;
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  draw(canvas, icons + icon).catch(() => canvas.remove());
  return canvas;
}

async function draw(canvas: HTMLCanvasElement, url: string): Promise<void> {
  const picture = await createImageBitmap(await (await fetch(url, ASKING)).blob());
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')!.drawImage(picture, 0, 0);
}
