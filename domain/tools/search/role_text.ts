import type { NpcRole } from '../../../schema/vocabulary.ts';
import { families } from '../../families/mod.ts';
import { formatZone } from '../../reads/entities/places.ts';
import { type PublishedSnapshot, readEntities, toLabel } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { readZonesOfKind, type ZoneWithCount } from '../browse/zones.ts';
import { formatLesson, formatTrainer, readTrainerList } from '../craft/trainers.ts';
import { buildCreditFields, renderCredit, renderTitledList } from '../shared/page.ts';
import type { ListedPageReader, PageContext, SluggedPage } from './paged.ts';
import { findProfessionBySlug } from './profession_text.ts';

/** Roles of NPCs that have entries of their own, keyed by slug. */
const ROLE_PAGES: Readonly<Record<string, { readonly name: string; readonly role: NpcRole }>> = {
  'quest-giver': { name: 'Quest giver', role: 'gives' },
  vendor: { name: 'Vendor', role: 'sells' },
  trainer: { name: 'Trainer', role: 'trains' },
};

const TRAINER_PREFIX = 'trainer:';

/** Renders who has a role: `trainer:cooking`, or `quest-giver`, `vendor` and `trainer`. Underscores count as hyphens. */
export const readRoleBySlug: ListedPageReader = async (context, slug) => {
  if (slug.startsWith(TRAINER_PREFIX)) return readTrainerPage(context, slug.slice(TRAINER_PREFIX.length));
  const role = slug.replaceAll('_', '-');
  const known = Object.hasOwn(ROLE_PAGES, role) ? ROLE_PAGES[role] : undefined;
  return known === undefined ? null : readRolePage(context, known.name, known.role);
};

const TRAINER_LINES_MAX = 24;
const LESSON_LINES_MAX = 24;

async function readTrainerPage({ snapshot }: PageContext, slug: string): Promise<SluggedPage | null> {
  const asked = (await findProfessionBySlug(snapshot, slug)) ?? slug.replaceAll('-', ' ');
  const { profession, trainers, lessons } = await readTrainerList(snapshot, asked);
  if (trainers.length === 0) return null;
  const name = `${profession} trainer`;
  const lines = [
    `${JSON.stringify(name)} (role): ${formatQuantity(trainers.length, 'trainer')} known.`,
    ...renderTitledList('Trainers', trainers.map(formatTrainer), TRAINER_LINES_MAX),
    ...renderTitledList('They teach', lessons.map(formatLesson), LESSON_LINES_MAX),
    `Ask npc_page with the number of a trainer for all of its lessons, or fetch profession:${slug} for the recipes.`,
    ...renderCredit({ connected: true, ...buildCreditFields(snapshot) }),
  ];
  return { text: lines.join('\n'), name, observed: true, path: null };
}

/** Limits: zones that are read, zones that are listed, and NPCs that are named per zone. */
const ZONES_READ_MAX = 60;
const ZONE_LINES_MAX = 40;
const NAMED_EACH = 4;

const NPCS_READ_PER_ZONE = 100;

interface ZoneWithRole {
  readonly zone: ZoneWithCount;
  readonly ids: readonly number[];
}

/** Lists the NPCs that have a role by zone, zones with most of them first. */
async function readRolePage({ snapshot }: PageContext, name: string, role: NpcRole): Promise<SluggedPage | null> {
  const { found, isWhole } = await cachedZonesOfRole(snapshot, role, () => readRoleZones(snapshot, role));
  if (found.length === 0) return null;
  const lines = [
    `${JSON.stringify(name)} (role): known in ${formatQuantity(found.length, 'zone')}${isWhole ? '' : ', of those with most NPCs'}.`,
    ...renderTitledList(
      'Zones with most of them first',
      await renderZones(snapshot, found),
      ZONE_LINES_MAX,
      found.length,
    ),
    'Fetch zone: and the number of a zone for everyone in it, or ask world_map_near for those near a point.',
    ...renderCredit({ connected: true, ...buildCreditFields(snapshot) }),
  ];
  return { text: lines.join('\n'), name, observed: true, path: null };
}

/** The zones in which players met NPCs with a role, zones with most of them first. */
interface RoleZones {
  readonly found: readonly ZoneWithRole[];
  /** False if there are more zones than are read. */
  readonly isWhole: boolean;
}

/** Finding the NPCs takes a read per zone, so they are found once per snapshot. */
const cachedZonesOfRole = createSnapshotCache<RoleZones>(Object.keys(ROLE_PAGES).length, () => 1);

async function readRoleZones(snapshot: PublishedSnapshot, role: NpcRole): Promise<RoleZones> {
  const all = (await readZonesOfKind(snapshot, 'npc')).toSorted((a, b) => b.seen - a.seen);
  const read = await mapInOrder(all.slice(0, ZONES_READ_MAX), async (zone): Promise<ZoneWithRole> => {
    return { zone, ids: await snapshot.npcsMetIn(zone.mapId, [role], 0, NPCS_READ_PER_ZONE + 1) };
  });
  const found = read.filter(({ ids }) => ids.length > 0).toSorted((a, b) => b.ids.length - a.ids.length);
  return { found, isWhole: all.length <= ZONES_READ_MAX };
}

/** Renders each zone with its first NPCs of the role and their locations. */
async function renderZones(snapshot: PublishedSnapshot, found: readonly ZoneWithRole[]): Promise<readonly string[]> {
  const shown = found.slice(0, ZONE_LINES_MAX).map(({ zone, ids }) => ({ zone, ids, named: ids.slice(0, NAMED_EACH) }));
  const places = shown.flatMap(({ zone, named }) => named.map((id) => `${zone.mapId}:${id}`));
  const [npcs, pins] = await Promise.all([
    readEntities(snapshot, 'npc', [...new Set(shown.flatMap(({ named }) => named))]),
    snapshot.factsAmong(families.pins, places),
  ]);
  return shown.map(({ zone, ids, named }) => {
    const each = named.map((id) => {
      const [pin] = pins.get(`${zone.mapId}:${id}`)?.pins ?? [];
      return `${toLabel(npcs.get(id)!)}${pin === undefined ? '' : ` at ${pin.x}, ${pin.y}`}`;
    });
    const left = ids.length - named.length;
    const more = left === 0 ? '' : `; and ${ids.length > NPCS_READ_PER_ZONE ? `at least ${left - 1}` : left} more`;
    return `${formatZone(zone)} (zone ${zone.mapId}): ${each.join('; ')}${more}`;
  });
}
