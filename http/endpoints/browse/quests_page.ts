import * as v from 'valibot';
import type { Zone } from '../../../domain/reads/entities/places.ts';
import { readNamesPage } from '../../../domain/tools/browse/by_name.ts';
import {
  type ListedQuest,
  readListedQuests,
  readZoneQuests,
  type ZoneQuestsPage,
} from '../../../domain/tools/browse/quests.ts';
import { readKnownZone, readQuestZones, sortZonesByLevel } from '../../../domain/tools/browse/zones.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createReader } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { listPage } from '../../pages/list_page.ts';
import { createSnapshotFooter } from '../../pages/observed.ts';
import { readNamePosition, renderNamedList } from '../../pages/parts/by_name.ts';
import { linkEntity } from '../../pages/parts/entity_link.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { buildEmptyPage, renderEmptyList } from '../../pages/parts/none.ts';
import { renderPageLinks } from '../../pages/parts/pager.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { renderTable, type TableData } from '../../pages/parts/table.ts';
import { formatZoneName, linkZone, refuseZone, showZone } from '../../pages/parts/zone_link.ts';
import { toQuestsPath } from '../../pages/parts/zone_lists.ts';
import { renderZones } from '../../pages/parts/zone_tiles.ts';
import { readQuery, wholeNumber, wholeNumberOr } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const QUESTS_PATH = '/quests';
const QUESTS_QUERY = v.object({ zone: wholeNumber(), page: wholeNumberOr(1) });

/** Creates the page of quests: one zone's quests by level (`zone`, `page`), or all zones and all quests by name. */
export async function createQuestsPage(context: Context, query: string): Promise<Result<PageContent, Refusal>> {
  const asked = readQuery(QUESTS_QUERY, query);
  if (!asked.ok) return asked;
  const { zone: mapId, page } = asked.value;
  if (mapId !== null) return buildZoneQuests(context, mapId, page);
  const place = readNamePosition(query);
  if (!place.ok) return place;
  return listPage(context, {
    title: 'Quests',
    path: QUESTS_PATH,
    description: 'Quests that players took, by the zone of their givers and by name.',
    data: '/api/corpus/public?kinds=quest',
    dataWords: 'Players’ quest reports',
    read: async (snapshot) => {
      const zones = await sortZonesByLevel(snapshot, await readQuestZones(snapshot));
      const names = await readNamesPage(snapshot, 'quest', place.value);
      return { zones, names, quests: await readListedQuests(snapshot, names.ids) };
    },
    render: ({ zones, names, quests }, base) =>
      html`${zones.length === 0 ? '' : renderSection('zones', 'By the zone of their giver', renderZones(zones, { base, pathTo: toQuestsPath, describe: ({ seen }) => formatQuantity(seen, 'quest') }))}${renderNamedList(
        {
          names,
          place: place.value,
          path: `${base}${QUESTS_PATH}`,
          none: 'No quest titles yet that three players agree on.',
          table: () => renderQuests({ caption: 'Quests by name', quests, base }),
        },
      )}`,
  });
}

/** Number of quests per page in a zone's list. */
const PAGE_ROWS = 100;

async function buildZoneQuests(context: Context, mapId: number, page: number): Promise<Result<PageContent, Refusal>> {
  const { settings } = context;
  const seen = await createReader(context)(async (snapshot): Promise<ZoneQuests | null> => {
    const zone = await readKnownZone(snapshot, mapId);
    if (zone === null) return null;
    return {
      zone,
      page,
      quests: await readZoneQuests(snapshot, mapId, { first: (page - 1) * PAGE_ROWS, max: PAGE_ROWS }),
    };
  });
  if (seen === null) return ok(buildEmptyPage('Quests', toQuestsPath(mapId)));
  const { view, value } = seen;
  if (value === null) return err(refuseZone(mapId));
  const name = formatZoneName(value.zone, view.game?.build);
  const main = renderZoneQuests(value, toBasePath(settings.publicUrl));
  return ok({
    title: `Quests in ${name}`,
    path: toQuestsPath(mapId, page),
    description: `Quests that start in ${name}, by level.`,
    ...createSnapshotFooter(view, settings, main),
    main,
  });
}

interface ZoneQuests {
  readonly zone: Zone;
  readonly page: number;
  readonly quests: ZoneQuestsPage;
}

function renderZoneQuests({ zone, page, quests }: ZoneQuests, base: string): unknown {
  const { rows, total, isWhole } = quests;
  const pathOf = (to: number): string => `${base}${toQuestsPath(zone.mapId, to)}`;
  return html`<h1>Quests in ${showZone(zone)}</h1>
<p>Quests whose givers players saw in ${linkZone(zone, base)}. <a href="${base}${QUESTS_PATH}">All quests</a></p>
${
  rows.length === 0
    ? total === 0
      ? renderEmptyList('No quests are known here yet. Yours could be the first.', base)
      : html`<p>The list has fewer pages. <a href="${pathOf(1)}">From the beginning</a></p>`
    : html`${renderQuests({
        caption: `Quests in ${formatZoneName(zone)} by level`,
        quests: rows,
        total,
        isWhole,
        first: (page - 1) * PAGE_ROWS + 1,
        base,
        rest: `${base}${QUESTS_PATH}`,
        restWords: 'All quests by name',
      })}${renderPageLinks({ page, pages: Math.ceil(total / PAGE_ROWS), pathOf })}`
}`;
}

interface QuestTable extends Pick<TableData, 'caption' | 'total' | 'isWhole' | 'first' | 'rest' | 'restWords'> {
  readonly quests: readonly ListedQuest[];
  readonly base: string;
}

function renderQuests({ quests, base, ...shown }: QuestTable): unknown {
  return renderTable({
    ...shown,
    columns: [
      { head: 'Quest' },
      { head: 'Level', as: 'number' },
      { head: 'Given by' },
      { head: 'Ends at' },
      { head: 'Rewards', as: 'number' },
    ],
    rows: quests.map(({ id, name, level, giver, turnIn, rewards }) => [
      linkEntity({ kind: 'quest', id, name: name?.value ?? null, locale: name?.locale }, base),
      { shown: level ?? UNKNOWN_MARK, value: level },
      giver === null ? UNKNOWN_MARK : linkEntity(giver, base),
      turnIn === null ? UNKNOWN_MARK : linkEntity(turnIn, base),
      { shown: rewards ?? UNKNOWN_MARK, value: rewards },
    ]),
  });
}
