import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import type { Zone } from '../../../domain/reads/entities/places.ts';
import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { type ByName, byName } from '../../../domain/tools/browse/by_name.ts';
import {
  type ListedQuest,
  listedQuests,
  type QuestsOfZone,
  someQuestsOfZone,
} from '../../../domain/tools/browse/quests.ts';
import { knownZone, questZones } from '../../../domain/tools/browse/zones.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { namedList, readPlace } from '../../pages/parts/by_name.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { pager } from '../../pages/parts/pager.ts';
import { section } from '../../pages/parts/section.ts';
import { type Table, table } from '../../pages/parts/table.ts';
import { isNamedByFiles, noZone, zoneLink, zoneName, zoneShown } from '../../pages/parts/zone_link.ts';
import { questsOfZonePath } from '../../pages/parts/zone_lists.ts';
import { zoneTiles } from '../../pages/parts/zone_tiles.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/quests';
const TITLE = 'Quests';

/** Creates the page of quests: one zone's quests by level (`zone`, `page`), or all zones and all quests by name. */
export async function questsPage(context: Context, query: string): Promise<Result<PageContent, Refusal>> {
  const asked = readParams(query, (params) => ({
    mapId: params.optionalInteger('zone', 1),
    page: params.integer('page', 1, 1),
  }));
  if (!asked.ok) return asked;
  const place = readPlace(query);
  if (!place.ok) return place;
  const { mapId, page } = asked.value;
  const seen = await createSee(context)(
    (data): Promise<QuestsView | null> => (mapId === null ? allFrom(data, place.value) : zoneFrom(data, mapId, page)),
  );
  if (seen === null) return ok(nothingYet(TITLE, PATH));
  const { view, value } = seen;
  if (value === null) return err(noZone(mapId!));
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  return ok({
    ...('zone' in value ? questsIn(value, base, view.game?.build ?? null) : allShown(value, place.value, base)),
    observed: observedIn(view, settings),
    gameData:
      ('zone' in value ? [value.zone] : value.zones).some(isNamedByFiles) && view.game !== null
        ? gameDataNotice(view.game)
        : null,
  });
}

interface AllQuests {
  readonly zones: readonly Zone[];
  readonly names: ByName;
  readonly quests: readonly ListedQuest[];
}

interface ZoneQuests {
  readonly zone: Zone;
  readonly page: number;
  readonly quests: QuestsOfZone;
}

type QuestsView = AllQuests | ZoneQuests;

async function allFrom(data: PublishedSnapshot, place: NamePlace): Promise<AllQuests> {
  const zones = await questZones(data);
  const names = await byName(data, 'quest', place);
  const quests = await listedQuests(data, names.ids);
  return { zones, names, quests };
}

/** Number of quests per page in a zone's list. */
const ROWS = 100;

async function zoneFrom(data: PublishedSnapshot, mapId: number, page: number): Promise<ZoneQuests | null> {
  const zone = await knownZone(data, mapId);
  if (zone === null) return null;
  const quests = await someQuestsOfZone(data, mapId, { first: (page - 1) * ROWS, max: ROWS });
  return { zone, page, quests };
}

type Parts = Pick<PageContent, 'title' | 'path' | 'description' | 'data' | 'dataWords' | 'main'>;

function allShown({ zones, names, quests }: AllQuests, place: NamePlace, base: string): Parts {
  const byZone = zoneTiles(zones, { base, pathTo: questsOfZonePath, describe: () => 'quests by level' });
  return {
    title: TITLE,
    path: PATH,
    description: 'Quests that players took, by the zone of their givers and by name.',
    data: '/api/corpus/public?kinds=quest',
    dataWords: 'Players’ quest reports',
    main: html`<h1>${TITLE}</h1>
${zones.length === 0 ? '' : section('zones', 'By the zone of their giver', byZone)}${section(
  'names',
  'By name',
  namedList({
    names,
    place,
    path: `${base}${PATH}`,
    none: 'No quest titles yet that three players agree on.',
    table: () => questTable({ caption: 'Quests by name', quests, base }),
  }),
)}`,
  };
}

function questsIn({ zone, page, quests }: ZoneQuests, base: string, build: string | null): Parts {
  const name = zoneName(zone, build);
  const { rows, total, isWhole } = quests;
  const pathOf = (to: number): string => questsOfZonePath(zone.mapId, to);
  return {
    title: `Quests in ${name}`,
    path: pathOf(page),
    description: `Quests that start in ${name}, by level.`,
    main: html`<h1>Quests in ${zoneShown(zone)}</h1>
<p>Quests whose givers players saw in ${zoneLink(zone, base)}. <a href="${base}${PATH}">All quests</a></p>
${
  rows.length === 0
    ? total === 0
      ? html`<p>No quests are known here yet. Yours could be the first.</p>`
      : html`<p>The list has fewer pages. <a href="${base}${pathOf(1)}">From the beginning</a></p>`
    : html`${questTable({
        caption: `Quests in ${name} by level`,
        quests: rows,
        total,
        isWhole,
        first: (page - 1) * ROWS + 1,
        base,
        rest: `${base}${PATH}`,
        restWords: 'All quests by name',
      })}${pager({ page, pages: Math.ceil(total / ROWS), pathOf: (to) => `${base}${pathOf(to)}` })}`
}`,
  };
}

interface QuestTable extends Pick<Table, 'caption' | 'total' | 'isWhole' | 'first' | 'rest' | 'restWords'> {
  readonly quests: readonly ListedQuest[];
  readonly base: string;
}

function questTable({ quests, base, ...shown }: QuestTable): unknown {
  return table({
    ...shown,
    columns: [
      { head: 'Quest' },
      { head: 'Level', as: 'number' },
      { head: 'Given by' },
      { head: 'Ends at' },
      { head: 'Rewards', as: 'number' },
    ],
    rows: quests.map(({ id, name, level, giver, turnIn, rewards }) => [
      entityLink({ kind: 'quest', id, name: name?.value ?? null, locale: name?.locale }, base),
      { shown: level ?? UNKNOWN, value: level },
      giver === null ? UNKNOWN : entityLink(giver, base),
      turnIn === null ? UNKNOWN : entityLink(turnIn, base),
      { shown: rewards ?? UNKNOWN, value: rewards },
    ]),
  });
}
