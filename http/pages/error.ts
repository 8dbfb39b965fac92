import { html } from 'hono/html';
import type { AppSettings } from '../context.ts';
import { basePath, page } from './layout.ts';

/** The page of a refused request: what is wrong, and the way back. */
export const errorPage = (told: { readonly status: number; readonly error: string }, settings: AppSettings): string =>
  page({
    settings,
    title: told.status === 404 ? 'Not found' : 'Refused',
    styleSheet: null,
    main: html`<h1>${told.status === 404 ? 'Not found' : 'Refused'}</h1>
<p>${told.error}</p>
<p><a href="${basePath(settings.publicUrl)}/">To the first page</a></p>`,
  });
