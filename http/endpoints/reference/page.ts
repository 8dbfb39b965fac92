import type { DocsAssets } from '../../../domain/ports/assets.ts';
import type { AppSettings } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';

/** Where the interactive reference and its files stand. */
export const DOCS_PATH = '/docs';

/** The script that starts the reference; the policy of the page allows none within it. */
export const DOCS_START = 'start.js';

/** The page of the interactive reference: an empty place that its scripts fill, and the document for who runs none. */
export const docsPage = (settings: AppSettings, assets: DocsAssets): PageContent => {
  const base = basePath(settings.publicUrl);
  const file = (name: string): string => `${DOCS_PATH}/${name}`;
  return {
    title: 'API reference',
    description: 'Every address that programs ask, to read and to try.',
    path: DOCS_PATH,
    styleSheets: [file(assets.styleSheet.name)],
    scripts: [file(assets.script.name), file(DOCS_START)],
    main: html`<h1>API reference</h1>
<div id="reference"></div>
<noscript><p>The reference needs scripts. What it shows stands in the <a href="${base}/api/openapi.json">OpenAPI document</a>.</p></noscript>
`,
  };
};

/**
 * Starts the reference. Requests to try go to where the page came from, which is the only place its policy allows, also
 * where that is not the instance's public address.
 */
export const docsStart = (settings: AppSettings): string => {
  const base = JSON.stringify(basePath(settings.publicUrl));
  return `'use strict';
(async () => {
  const base = location.origin + ${base};
  const place = document.getElementById('reference');
  try {
    const answer = await fetch(base + '/api/openapi.json');
    if (!answer.ok) throw new Error('status ' + answer.status);
    const spec = { ...(await answer.json()), servers: [{ url: base }] };
    SwaggerUIBundle({ spec, domNode: place, deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: -1, validatorUrl: null });
  } catch (error) {
    place.textContent = 'The OpenAPI document could not be read (' + error.message + ').';
  }
})();
`;
};
