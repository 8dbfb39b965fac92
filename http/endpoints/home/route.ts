import { html } from 'hono/html';
import { gapsAt, standing } from '../../../domain/paging/gaps.ts';
import { standingRows } from '../../../domain/paging/ledger.ts';
import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { basePath, minuteOf } from '../../pages/layout.ts';
import { pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';

/** The first page: what the instance is, the state of its data, how to read and to upload. */
export const homeRoute = (context: Context): Route =>
  pageRoute(context, {
    path: '/',
    budget: null,
    content: async () => {
      const view = await context.reader.view();
      const newest = view.ok ? view.value : null;
      const { publicUrl } = context.settings;
      const base = basePath(publicUrl);
      const now = newest === null ? unknown(view.ok, base) : state(newest, base);
      const main = html`${about()}${now}${reading(publicUrl, base)}${uploading(publicUrl, base)}`;
      return ok({ title: 'Home', path: '/', main, fleeting: newest === null });
    },
  });

const about = () => html`<h1>What players saw, once three of them saw it</h1>
<p>Players’ addons send here what happened to them in the game: what a creature dropped, what a vendor asked, where a
character stood. A fact is public once at least three distinct installs have reported it. Reading needs no account and
no key.</p>
`;

const unknown = (reached: boolean, base: string) => html`<h2>The data now</h2>
<p>${
  reached
    ? 'No snapshot has been written yet. The first one is on its way.'
    : 'The snapshot cannot be read right now: what it holds is unrecorded, not zero.'
} <a href="${base}/api/health">Health</a> says how it stands.</p>
`;

const counted = (count: number): string => count.toLocaleString('en-GB');

const state = ({ row, corpus, edges, rateGaps, zeroGaps }: SnapshotView, base: string) => html`<h2>The data now</h2>
<table>
<tbody>
<tr><th scope="row">Snapshot written</th><td>${minuteOf(row.writtenAtMs)}</td></tr>
<tr><th scope="row">Newest upload in it received</th><td>${row.dataAsOfMs === null ? 'none yet' : minuteOf(row.dataAsOfMs)}</td></tr>
<tr><th scope="row">Uploads behind the feed</th><td>${counted(row.uploads)}</td></tr>
<tr><th scope="row">Public records</th><td>${counted(standingRows(corpus, row.n))}</td></tr>
<tr><th scope="row">Public relations</th><td>${counted(standingRows(edges, row.n))}</td></tr>
<tr><th scope="row">Public drop rates</th><td>${counted(standing(row.ratePlaces, gapsAt(rateGaps, row.n)))}</td></tr>
<tr><th scope="row">Measured zeros</th><td>${counted(standing(row.zeroPlaces, gapsAt(zeroGaps, row.n)))}</td></tr>
<tr><th scope="row">Rates and zeros waiting for a third install</th><td>${counted(row.queued)}</td></tr>
</tbody>
</table>
<p>The snapshot is written again about every ten minutes; <a href="${base}/api/health">health</a> says whether it is fresh.</p>
`;

const reading = (url: string, base: string) => html`<h2>Reading</h2>
<ul>
<li><a href="${base}/api/rollups/drops">Drop rates</a>: corroborated, with their 95% bounds, then sources that dropped nothing</li>
<li><a href="${base}/api/edges">Relations</a>: what drops, sells or rewards an item, where an NPC stands</li>
<li><a href="${base}/api/corpus/public">The raw feed</a>: the anonymous records behind them; single reports stand only here</li>
<li><a href="${base}/api/tools">The tools</a>: answers to single questions, each with its arguments and an example; model clients find the same at <code>${url}/mcp</code></li>
<li><a href="${base}/docs">The reference</a>: every endpoint, to read and to try, made from the <a href="${base}/api/openapi.json">OpenAPI document</a></li>
<li><a href="${base}/schema/index.json">Schemas</a> of every record and answer, and the <a href="${base}/schema/limits.json">limits</a></li>
</ul>
<pre><code>curl --compressed '${url}/api/rollups/drops?limit=10'
curl --compressed '${url}/api/corpus/public?kinds=loot,vendor&amp;limit=10'</code></pre>
<p>Lists are paged: follow <code>next</code> until it is null. Whoever publishes numbers made from the raw feed should
ask for three installs too.</p>
`;

const uploading = (url: string, base: string) => html`<h2>Uploading</h2>
<p>An upload is JSON as <a href="${base}/schema/upload.json">its schema</a> says, at most 2,000 records and 1,000,000 bytes. The
answer lists what was accepted and why anything was not. Sending a file twice counts once.</p>
<pre><code>curl -H 'Content-Type: application/json' --data-binary @upload.json ${url}/api/intake</code></pre>
`;
