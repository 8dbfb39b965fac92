import { html } from 'hono/html';
import { noticeOf } from '../../../domain/game_files/import/notice.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import type { ReadRefusal } from '../../../domain/reads/refusal.ts';
import { type ByName, byName } from '../../../domain/tools/browse/by_name.ts';
import { type ListedQuest, listedQuests, questsOfZone } from '../../../domain/tools/browse/quests.ts';
import { type PeopledZone, peopledZones, zonesOf } from '../../../domain/tools/browse/zones.ts';
import type { SnapshotData } from '../../../domain/tools/shared/snapshot_data.ts';
import type { Zone } from '../../../domain/tools/shared/zone.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { initialsOf, readPlace, waysOn } from '../../pages/parts/by_name.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { section } from '../../pages/parts/section.ts';
import { table } from '../../pages/parts/table.ts';
import { isNamedByFiles, zoneLink } from '../../pages/parts/zone_link.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/quests';
const TITLE = 'Quests';

/** Quests: those of one zone by level (`zone`), else the zones and all quests by name. */
export const questsPage = async (context: Context, query: string): Promise<Result<PageContent, Refusal>> => {
  const asked = readParams(query, (params) => params.optionalInteger('zone', 1));
  if (!asked.ok) return asked;
  const place = readPlace(query);
  if (!place.ok) return place;
  const mapId = asked.value;
  const seen = await createSee(context)((data) =>
    mapId === null ? allFrom(data, place.value) : zoneFrom(data, mapId),
  );
  if (!seen.ok) return seen;
  if (seen.value === null) return ok(nothingYet(TITLE, PATH));
  const { view, value } = seen.value;
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  const shown = value.zone === null ? allShown(value, place.value, base) : zoneShown(value.zone, value.quests, base);
  const isFiled = [...value.zones, ...(value.zone === null ? [] : [value.zone])].some(isNamedByFiles);
  return ok({
    ...shown,
    observed: { attribution: attributionOf(settings), dataAsOfMs: view.row.dataAsOfMs },
    gameData: isFiled && view.game !== null ? noticeOf(view.game) : null,
  });
};

interface Shown {
  readonly zone: Zone | null;
  readonly zones: readonly PeopledZone[];
  readonly names: ByName | null;
  readonly quests: readonly ListedQuest[];
}

const allFrom = async (data: SnapshotData, place: NamePlace): Promise<Result<Shown, ReadRefusal>> => {
  const zones = await peopledZones(data);
  if (!zones.ok) return zones;
  const names = await byName(data, 'quest', place);
  if (!names.ok) return names;
  const quests = await listedQuests(data, names.value.ids);
  return quests.ok ? ok({ zone: null, zones: zones.value, names: names.value, quests: quests.value }) : quests;
};

const zoneFrom = async (data: SnapshotData, mapId: number): Promise<Result<Shown, ReadRefusal>> => {
  const zones = await zonesOf(data, [mapId]);
  if (!zones.ok) return zones;
  const quests = await questsOfZone(data, mapId);
  return quests.ok ? ok({ zone: zones.value.get(mapId)!, zones: [], names: null, quests: quests.value }) : quests;
};

type Parts = Pick<PageContent, 'title' | 'path' | 'description' | 'main'>;

const allShown = ({ zones, names, quests }: Shown, place: NamePlace, base: string): Parts => {
  const path = `${base}${PATH}`;
  const none = html`<p>No quest has a title yet that three installs agree on. It fills with players’ uploads.</p>\n`;
  const list = quests.length === 0 ? html`<p>No titles follow here.</p>\n` : questTable('Quests by name', quests, base);
  const byZone = html`<ul class="plain columns">
${zones.map((zone) => html`<li><a href="${path}?zone=${zone.mapId}">${zoneName(zone)}</a></li>\n`)}</ul>
`;
  return {
    ...{ title: TITLE, path: PATH, description: 'Quests that players took, by the zone of their givers and by name.' },
    main: html`<h1>${TITLE}</h1>
${zones.length === 0 ? '' : section('zones', 'By the zone of their giver', byZone)}${section(
  'names',
  'By name',
  names === null || names.initials.length === 0
    ? none
    : html`${initialsOf(names, path, place)}${list}${waysOn(names, path, place)}`,
)}`,
  };
};

const zoneShown = (zone: Zone, quests: readonly ListedQuest[], base: string): Parts => {
  const name = zoneName(zone);
  return {
    ...{ title: `Quests in ${name}`, path: `${PATH}?zone=${zone.mapId}` },
    description: `Quests that are given in ${name}, by level.`,
    main: html`<h1>Quests in <bdi>${name}</bdi></h1>
<p>Quests whose givers players met in ${zoneLink(zone, base)}. <a href="${base}${PATH}">All quests</a></p>
${
  quests.length === 0
    ? html`<p>No quest is known here yet. It fills with players’ uploads.</p>`
    : questTable(`Quests in ${name} by level`, quests, base)
}`,
  };
};

const zoneName = ({ mapId, map, mapInFiles }: Zone): string => map ?? mapInFiles ?? `zone ${mapId}`;

const questTable = (caption: string, quests: readonly ListedQuest[], base: string): unknown =>
  table({
    caption,
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
