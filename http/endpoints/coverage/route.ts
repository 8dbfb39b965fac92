import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import {
  COVERAGE_KINDS,
  type CoverageKind,
  type InstallsMissing,
  type PendingSubject,
} from '../../../domain/ports/coverage.ts';
import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import {
  type CoverageList,
  type CoveragePage,
  type CoverageQuery,
  type NamedZone,
  readCoverage,
} from '../../../domain/reads/coverage.ts';
import { zoneOf } from '../../../domain/reads/entities/places.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { knownZone } from '../../../domain/tools/browse/zones.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { instant, instantOrNull } from '../../../domain/values/instant.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import { coveredList } from '../../pages/parts/coverage.ts';
import { section } from '../../pages/parts/section.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import { waitingText } from '../../pages/parts/waiting.ts';
import { zoneName as nameOfZone, noZone, zoneShown } from '../../pages/parts/zone_link.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { licenceFieldsOf } from '../../pipeline/headers.ts';
import { type Params, readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';

const COVERAGE_PATH = '/coverage';
const DATA_PATH = `${COVERAGE_PATH}.json`;

/** Content of the page before the first snapshot. */
const NOTHING_YET = {
  title: 'Needs one more report',
  path: COVERAGE_PATH,
  main: html`<h1>Needs one more report</h1>
<p>No snapshot has been written yet, so this list is unknown. The first snapshot will be written soon.</p>
`,
};

/**
 * Serves the subjects that only one or two installs reported, as a page and as JSON (contract, section 3, Coverage).
 */
export function coverageRoutes(context: Context): readonly Route[] {
  return [humanRoute(context), dataRoute(context)];
}

function humanRoute(context: Context): Route {
  const { settings } = context;
  return pageRoute(context, {
    path: COVERAGE_PATH,
    cachePolicy: BY_QUERY,
    content: async (call) => {
      const asked = await ask(context, call.query);
      if (!asked.ok) return asked.error === NO_SNAPSHOT ? ok({ ...NOTHING_YET, uncacheable: true }) : asked;
      const { query, page, snapshot } = asked.value;
      const known = await isKnown(asked.value);
      if (!known) return err(noZone(query.zone!));
      const { game } = snapshot.view;
      const title = titleOf(page, query, game?.build ?? null);
      return ok({
        title,
        description: 'Facts that one or two players reported. One more report may make them public.',
        path: coverageUrl(query),
        data: coverageUrl(query, DATA_PATH),
        observed: observedIn(snapshot.view, settings),
        gameData: namesFiles(page) && game !== null ? gameDataNotice(game) : null,
        main: coverageMain(page, query, waitingText(page.waiting, settings), basePath(settings.publicUrl)),
      });
    },
  });
}

function dataRoute(context: Context): Route {
  return {
    path: DATA_PATH,
    method: 'GET',
    budget: 'tooltip',
    cacheHeaders: PUBLIC_CHECKED,
    cors: false,
    cachePolicy: BY_QUERY,
    refusals: 'apiError',
    answer: async (call) => {
      const asked = await ask(context, call.query);
      if (!asked.ok) return asked;
      const { page, snapshot } = asked.value;
      const { writtenAtMs, dataAsOfMs } = snapshot.view.row;
      const attribution = attributionOf(context.settings);
      const { game } = snapshot.view;
      const gameData = namesFiles(page) && game !== null ? gameDataNotice(game) : null;
      const times = { generatedAt: instant(writtenAtMs), dataAsOf: instantOrNull(dataAsOfMs) };
      const body = { ...times, ...page, attribution, gameData };
      return ok({ status: 200, mediaType: JSON_TYPE, body: json(body), fields: licenceFieldsOf(attribution)(null) });
    },
  };
}

/** Whether some of the page's names are from the game's files. */
function namesFiles({ zones, zoneNameInFiles }: CoveragePage): boolean {
  return zoneNameInFiles !== null || zones.some(({ nameInFiles }) => nameInFiles !== null);
}

/** Whether the requested zone is known. A zone without public facts and pending subjects may not exist. */
async function isKnown({ query, page, snapshot }: CoverageResult): Promise<boolean> {
  if (query.zone === null || page.zoneName !== null || page.counts.length > 0) return true;
  const zone = await knownZone(snapshot, query.zone);
  return zone !== null;
}

const NO_SNAPSHOT: Refusal = {
  kind: 'busy',
  error: 'No snapshot has been written yet. The first one will be written soon.',
  retryAfterS: 10,
};

interface CoverageResult {
  readonly query: CoverageQuery;
  readonly page: CoveragePage;
  readonly snapshot: Snapshot;
}

async function ask({ snapshots }: Context, text: string): Promise<Result<CoverageResult, Refusal>> {
  const query = readParams(text, queryOf);
  if (!query.ok) return query;
  const after = readAfter(query.value);
  if (!after.ok) return after;
  const asked = { ...query.value, after: after.value };
  const snapshot = await snapshots.newest();
  if (snapshot === null) return err(NO_SNAPSHOT);
  const page = await readCoverage(snapshot, asked);
  return ok({ query: asked, page, snapshot });
}

function queryOf(params: Params) {
  return {
    kind: params.choice('kind', COVERAGE_KINDS),
    zone: params.optionalInteger('zone', 1),
    after: params.text('after'),
  };
}

/** Reads `<number of missing installs>.<id>`, as written by `coverageUrl`. */
function readAfter({ kind, after }: ReturnType<typeof queryOf>): Result<PendingSubject | null, Refusal> {
  if (after === null) return ok(null);
  const [, missing, id] = /^([12])\.([0-9]{1,16})$/.exec(after) ?? [];
  if (missing === undefined || Number(id) > Number.MAX_SAFE_INTEGER)
    return err(
      badParameter('after', `after must be a place in the list as the page's links give it; it is ${quoted(after)}.`),
    );
  if (kind === null)
    return err(badParameter('after', 'after must come with kind: it is a place in the list of one kind.'));
  return ok({ missing: Number(missing) as InstallsMissing, id: Number(id) });
}

/** Renders the page of subjects that need more reports: counts by kind and zone, and lists. */
function coverageMain(page: CoveragePage, query: CoverageQuery, waiting: unknown, base: string): unknown {
  return html`<h1>${titleOf(page, query, null)}</h1>
<p>A fact is public once three players have reported it. Only one or two have reported these: with one more report, a fact
may become public. Reported values are not shown here.</p>
${waiting}${back(query, base)}${page.counts.length === 0 ? html`<p>Nothing needs more reports here.</p>\n` : kindsTable(page, query, base)}${page.zones.length === 0 ? '' : section('zones', 'Zones that need most reports', zonesTable(page.zones, query, base))}${page.lists.map((list) => listOf(list, query, base))}`;
}

function titleOf(
  { zoneName, zoneNameInFiles }: CoveragePage,
  { kind, zone }: CoverageQuery,
  build: string | null,
): string {
  const what = kind === null ? 'Needs one more report' : `Needs one more report: ${COVERAGE_WORDS[kind].many}`;
  return zone === null ? what : `${what} in ${nameOfZone(zoneOf(zone, zoneName ?? undefined, zoneNameInFiles), build)}`;
}

function coverageUrl({ kind = null, zone = null, after = null }: Partial<CoverageQuery>, path = COVERAGE_PATH): string {
  const query = new URLSearchParams();
  if (kind !== null) query.set('kind', kind);
  if (zone !== null) query.set('zone', String(zone));
  if (after !== null) query.set('after', afterText(after));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Formats a list position for a URL. */
function afterText({ missing, id }: PendingSubject): string {
  return `${missing}.${id}`;
}

function back({ kind, zone }: CoverageQuery, base: string): unknown {
  return kind === null && zone === null
    ? ''
    : html`<p>${zone === null ? '' : html`<a href="${base}${coverageUrl({ kind })}">In all zones</a> `}${
        kind === null ? '' : html`<a href="${base}${coverageUrl({ zone })}">All kinds</a> `
      }${kind !== null && zone !== null ? html`<a href="${base}${COVERAGE_PATH}">Everything</a>` : ''}</p>
`;
}

function kindsTable({ counts }: CoveragePage, { zone }: CoverageQuery, base: string): unknown {
  return table({
    caption: 'Number of subjects that need one or two more reports, by kind',
    columns: [
      { head: 'Kind' },
      { head: 'Need 1 more', as: 'number' },
      { head: 'Need 2 more', as: 'number' },
      { head: 'How to help' },
    ],
    rows: counts.map(({ kind, one, two }) => [
      html`<a href="${base}${coverageUrl({ kind, zone })}">${COVERAGE_WORDS[kind].many}</a>`,
      numberCell(one),
      numberCell(two),
      COVERAGE_WORDS[kind].seenBy,
    ]),
  });
}

function zonesTable(zones: readonly NamedZone[], { kind }: CoverageQuery, base: string): unknown {
  return table({
    caption: 'Zones with most subjects that need one or two more reports',
    columns: [{ head: 'Zone' }, { head: 'Need 1 more', as: 'number' }, { head: 'Need 2 more', as: 'number' }],
    rows: zones.map(({ zone, one, two, name, nameInFiles }) => [
      html`<a href="${base}${coverageUrl({ kind, zone })}">${zoneShown(zoneOf(zone, name ?? undefined, nameInFiles))}</a>`,
      numberCell(one),
      numberCell(two),
    ]),
  });
}

function listOf(list: CoverageList, query: CoverageQuery, base: string): unknown {
  return section(list.kind, COVERAGE_WORDS[list.kind].many, html`${subjectsOf(list, base)}${more(list, query, base)}`);
}

function subjectsOf({ kind, subjects }: CoverageList, base: string): unknown {
  return coveredList(
    subjects.map(({ id, name, missing }) => ({ kind, id, name, note: counted(missing, 'more report') })),
    base,
  );
}

function more({ kind, next }: CoverageList, { kind: alone, zone }: CoverageQuery, base: string): unknown {
  return next === null
    ? ''
    : html`<p class="cut"><a href="${base}${coverageUrl({ kind, zone, after: alone === null ? null : next })}">${
        alone === null ? moreOf(kind) : 'Next page'
      }</a></p>
`;
}

function moreOf(kind: CoverageKind): string {
  return `All: ${COVERAGE_WORDS[kind].many}`;
}
