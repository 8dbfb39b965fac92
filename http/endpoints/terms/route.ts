import { attributionOf } from '../../../domain/values/attribution.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { AppSettings, Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute, UNTIL_RESTART } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';

/** The page of terms that answers link to: licences, credit and privacy. */
export function termsRoute(context: Context): Route {
  return pageRoute(context, {
    path: '/terms',
    budget: null,
    keeping: UNTIL_RESTART,
    content: async () => {
      const { settings } = context;
      const main = html`<h1>Terms</h1>${licence(attributionOf(settings))}${gameFiles()}${privacy(basePath(settings.publicUrl))}${program(settings)}`;
      const description =
        'Under which licences these data and this program may be used, and what a sender should know.';
      return ok({ title: 'Terms', description, path: '/terms', main });
    },
  });
}

function licence({ licence, licenceUrl, credit, source }: Attribution) {
  return html`<h2>What players observed</h2>
<p>Data built from uploads are licensed <a rel="license" href="${licenceUrl}">${licence}</a>: use, change and share them,
also commercially, as long as you give credit and share what you make of them under the same licence. Credit is required
wherever they are shown:</p>
<blockquote>${credit}, <a href="${source}">${source}</a>, ${licence}</blockquote>
<p>A public fact was reported by at least three distinct installs. That is not proof: an install is a random number that
an addon made, and nobody checks who stands behind it. Records of the raw feed may be single reports.</p>
`;
}

function gameFiles() {
  return html`<h2>What the game’s files say</h2>
<p>Data read from the game’s public client files belong to the game’s publisher and are not under this licence. Where
they are shown they are labelled as found in game files and unconfirmed, with the build they were read from.</p>
`;
}

function privacy(base: string) {
  return html`<h2>What a sender should know</h2>
<ul>
<li>Sending is anonymous. The random id of an install is kept to count distinct installs; it is never published.</li>
<li>Most records become public one by one, without that id and in an order that does not show what was sent together.
That hides the order only: the time and place that a record holds can still link the records of one session, and a
session to whoever was seen there.</li>
<li>What names a guild, a character’s gear, gold or collection is taken in only where the player chose to share it and
a grant covers it.</li>
<li>Whoever holds the id of an install may <a href="${base}/connect#erase">erase</a> what it sent: every figure is computed again without it. Copies of the public data
that others have made, and backups made before, are beyond that step: removing it from older backups is the operator’s
duty.</li>
</ul>
`;
}

function program({ sourceUrl }: AppSettings) {
  return html`<h2>The program</h2>
<p>The service is run by Third Witness, free software under the GNU Affero General Public License, version 3 only
(AGPL-3.0-only). Whoever runs a changed version must offer its source to its users. ${
    sourceUrl === null
      ? 'The operator has not published where the source code that runs here is found.'
      : html`The source of what runs here: <a href="${sourceUrl}">${sourceUrl}</a>.`
  }</p>
`;
}
