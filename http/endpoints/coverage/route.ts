import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import { readCoverage } from '../../../domain/reads/coverage.ts';
import { zoneOf } from '../../../domain/reads/entities/places.ts';
import { shareReads } from '../../../domain/reads/entities/read_once.ts';
import { waitingOf } from '../../../domain/reads/waiting.ts';
import { knownZone } from '../../../domain/tools/browse/zones.ts';
import { readQuestBoard, readZoneBoard } from '../../../domain/tools/coverage/quest_board.ts';
import { describeTasks } from '../../../domain/tools/coverage/tasks.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { snapshotFooter } from '../../pages/observed.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { waitingText } from '../../pages/parts/waiting.ts';
import { noZone, zoneName } from '../../pages/parts/zone_link.ts';
import { withoutEmpty } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Route } from '../../pipeline/route.ts';
import { boardMain, zoneBoardMain } from './board_page.ts';
import { coverageDataRoute } from './data_route.ts';
import { filterForm } from './filter_form.ts';
import { kindMain } from './kind_page.ts';
import { COVERAGE_DATA_PATH, COVERAGE_PATH, type CoverageAsked, coverageUrl, readCoverageQuery } from './query.ts';

const TITLE = 'Quest board';

/**
 * Serves the board of tasks, which are subjects that only one or two installs reported, as pages and as JSON (contract,
 * section 3, Coverage).
 */
export function coverageRoutes(context: Context): readonly Route[] {
  const { settings, snapshots } = context;
  const board = pageRoute(context, {
    path: COVERAGE_PATH,
    cachePolicy: BY_QUERY,
    content: async ({ query }) => {
      const asked = readCoverageQuery(withoutEmpty(query));
      if (!asked.ok) return asked;
      const snapshot = await snapshots.newest();
      if (snapshot === null) return ok(nothingYet(TITLE, COVERAGE_PATH));
      const content = await readContent(context, snapshot, asked.value);
      if (!content.ok) return content;
      const { title, lead, main } = content.value;
      return ok({
        title,
        description: 'What players can do so that facts become public: most need only one more report.',
        path: coverageUrl(asked.value),
        data: coverageUrl(asked.value, COVERAGE_DATA_PATH),
        ...snapshotFooter(snapshot.view, settings, main),
        main: html`<h1>${title}</h1>
<p>${lead}</p>
${waitingText(waitingOf(snapshot.view.row), settings)}${filterForm(asked.value, basePath(settings.publicUrl))}${main}`,
      });
    },
  });
  return [board, coverageDataRoute(context)];
}

interface BoardContent {
  readonly title: string;
  readonly lead: string;
  readonly main: unknown;
}

const LEAD =
  'Three players must see something before it is public. What only one or two have seen is listed here. Do something on the list with the addon on, upload your file, and a fact may go live because of you.';

async function readContent(
  { settings }: Context,
  newest: Snapshot,
  asked: CoverageAsked,
): Promise<Result<BoardContent, Refusal>> {
  const base = basePath(settings.publicUrl);
  const snapshot = shareReads(newest, settings);
  const { kind, zone } = asked;
  if (zone === null && kind === null) {
    const found = await readQuestBoard(snapshot, asked);
    return ok({ title: TITLE, lead: LEAD, main: boardMain(found, asked, base) });
  }
  const known = zone === null ? null : await findZone(snapshot, zone);
  if (zone !== null && known === null) return err(noZone(zone));
  const place = known === null ? '' : ` in ${zoneName(known, snapshot.view.game?.build ?? null)}`;
  if (kind === null) {
    const found = await readZoneBoard(snapshot, zone!, asked);
    return ok({
      title: `${TITLE}: ${place.slice(' in '.length)}`,
      lead: LEAD,
      main: zoneBoardMain(found, asked, base),
    });
  }
  const page = await readCoverage(snapshot, asked);
  const [list] = page.lists;
  const subjects = (list?.subjects ?? []).map((subject) => ({ ...subject, kind, zone }));
  const tasks = await describeTasks(snapshot, subjects);
  return ok({
    title: `${COVERAGE_WORDS[kind].todo}${place}`,
    lead: LEAD,
    main: kindMain({ tasks, next: list?.next ?? null }, asked, base),
  });
}

/** Returns a zone with public facts or pending subjects, or null. Other zones may not exist. */
async function findZone(snapshot: Snapshot, mapId: number) {
  const known = await knownZone(snapshot, mapId);
  if (known !== null) return known;
  const counts = await snapshot.coverage.counts(mapId);
  return counts.length === 0 ? null : zoneOf(mapId, undefined, null);
}
