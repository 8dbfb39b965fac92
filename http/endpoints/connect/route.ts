import { html } from 'hono/html';
import { ok } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { AppSettings, Context } from '../../context.ts';
import { CONNECT_PATH } from '../../pages/connect.ts';
import { basePath } from '../../pages/layout.ts';
import { FOR_GOOD, pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';

/** How to get a key, a grant, an erasure, and how to upload (contract, sections 1 and 2). */
export const connectRoute = (context: Context): Route =>
  pageRoute(context, {
    path: CONNECT_PATH,
    budget: null,
    keeping: FOR_GOOD,
    content: async () => {
      const { settings } = context;
      const base = basePath(settings.publicUrl);
      const main = html`<h1>Connect</h1>${operator(settings)}${keys(settings)}${grants()}${erase(base)}${uploading(settings.publicUrl, base)}`;
      return ok({ title: 'Connect', path: CONNECT_PATH, main });
    },
  });

const counted = (count: number): string => count.toLocaleString('en-GB');

const operator = ({ contact }: AppSettings) =>
  contact === null
    ? html`<p>The operator of this instance has not published a contact address.</p>
`
    : html`<p>The operator of this instance is reached at <a href="${contact.url}">${contact.name}</a>.</p>
`;

const keys = (settings: AppSettings) => html`<section id="keys">
<h2>Keys</h2>
${settings.keys ? keysOn(settings) : keysOff()}</section>
`;

const keysOff = () => html`<p>Keys are switched off here: everything can be read without one, and a key that is sent is
ignored.</p>
`;

const keysOn = ({
  publicUrl,
  budgets,
  page: rows,
  limits,
}: AppSettings) => html`<p>Reading needs no key. A free one lets you
read ${limits ? html`more often (the feed ${counted(budgets.corpus.keyed)} times an hour instead of ${counted(budgets.corpus.anonymous)}) and ` : ''}in
larger pages: ${counted(rows.keyed)} rows instead of ${counted(rows.anonymous)}.</p>
<p>Ask the operator for one, who makes it with this command. It is shown once; only its SHA-256 is kept.</p>
<pre><code>npm run job -- key create --label 'who it is for'</code></pre>
<p>Send it in a header field, in either of these two, and never in an address:</p>
<pre><code>curl --compressed -H 'Authorization: Bearer tw_…' \\
  '${publicUrl}/api/rollups/drops?limit=${rows.keyed}'
curl --compressed -H 'X-API-Key: tw_…' \\
  '${publicUrl}/api/rollups/drops?limit=${rows.keyed}'</code></pre>
<p>A key that is unknown or was revoked is answered with 401, so that you notice.</p>
`;

const grants = () => html`<section id="grants">
<h2>Grants</h2>
<p>Records that name a guild, or tell a character’s gear, gold or collection, are taken in only where the player chose to
share that category and a grant covers the record. The operator issues grants; ask there, and say which categories you want
to share and for which guild, realm, character or install.</p>
<pre><code>npm run job -- grant issue --category guild \\
  --guild 'Name' --realm 'Realm' --days 365</code></pre>
<p>The token that this prints is shown once. It goes into <code>grantTokens</code> of an upload, beside the choice:</p>
<pre><code>{"addonVersion": "1.0.0", "sharing": {"guild": true},
 "grantTokens": ["tg_…"], "records": […]}</code></pre>
<p>A grant that has expired covers no new records. One that was revoked takes the records it covered out of everything
public with the next snapshot; they come back when they are sent again under another grant that covers them.</p>
</section>
`;

const erase = (base: string) => html`<section id="erase">
<h2>Erasure</h2>
<p>Whoever holds the random id of an install may have everything erased that it sent: its records, what follows from them,
and its grants. The id is the proof; your addon keeps it in its saved variables. Ask the operator, who runs this with your
id:</p>
<pre><code>npm run job -- erase --install ID</code></pre>
<p>What is public follows with the next snapshot, about ten minutes later. Nothing is taken in from that install again. See the
<a href="${base}/terms">terms</a> for copies that others have made.</p>
</section>
`;

const uploading = (url: string, base: string) => html`<section id="uploading">
<h2>Uploading</h2>
<p>Uploads need no account and no key: an addon makes up a random install id and sends it with each record. An upload is
JSON as <a href="${base}/schema/upload.json">its schema</a> says, at most ${counted(LIMITS.recordsPerUploadMax.value)} records and
${counted(LIMITS.bodyBytesMax.value)} bytes. The receipt lists what was accepted and why anything was not.</p>
<pre><code>curl -H 'Content-Type: application/json' --data-binary @upload.json \\
  ${url}/api/intake</code></pre>
<p>Sending a file twice counts once. Where the answer is 429 or 503, keep the file and send it again after the seconds that
<code>Retry-After</code> says.</p>
</section>
`;
