import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import type { PendingSubject } from '../../../domain/ports/coverage.ts';
import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import { type CoveragePage, readCoverage } from '../../../domain/reads/coverage.ts';
import { buildZone } from '../../../domain/reads/entities/places.ts';
import { shareReads } from '../../../domain/reads/entities/read_once.ts';
import { readNewest } from '../../../domain/reads/list.ts';
import { countPendingEvidence } from '../../../domain/reads/waiting.ts';
import { readKnownZone } from '../../../domain/tools/browse/zones.ts';
import { isLevelSuited } from '../../../domain/tools/coverage/help_wanted.ts';
import {
  compareTasks,
  readBoardZones,
  readQuestBoard,
  readZoneBoard,
} from '../../../domain/tools/coverage/quest_board.ts';
import { describeTasks, type HelpTask } from '../../../domain/tools/coverage/tasks.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { formatInstant, toInstantOrNull } from '../../../domain/values/instant.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createSnapshotFooter } from '../../pages/observed.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { renderNameless, renderSubject, renderTodos } from '../../pages/parts/help_task.ts';
import { buildEmptyPage } from '../../pages/parts/none.ts';
import { explainPendingCount } from '../../pages/parts/waiting.ts';
import { formatZoneName, refuseZone, showZone } from '../../pages/parts/zone_link.ts';
import { renderLevelField } from '../../pages/parts/zone_lists.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import { omitEmptyValues, readQuery } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { createRoute, PUBLIC_REVALIDATED, type Route } from '../../pipeline/route.ts';
import { UNREACHABLE_SENTENCE, WRONG_PARAMETER } from '../../pipeline/route_docs.ts';
import { renderBoard, renderNothing, renderZoneBoard } from './board_page.ts';
import {
  COVERAGE_DATA_PATH,
  COVERAGE_PATH,
  COVERAGE_QUERY,
  type CoverageQuery,
  checkStart,
  toCoverageUrl,
} from './query.ts';

const BOARD_TITLE = 'Quest board';

/**
 * Serves the board of tasks, which are subjects that only one or two installs reported, as pages and as JSON (contract,
 * section 3, Coverage).
 */
export function createCoverageRoutes(context: Context): readonly Route[] {
  const { settings, snapshots } = context;
  const board = createPageRoute(context, {
    path: COVERAGE_PATH,
    cachePolicy: CACHE_BY_QUERY,
    content: async ({ query }) => {
      const read = readQuery(COVERAGE_QUERY, omitEmptyValues(query));
      const asked = read.ok ? checkStart(read.value) : read;
      if (!asked.ok) return asked;
      const snapshot = await snapshots.newest();
      if (snapshot === null) return ok(buildEmptyPage(BOARD_TITLE, COVERAGE_PATH));
      const content = await readContent(context, snapshot, asked.value);
      if (!content.ok) return content;
      const { title, heading = title, main } = content.value;
      return ok({
        title,
        description: 'What players can do so that facts become public: most need only one more report.',
        path: toCoverageUrl(asked.value),
        data: toCoverageUrl(asked.value, COVERAGE_DATA_PATH),
        ...createSnapshotFooter(snapshot.view, settings, main),
        main: html`<h1>${heading}</h1>
<p>${BOARD_LEAD}</p>
${explainPendingCount(countPendingEvidence(snapshot.view.row), settings)}${renderFilter(asked.value, toBasePath(settings.publicUrl))}${main}`,
      });
    },
  });
  return [board, createCoverageDataRoute(context)];
}

interface BoardContent {
  readonly title: string;
  /** The heading if it differs from the title. */
  readonly heading?: unknown;
  readonly main: unknown;
}

const BOARD_LEAD =
  'Three players must see something before it is public. What only one or two have seen is listed here. Do something on the list with the addon on, upload your file, and a fact may go live because of you.';

async function readContent(
  { settings }: Context,
  newest: Snapshot,
  asked: CoverageQuery,
): Promise<Result<BoardContent, Refusal>> {
  const base = toBasePath(settings.publicUrl);
  const snapshot = shareReads(newest, settings);
  const { kind, zone } = asked;
  if (zone === null && kind === null) {
    const found = await readQuestBoard(snapshot, asked);
    return ok({ title: BOARD_TITLE, main: renderBoard(found, asked, base) });
  }
  const known = zone === null ? null : await findZone(snapshot, zone);
  if (zone !== null && known === null) return err(refuseZone(zone));
  const describe = (what: string) => ({
    title: known === null ? what : `${what} ${formatZoneName(known, snapshot.view.game?.build ?? null)}`,
    heading: known === null ? what : html`${what} ${showZone(known)}`,
  });
  if (kind === null) {
    const found = await readZoneBoard(snapshot, zone!, asked);
    return ok({
      ...describe(`${BOARD_TITLE}:`),
      main: renderZoneBoard(found, asked, base),
    });
  }
  const page = await readCoverage(snapshot, asked);
  const [list] = page.lists;
  const subjects = (list?.subjects ?? []).map((subject) => ({ ...subject, kind, zone }));
  const tasks = await describeTasks(snapshot, subjects);
  return ok({
    ...describe(`${COVERAGE_WORDS[kind].todo}${known === null ? '' : ' in'}`),
    main: renderKindTasks({ tasks: tasks.toSorted(compareTasks), next: list?.next ?? null }, asked, base),
  });
}

