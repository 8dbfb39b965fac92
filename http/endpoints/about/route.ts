import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import type { SnapshotStore } from '../../../domain/ports/snapshots.ts';
import { type GrowthPoint, readGrowth } from '../../../domain/reads/growth.ts';
import { FIRST_SNAPSHOT_TEXT } from '../../../domain/reads/list.ts';
import { countPendingEvidence } from '../../../domain/reads/waiting.ts';
import { type InstanceCounts, readCounts } from '../../../domain/tools/service/instance_counts.ts';
import { GAME_NAMES } from '../../../domain/values/game.ts';
import { formatInstant } from '../../../domain/values/instant.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { ok } from '../../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { PROTOCOL_VERSION } from '../../../schema/protocol.ts';
import type { AppSettings, Context } from '../../context.ts';
import { CONNECT_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { renderMinute, toBasePath } from '../../pages/layout.ts';
import { describeObserved } from '../../pages/observed.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { renderFacts } from '../../pages/parts/facts.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { formatPendingCount } from '../../pages/parts/waiting.ts';
import { renderGrowthPlot } from '../../pages/plots/line_plot.ts';
import type { Route } from '../../pipeline/route.ts';

/** Serves the page about the instance: what it is, how much data it has, how to take part, and what programs can read. */
export function createAboutRoute(context: Context): Route {
  return createPageRoute(context, {
    path: '/about',
    budget: null,
    content: async () => {
      const { settings, snapshots } = context;
      const read = await catchFault(readAmounts(snapshots));
      const amounts = read instanceof StorageFault ? null : read;
      const view = amounts?.view ?? null;
      return ok({
        title: 'About',
        path: '/about',
        description: PAGE_DESCRIPTION,
        data: '/api/tools/everloot_plan',
        ...(view === null || view.row.dataAsOfMs === null ? {} : { observed: describeObserved(view, settings) }),
        main: renderAbout(amounts, settings),
        uncacheable: view === null,
      });
    },
  });
}

const PAGE_DESCRIPTION = 'What this service is, how much data it has, how to take part, and what programs can read.';

/** The amount of data, and how it grew. `view` is null before the first snapshot. */
interface InstanceAmounts {
  readonly view: SnapshotView | null;
  readonly counts: InstanceCounts;
  readonly growth: readonly GrowthPoint[];
}

async function readAmounts(snapshots: SnapshotStore): Promise<InstanceAmounts> {
  const snapshot = await snapshots.newest();
  const [counts, growth] = await Promise.all([readCounts(snapshot), snapshot === null ? [] : readGrowth(snapshot)]);
  return { view: snapshot?.view ?? null, counts, growth };
}

/** Renders the page. `amounts` is null if the storage cannot be read. */
function renderAbout(amounts: InstanceAmounts | null, settings: AppSettings): unknown {
  const base = toBasePath(settings.publicUrl);
  return html`<h1>About ${settings.serviceName}</h1>
<p>An addon records what players see in the game: what a creature dropped, what a vendor charged, where an NPC was. A fact is
public once at least three players have reported it. Reading needs no account and no key.</p>
${settings.game === null ? '' : html`<p>This site collects one game: ${GAME_NAMES[settings.game]}. Uploads of other games count for nothing here.</p>\n`}${renderSection('state', 'The data now', amounts === null ? UNREADABLE_NOTICE : renderFreshness(amounts, settings, base))}${renderGrowth(amounts?.growth ?? [])}${explainTakingPart(base)}${renderPrograms(settings.publicUrl, base)}${renderProgram(settings)}`;
}

const UNREADABLE_NOTICE = html`<p>The data cannot be read right now: they are unknown, not zero.</p>\n`;

function renderFreshness({ view, counts }: InstanceAmounts, { snapshotIntervalS }: AppSettings, base: string): unknown {
  if (view === null) {
    return html`<p>${FIRST_SNAPSHOT_TEXT} See <a href="${base}/api/health">health</a>.</p>
`;
  }
  const { writtenAtMs, dataAsOfMs } = view.row;
  const nextMs = writtenAtMs + snapshotIntervalS * 1000;
  const waiting = countPendingEvidence(view.row);
  return html`${renderFacts([
    { term: 'Latest upload', value: dataAsOfMs === null ? 'none yet' : renderMinute(dataAsOfMs) },
    { term: 'Latest update', value: renderMinute(writtenAtMs) },
    { term: 'Next update about', value: renderMinute(nextMs) },
    { term: 'Uploads included', value: formatAmount(counts.uploads) },
    { term: 'Public records', value: formatAmount(counts.records) },
    { term: 'Public relations', value: formatAmount(counts.observedEdges) },
    { term: 'Public drop rates', value: formatAmount(counts.rates) },
    { term: 'Creatures that dropped nothing', value: formatAmount(counts.measuredZeros) },
    { term: 'Drop rates that need more reports', value: formatAmount(counts.queued) },
    ...(waiting === null || waiting.installs === 0
      ? []
      : [{ term: 'Reports that do not count yet', value: `from ${formatPendingCount(waiting)}` }]),
    { term: 'Realms with a market', value: formatAmount(counts.realms) },
    ...(counts.items === null ? [] : [{ term: 'Items in the game’s files', value: formatAmount(counts.items) }]),
  ])}<p class="quiet">Updates are written when there are new uploads. See <a href="${base}/api/health">health</a> for problems.</p>
`;
}

function formatAmount(count: number | null): string | null {
  return count === null ? null : count.toLocaleString('en-GB');
}

function renderGrowth(growth: readonly GrowthPoint[]): unknown {
  if (growth.length < 2) return '';
  const plot = (title: string, name: string, of: (grown: GrowthPoint) => number): unknown =>
    html`<div><h3>${name}</h3>
${renderGrowthPlot({ title, name, points: growth.map((one) => ({ day: formatInstant(one.atMs), value: of(one) })) })}</div>
`;
  return renderSection(
    'growth',
    'Growth',
    html`<div class="plots">
${plot('Public records over time', 'Public records', ({ records }) => records)}${plot('Uploads over time', 'Uploads', ({ uploads }) => uploads)}</div>
`,
  );
}

function explainTakingPart(base: string): unknown {
  return renderSection(
    'begin',
    'Take part',
    html`<ul>
<li><a href="${base}/addon.zip">Get the addon</a>, play, and <a href="${base}/upload">upload the saved file</a>: anything two
other players also saw goes live at the next update</li>
<li><a href="${base}/coverage">Facts that need one more report</a>, by zone</li>
<li><a href="${base}${CONNECT_PATH}">Connect</a>: API keys with higher limits, grants, erasing your data</li>
<li><a href="${base}/addons">For addon authors</a>: functions to call, and our drop rates for Questie, pfQuest and AtlasLoot</li>
<li><a href="${base}/compare">Compare the drop rates of an addon</a> with what players saw</li>
<li><a href="${base}/tooltips">Hover cards on your own site</a>, with one line of HTML</li>
</ul>
`,
  );
}

function renderPrograms(url: string, base: string): unknown {
  return renderSection(
    'programs',
    'For programs',
    html`<ul>
<li><a href="${base}/api/rollups/drops">Drop rates</a>: confirmed, each with the range that holds the true rate with a probability of 96%, then creatures that dropped nothing</li>
<li><a href="${base}/api/edges">Relations</a>: NPCs and quests that give an item, and zones of NPCs</li>
<li><a href="${base}/api/corpus/public">The raw feed</a>: the anonymous records behind them, including single reports</li>
<li><a href="${base}/api/tools">The tools</a>: answers to single questions, each with its arguments and an example; model clients find the same at <code>${url}/mcp</code></li>
<li><a href="${base}/docs">The reference</a>: every endpoint, with examples and forms to try it, generated from the <a href="${base}/api/openapi.json">OpenAPI document</a></li>
<li><a href="${base}/schema/index.json">Schemas</a> of every record and answer, and the <a href="${base}/schema/limits.json">limits</a></li>
</ul>
${renderCode(`curl --compressed '${url}/api/rollups/drops?limit=10'`)}${renderCode(`curl --compressed '${url}/api/corpus/public?kinds=loot,vendor&limit=10'`)}<p>Lists are paged: follow <code>next</code> until it is null. If you publish numbers computed from the raw feed, require
three players, too. An upload is JSON that follows <a href="${base}/schema/upload.json">this schema</a>, with at most ${formatQuantity(LIMITS.recordsPerUploadMax.value, 'record')}
and ${formatQuantity(LIMITS.bodyBytesMax.value, 'byte')}. Sending a file twice counts once.</p>
${renderCode(`curl -H 'Content-Type: application/json' --data-binary @upload.json ${url}/api/intake`)}`,
  );
}

function renderProgram({ release, sourceUrl }: AppSettings): unknown {
  const { version, commit } = release;
  return renderSection(
    'release',
    'This program',
    renderFacts([
      { term: 'Release', value: `Third Witness ${version}` },
      { term: 'Commit', value: commit },
      { term: 'Contract', value: PROTOCOL_VERSION },
      { term: 'Licence', value: 'AGPL-3.0-only' },
      { term: 'Source', value: sourceUrl === null ? null : html`<a href="${sourceUrl}">${sourceUrl}</a>` },
    ]),
  );
}
