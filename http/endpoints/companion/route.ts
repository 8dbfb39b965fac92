import type { CompanionReader } from '../../../domain/ports/companion.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { PUBLIC_REVALIDATED, type Route } from '../../pipeline/route.ts';
import { createDownloads, DOWNLOAD_BOUNDS, sendFile } from '../exports/route.ts';

const COMPANION_FOLDER = '/companion/';

/** Serves the companion, the program with which players upload without a terminal, if the operator has built it. */
export function createCompanionRoutes({ companion }: Context): readonly Route[] {
  if (!companion || companion.files.length === 0) return [];
  const downloads = createDownloads(DOWNLOAD_BOUNDS);
  return [
    {
      path: `${COMPANION_FOLDER}:file`,
      method: 'GET',
      budget: 'exports',
      cacheHeaders: PUBLIC_REVALIDATED,
      thread: 'answering',
      refusals: 'page',
      answer: (call) => {
        const file = call.path.slice(COMPANION_FOLDER.length);
        const fields = { 'Content-Disposition': `attachment; filename="${file}"` };
        const missing = { kind: 'not-found', error: 'There is no such file of the companion.' } as const;
        return sendFile(downloads, call, (coding) => companion.open(file, coding), missing, fields);
      },
    },
  ];
}

/** Renders the part of the upload page that offers the companion, or null if it was not built. */
export function renderDownloads(companion: CompanionReader | null | undefined, base: string) {
  if (!companion || companion.files.length === 0) return null;
  return html`<section id="companion">
<h2>Without a terminal: the companion</h2>
<p>The companion is a program that finds your games, shows what it would send, and asks. After your yes it sends the file each
time the game writes it. If you wish, it installs the addon and keeps the drop rates and prices of this site in your game up to
date. Your system may warn you, because the program is not signed.</p>
<ul>
${companion.files.map(
  ({ file, label, bytes, sha256 }) => html`<li><a href="${base}${COMPANION_FOLDER}${file}" download>${label}</a>
<small class="quiet">${(bytes / 1_000_000).toFixed(0)} MB, SHA-256 <code>${sha256}</code></small></li>
`,
)}</ul>
</section>
`;
}