/** Returns a zone with public facts or pending subjects, or null. Other zones may not exist. */
async function findZone(snapshot: Snapshot, mapId: number) {
  const known = await readKnownZone(snapshot, mapId);
  if (known !== null) return known;
  const counts = await snapshot.coverage.counts(mapId);
  return counts.length === 0 ? null : buildZone(mapId, undefined, null);
}

function renderFilter({ kind, zone, level, need }: CoverageQuery, base: string): unknown {
  const option = (value: string, name: string) =>
    html`<option value="${value}"${value === String(need ?? '') ? html` selected` : ''}>${name}</option>`;
  return html`<form class="choose" action="${base}${COVERAGE_PATH}">
${kind === null ? '' : html`<input type="hidden" name="kind" value="${kind}">\n`}${zone === null ? '' : html`<input type="hidden" name="zone" value="${zone}">\n`}${kind === null ? renderLevelField(level) : ''}<label>Needs <select name="need">${option('', 'one or two more')}${option('1', 'one more report')}${option('2', 'two more reports')}</select></label>
<button>Show</button>
${zone === null && kind === null ? '' : html`<a href="${base}${toCoverageUrl({ level, need })}">All zones</a>\n`}${zone !== null && kind !== null ? html`<a href="${base}${toCoverageUrl({ zone, level, need })}">Everything in this zone</a>\n` : ''}</form>
`;
}

interface KindPage {
  readonly tasks: readonly HelpTask[];
  /** Start of the next page, or null on the last page. */
  readonly next: PendingSubject | null;
}

function renderKindTasks({ tasks, next }: KindPage, asked: CoverageQuery, base: string): unknown {
  return html`${
    tasks.length === 0
      ? renderNothing(asked, base)
      : html`${renderTodos(tasks, (task) => renderSubject(task, base), 'wide')}${renderNameless(tasks)}`
  }${next === null ? '' : html`<p class="cut"><a href="${base}${toCoverageUrl({ ...asked, after: next })}">Next page</a></p>\n`}`;
}

function createCoverageDataRoute({ settings, snapshots }: Context): Route {
  const attribution = createAttribution(settings);
  return createRoute({
    path: COVERAGE_DATA_PATH,
    budget: 'tooltip',
    cacheHeaders: PUBLIC_REVALIDATED,
    cachePolicy: CACHE_BY_QUERY,
    query: COVERAGE_QUERY,
    docs: ({ example }) => ({
      operationId: 'getCoverage',
      tag: 'Observed',
      summary: 'What needs one or two more reports',
      description:
        'Subjects that only one or two installs reported, by kind and zone, without values, and the progress of each zone. The page /coverage shows the same as tasks for players.',
      served: [
        {
          description: 'The subjects.',
          schema: 'coverageResponse',
          examples: { board: { summary: 'One task in one zone', value: example('coverage') } },
          licence: 'observed',
        },
      ],
      refusals: { 400: WRONG_PARAMETER, 503: UNREACHABLE_SENTENCE },
    }),
    handle: async (sent) => {
      const asked = checkStart(sent);
      if (!asked.ok) return asked;
      const newest = await readNewest(snapshots);
      const { level, zone } = asked.value;
      const page = await readCoverage(newest, asked.value);
      const ids = zone === null ? page.zones.map((one) => one.zone) : [zone];
      const board = await readBoardZones(shareReads(newest, settings), ids);
      const progressOf = (id: number) => {
        const { levels, confirmed, reported } = board.get(id)!;
        return { levels, confirmed, reported };
      };
      const zones = page.zones
        .map((one) => ({ ...one, ...progressOf(one.zone) }))
        .filter((one) => isLevelSuited(one, level));
      const { row, game } = newest.view;
      const body = {
        generatedAt: formatInstant(row.writtenAtMs),
        dataAsOf: toInstantOrNull(row.dataAsOfMs),
        ...page,
        zones,
        progress: zone === null ? null : progressOf(zone),
        attribution,
        gameData: game !== null && usesFileNames(page) ? buildGameDataNotice(game) : null,
      };
      return ok({
        status: 200,
        mediaType: JSON_TYPE,
        body: encodeJson(body),
        fields: createLicenceFields(attribution)(null),
      });
    },
  });
}

function usesFileNames({ zones, zoneNameInFiles }: CoveragePage): boolean {
  return zoneNameInFiles !== null || zones.some(({ nameInFiles }) => nameInFiles !== null);
}
