import { html } from 'hono/html';
import type { Context } from '../context.ts';
import { basePath, page } from './layout.ts';

/** The page of a refused request: what is wrong, and the way back. */
export const errorPage = (
  told: { readonly status: number; readonly error: string },
  { settings, styleSheet }: Pick<Context, 'settings' | 'styleSheet'>,
): string => {
  const title = told.status === 404 ? 'Not found' : 'Refused';
  return page({
    settings,
    title,
    styleSheet: styleSheet.name,
    main: html`<h1>${title}</h1>
<p>${told.error}</p>
<p><a href="${basePath(settings.publicUrl)}/">To the first page</a></p>`,
  });
};
