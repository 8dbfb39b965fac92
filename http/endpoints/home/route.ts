import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import { type GrowthPoint, readGrowth } from '../../../domain/reads/growth.ts';
import { waitingOf } from '../../../domain/reads/waiting.ts';
import type { DescribedChange } from '../../../domain/tools/changes/change_reader.ts';
import { newest_facts } from '../../../domain/tools/changes/newest_facts.ts';
import { type InstanceCounts, instanceCounts } from '../../../domain/tools/service/instance_counts.ts';
import type { PageAnswer } from '../../../domain/tools/shared/page.ts';
import { instant } from '../../../domain/values/instant.ts';
import { ok } from '../../../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import type { AppSettings, Context } from '../../context.ts';
import { type Ask, createAsk } from '../../pages/ask.ts';
import { CONNECT_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { basePath, minuteOf } from '../../pages/layout.ts';
import { observedFooter } from '../../pages/observed.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { changeList } from '../../pages/parts/change.ts';
import { factSheet } from '../../pages/parts/facts.ts';
import { searchForm } from '../../pages/parts/search_form.ts';
import { section } from '../../pages/parts/section.ts';
import { waitingFigures } from '../../pages/parts/waiting.ts';
import { growthPlot } from '../../pages/plots/mod.ts';
import type { Route } from '../../pipeline/route.ts';

/**
 * Kinds of new facts on the page, and the maximum number of facts of each kind. Several facts about one subject make
 * one sentence.
 */
const NEWEST_OF = ['npc', 'item', 'quest', 'zone'] as const;
const NEWEST_EACH = 8;

/** Serves the home page: an introduction, recent changes, the amount of data, and first steps. */
export function homeRoute(context: Context): Route {
  const ask = createAsk(context);
  return pageRoute(context, {
    path: '/',
    budget: null,
    content: async () => {
      const read = await orStorageFault(readHome(context, ask));
      const data = read instanceof StorageFault ? null : read;
      return ok({
        title: 'Home',
        path: '/',
        description: DESCRIPTION,
        searches: true,
        data: '/api/tools/everloot_plan',
        ...(data === null || data.view?.row.dataAsOfMs == null ? {} : observedFooter(data.whose)),
        main: homeMain(data, context.settings),
        uncacheable: data === null || data.view === null,
      });
    },
  });
}

const DESCRIPTION =
  'Drops, prices, locations and more, recorded by players. A fact is public once three players have reported it.';

async function readHome({ snapshots }: Context, ask: Ask): Promise<HomeData> {
  const snapshot = await snapshots.newest();
  const [counts, growth] = await Promise.all([instanceCounts(snapshot), snapshot === null ? [] : readGrowth(snapshot)]);
  const found = await ask(newest_facts, { kinds: NEWEST_OF, each: NEWEST_EACH });
  if (!found.ok) throw new Error(`The newest facts were refused: ${found.error.error}`);
  const { page: newest = [], ...whose } = found.value;
  return { view: snapshot?.view ?? null, counts, growth, newest, whose };
}

/** Data for the home page. `view` is null before the first snapshot. */
export interface HomeData {
  readonly view: SnapshotView | null;
  readonly counts: InstanceCounts;
  readonly growth: readonly GrowthPoint[];
  /** Recent changes to subjects that have a name, newest first. */
  readonly newest: readonly DescribedChange[];
  readonly whose: Pick<PageAnswer<unknown>, 'attribution' | 'dataAsOf'>;
}

/** Renders the home page. `data` is null if the storage cannot be read. */
function homeMain(data: HomeData | null, settings: AppSettings): unknown {
  const base = basePath(settings.publicUrl);
  const isEmpty = data !== null && data.counts.uploads === null;
  return html`${about(base)}${isEmpty ? firstSteps(settings, base) : ''}${newest(data, base)}${state(data, settings, base)}${growing(data)}${isEmpty ? '' : begin(base)}${programs(settings.publicUrl, base)}`;
}

function about(base: string) {
  return html`<h1>Drops, prices and locations confirmed by three players</h1>
${searchForm(base)}<p>An addon records what players see in the game: what a creature dropped, what a vendor charged, where an
NPC was. A fact is public once at least three players have reported it. Reading needs no account and
no key.</p>
`;
}

function firstSteps({ publicUrl }: AppSettings, base: string) {
  return section(
    'begin',
    'This instance is new',
    html`<p>Nothing has been uploaded here yet, so everything is unknown, not zero. First steps:</p>
<ol>
<li><a href="${base}/upload">Upload the file that your addon saved</a> (<a href="${base}/addon.zip">get the addon</a>). It is
stored immediately; facts that three players reported go live at the next update. <code>npm run demo</code> shows an instance
with data.</li>
<li>Import a build of the game’s files, to have item data and zone names from the start:
<code>npm run job -- import-game-files --dir FOLDER --build BUILD</code></li>
<li>Check the <a href="${base}/api/health">health</a> of the instance, and try the <a href="${base}/docs">API</a> at
<code>${publicUrl}</code>.</li>
</ol>
`,
  );
}

function newest(data: HomeData | null, base: string): unknown {
  const changes = data?.newest ?? [];
  if (changes.length === 0) return '';
  return section(
    'newest',
    'Newest facts',
    html`${changeList(changes, (atMs) => html`<h3>${minuteOf(atMs)}</h3>`, base)}<p><a href="${base}/recent">All recent changes</a></p>
`,
  );
}

function state(data: HomeData | null, settings: AppSettings, base: string): unknown {
  return section('state', 'The data now', data === null ? OUT_OF_REACH(base) : freshness(data, settings, base));
}

function OUT_OF_REACH(base: string) {
  return html`<p>The data cannot be read right now: they are unknown, not zero.
See <a href="${base}/api/health">health</a>.</p>
`;
}

function freshness({ view, counts }: HomeData, { snapshotIntervalS }: AppSettings, base: string): unknown {
  if (view === null) {
    return html`<p>No snapshot has been written yet. The first one will be written soon.
See <a href="${base}/api/health">health</a>.</p>
`;
  }
  const { writtenAtMs, dataAsOfMs } = view.row;
  const nextMs = writtenAtMs + snapshotIntervalS * 1000;
  const waiting = waitingOf(view.row);
  return html`${factSheet([
    { term: 'Latest upload', value: dataAsOfMs === null ? 'none yet' : minuteOf(dataAsOfMs) },
    { term: 'Latest update', value: minuteOf(writtenAtMs) },
    { term: 'Next update about', value: minuteOf(nextMs) },
    { term: 'Uploads included', value: figure(counts.uploads) },
    { term: 'Public records', value: figure(counts.records) },
    { term: 'Public relations', value: figure(counts.observedEdges) },
    { term: 'Public drop rates', value: figure(counts.rates) },
    { term: 'Creatures that dropped nothing', value: figure(counts.measuredZeros) },
    { term: 'Drop rates that need more reports', value: figure(counts.queued) },
    ...(waiting === null || waiting.installs === 0
      ? []
      : [{ term: 'Reports that do not count yet', value: `from ${waitingFigures(waiting)}` }]),
    { term: 'Realms with a market', value: figure(counts.realms) },
    ...(counts.items === null ? [] : [{ term: 'Items in the game’s files', value: figure(counts.items) }]),
  ])}<p class="quiet">Updates are written when there are new uploads. See <a href="${base}/api/health">health</a> for problems.</p>
`;
}

function figure(count: number | null): string | null {
  return count === null ? null : count.toLocaleString('en-GB');
}

function growing(data: HomeData | null): unknown {
  const growth = data?.growth ?? [];
  if (growth.length < 2) return '';
  const plot = (title: string, name: string, of: (grown: GrowthPoint) => number): unknown =>
    html`<div><h3>${name}</h3>
${growthPlot({ title, name, points: growth.map((one) => ({ day: instant(one.atMs), value: of(one) })) })}</div>
`;
  return section(
    'growth',
    'Growth',
    html`<div class="plots">
${plot('Public records over time', 'Public records', ({ records }) => records)}${plot('Uploads over time', 'Uploads', ({ uploads }) => uploads)}</div>
`,
  );
}

function begin(base: string): unknown {
  return section(
    'begin',
    'Take part',
    html`<ul>
<li><a href="${base}/addon.zip">Get the addon</a>, play, and <a href="${base}/upload">upload the saved file</a>: anything two
other players also saw goes live at the next update</li>
<li><a href="${base}/coverage">Facts that need one more report</a>, by zone</li>
<li><a href="${base}${CONNECT_PATH}">Connect</a>: API keys with higher limits, grants, erasing your data</li>
<li><a href="${base}/export">Files for game addons</a>: our drop rates for Questie, pfQuest and AtlasLoot</li>
<li><a href="${base}/compare">Compare the drop rates of an addon</a> with what players saw</li>
<li><a href="${base}/tooltips">Hover cards on your own site</a>, with one line of HTML</li>
</ul>
`,
  );
}

function programs(url: string, base: string): unknown {
  return section(
    'programs',
    'For programs',
    html`<ul>
<li><a href="${base}/api/rollups/drops">Drop rates</a>: confirmed, with their 95% bounds, then creatures that dropped nothing</li>
<li><a href="${base}/api/edges">Relations</a>: NPCs and quests that give an item, and zones of NPCs</li>
<li><a href="${base}/api/corpus/public">The raw feed</a>: the anonymous records behind them, including single reports</li>
<li><a href="${base}/api/tools">The tools</a>: answers to single questions, each with its arguments and an example; model clients find the same at <code>${url}/mcp</code></li>
<li><a href="${base}/docs">The reference</a>: every endpoint, with examples and forms to try it, generated from the <a href="${base}/api/openapi.json">OpenAPI document</a></li>
<li><a href="${base}/schema/index.json">Schemas</a> of every record and answer, and the <a href="${base}/schema/limits.json">limits</a></li>
</ul>
<pre><code>curl --compressed '${url}/api/rollups/drops?limit=10'
curl --compressed '${url}/api/corpus/public?kinds=loot,vendor&amp;limit=10'</code></pre>
<p>Lists are paged: follow <code>next</code> until it is null. If you publish numbers computed from the raw feed, require
three players, too. An upload is JSON that follows <a href="${base}/schema/upload.json">this schema</a>, at most 2,000
records and 1,000,000 bytes. Sending a file twice counts once.</p>
<pre><code>curl -H 'Content-Type: application/json' --data-binary @upload.json ${url}/api/intake</code></pre>
`,
  );
}
