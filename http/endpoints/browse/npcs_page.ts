import { html } from 'hono/html';
import { rangeText } from '../../../domain/cards/words.ts';
import { noticeOf } from '../../../domain/game_files/import/notice.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import type { ReadRefusal } from '../../../domain/reads/refusal.ts';
import { type ByName, byName } from '../../../domain/tools/browse/by_name.ts';
import { type ListedNpc, listedNpcs } from '../../../domain/tools/browse/npcs.ts';
import { type PeopledZone, peopledZones } from '../../../domain/tools/browse/zones.ts';
import type { SnapshotData } from '../../../domain/tools/shared/snapshot_data.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { initialsOf, readPlace, waysOn } from '../../pages/parts/by_name.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { ROLE_WORDS } from '../../pages/parts/roles.ts';
import { section } from '../../pages/parts/section.ts';
import { table } from '../../pages/parts/table.ts';
import { isNamedByFiles, zoneLink } from '../../pages/parts/zone_link.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/npcs';
const TITLE = 'Creatures and people';

/** NPCs: the zones that players met any in, and all of them by name. */
export const npcsPage = async (context: Context, query: string): Promise<Result<PageContent, Refusal>> => {
  const place = readPlace(query);
  if (!place.ok) return place;
  const seen = await createSee(context)((data) => npcsFrom(data, place.value));
  if (!seen.ok) return seen;
  if (seen.value === null) return ok(nothingYet(TITLE, PATH));
  const { view, value } = seen.value;
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  const isFiled = [...value.zones, ...value.npcs.flatMap(({ zones }) => zones)].some(isNamedByFiles);
  return ok({
    ...{ title: TITLE, path: PATH },
    description: 'Creatures and people that players met, by zone and by name.',
    observed: { attribution: attributionOf(settings), dataAsOfMs: view.row.dataAsOfMs },
    gameData: isFiled && view.game !== null ? noticeOf(view.game) : null,
    main: html`<h1>${TITLE}</h1>
${section('zones', 'By zone', zoneList(value.zones, base))}${section('names', 'By name', npcList(value, place.value, base))}`,
  });
};

interface Shown {
  readonly zones: readonly PeopledZone[];
  readonly names: ByName;
  readonly npcs: readonly ListedNpc[];
}

const npcsFrom = async (data: SnapshotData, place: NamePlace): Promise<Result<Shown, ReadRefusal>> => {
  const zones = await peopledZones(data);
  if (!zones.ok) return zones;
  const names = await byName(data, 'npc', place);
  if (!names.ok) return names;
  const npcs = await listedNpcs(data, names.value.ids);
  return npcs.ok ? ok({ zones: zones.value, names: names.value, npcs: npcs.value }) : npcs;
};

const zoneList = (zones: readonly PeopledZone[], base: string): unknown =>
  zones.length === 0
    ? html`<p>No zone is known yet in which three installs met the same creature. It fills with players’ uploads.</p>\n`
    : html`<ul class="plain columns">
${zones.map((zone) => html`<li>${zoneLink(zone, base)} <small class="quiet">${counted(zone.npcs, 'NPC')}</small></li>\n`)}</ul>
`;

const npcList = ({ names, npcs }: Shown, place: NamePlace, base: string): unknown => {
  if (names.initials.length === 0) {
    return html`<p>No creature has a name yet that three installs agree on. It fills with players’ uploads.</p>\n`;
  }
  const path = `${base}${PATH}`;
  return html`${initialsOf(names, path, place)}${
    npcs.length === 0
      ? html`<p>No names follow here.</p>\n`
      : table({
          caption: 'Creatures and people by name',
          columns: [{ head: 'Name' }, { head: 'Level', as: 'number' }, { head: 'Met in' }, { head: 'For players' }],
          rows: npcs.map((npc) => npcRow(npc, base)),
        })
  }${waysOn(names, path, place)}`;
};

const npcRow = ({ id, name, levels, roles, zones, reactions }: ListedNpc, base: string): readonly unknown[] => [
  entityLink({ kind: 'npc', id, name: name?.value ?? null, locale: name?.locale }, base),
  { shown: levels === null ? UNKNOWN : rangeText(levels.min, levels.max), value: levels?.min ?? null },
  zones.length === 0 ? UNKNOWN : zones.map((zone, at) => html`${at > 0 ? ', ' : ''}${zoneLink(zone, base)}`),
  [...roles.map((role) => ROLE_WORDS[role]), ...(roles.length === 0 ? reactions : [])].join(', '),
];
