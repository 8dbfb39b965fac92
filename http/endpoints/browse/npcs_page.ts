import { rangeText } from '../../../domain/cards/words.ts';
import type { Zone } from '../../../domain/reads/entities/places.ts';
import { ERRANDS, type Errand } from '../../../domain/reads/entities/zone.ts';
import { type ListedNpc, listedNpcs, type NpcsOfZone, npcsOfZone } from '../../../domain/tools/browse/npcs.ts';
import { knownZone } from '../../../domain/tools/browse/zones.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { snapshotFooter } from '../../pages/observed.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import { renderPager } from '../../pages/parts/pager.ts';
import { rolesShown } from '../../pages/parts/roles.ts';
import { table } from '../../pages/parts/table.ts';
import { noZone, zoneLink, zoneLinks, zoneName, zoneShown } from '../../pages/parts/zone_link.ts';
import { ERRAND_HEADINGS, ERRANDS_SHOWN, npcsOfZonePath } from '../../pages/parts/zone_lists.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { placedPage } from './placed_page.ts';

const TITLE = 'Creatures and people';

/** Creates the page of NPCs: the NPCs of one zone (`zone`), or all zones with NPCs and all NPCs by name. */
export async function npcsPage(context: Context, query: string): Promise<Result<PageContent, Refusal>> {
  const asked = readParams(query, (params) => params.optionalInteger('zone', 1));
  if (!asked.ok) return asked;
  if (asked.value !== null) return npcsOfZonePage(context, query, asked.value);
  return placedPage(context, query, {
    kind: 'npc',
    title: TITLE,
    path: '/npcs',
    description: 'Creatures and people that players saw, by zone and by name.',
    noun: 'NPC',
    name: 'creature',
    pathTo: npcsOfZonePath,
    read: listedNpcs,
    table: (npcs, base) => npcTable('Creatures and people by name', npcs, base),
  });
}

/** Creates the page of the NPCs seen in one zone, listed by id, 100 per page. `who` filters NPCs by what they offer. */
async function npcsOfZonePage(context: Context, query: string, mapId: number): Promise<Result<PageContent, Refusal>> {
  const asked = readParams(query, (params) => ({
    who: params.choice('who', ERRANDS_SHOWN),
    after: params.integer('after', 0, 0),
  }));
  if (!asked.ok) return asked;
  const { who, after } = asked.value;
  const seen = await createSee(context)(async (data): Promise<ZoneNpcs | null> => {
    const zone = await knownZone(data, mapId);
    if (zone === null) return null;
    const npcs = await npcsOfZone(data, mapId, { roles: who === null ? [] : ERRANDS[who], after });
    return { zone, ...npcs };
  });
  if (seen === null) return ok(nothingYet(TITLE, npcsOfZonePath(mapId)));
  const { view, value } = seen;
  if (value === null) return err(noZone(mapId));
  const { settings } = context;
  const heading = who === null ? TITLE : ERRAND_HEADINGS[who];
  const where = zoneName(value.zone, view.game?.build ?? null);
  const main = shown(value, { heading, who, after, base: basePath(settings.publicUrl) });
  return ok({
    title: `${heading} in ${where}`,
    path: npcsOfZonePath(mapId, who),
    description: `${heading} that players saw in ${where}.`,
    ...snapshotFooter(view, settings, main),
    main,
  });
}

interface ZoneNpcs extends NpcsOfZone {
  readonly zone: Zone;
}

interface ListChoice {
  readonly heading: string;
  readonly who: Errand | null;
  readonly after: number;
  readonly base: string;
}

function shown({ zone, npcs, next }: ZoneNpcs, { heading, who, after, base }: ListChoice): unknown {
  const choice = (to: Errand | null): unknown =>
    html`<li><a href="${base}${npcsOfZonePath(zone.mapId, to)}"${to === who ? html` aria-current="true"` : ''}>${to === null ? 'Everyone' : ERRAND_HEADINGS[to]}</a></li>`;
  return html`<p class="trail"><a href="${base}/npcs">${TITLE}</a></p>
<h1>${heading} in ${zoneShown(zone)}</h1>
<p>NPCs that players saw in ${zoneLink(zone, base)}, by number.</p>
<nav aria-label="NPCs to list"><ul class="ways">${[null, ...ERRANDS_SHOWN].map(choice)}</ul></nav>
${
  npcs.length === 0
    ? html`<p>No ${after > 0 ? 'more ' : ''}NPCs${who === null ? '' : ' of this kind'}${after > 0 ? '' : ' are known here yet'}.</p>\n`
    : npcTable(`${heading} in ${zoneName(zone)}`, npcs, base)
}${renderPager({
  path: `${base}${npcsOfZonePath(zone.mapId, who)}`,
  isFirst: after === 0,
  nextWords: 'Next NPCs',
  next: next === null ? null : `${base}${npcsOfZonePath(zone.mapId, who, next)}`,
})}`;
}

function npcTable(caption: string, npcs: readonly ListedNpc[], base: string): unknown {
  return table({
    caption,
    columns: [{ head: 'Name' }, { head: 'Level', as: 'number' }, { head: 'Zones' }, { head: 'Role' }],
    rows: npcs.map(({ id, name, levels, roles, zones, reactions }) => [
      entityLink({ kind: 'npc', id, name: name?.value ?? null, locale: name?.locale }, base),
      { shown: levels === null ? UNKNOWN : rangeText(levels.min, levels.max), value: levels?.min ?? null },
      zoneLinks(zones, base),
      roles.length > 0 ? rolesShown(roles) : reactions.join(', '),
    ]),
  });
}
