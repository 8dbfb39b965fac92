import { createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { openWriter } from '../../adapters/libsql/database.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { TOOL_TABLE } from '../../http/tools/mod.ts';
import { crowdedRecords } from './crowded.ts';
import { type Figure, figure } from './pairs.ts';
import { KIND_GROUPS } from './roll_kinds.ts';
import type { Service } from './service.ts';
import { makeSite, rollRecords, takeIn } from './site.ts';
import { publicSubjects, type Subjects } from './subjects.ts';
import { seeded, type World } from './world.ts';

/** Records of all kinds in one step, before the large and rarer ones are added. */
const ROUNDS = 800;
/** Records of the crowded entities in one step. */
const CROWDED_STEP = 5_000;
/** UTC days since 1970. */
const DAY = 20_700;

/**
 * Fills a folder with this many records of all kinds, as an instance would, and with entities that have far more public
 * data than others.
 */
export async function fillToolFolder(folder: string, world: World, records: number): Promise<void> {
  await makeSite(folder);
  let filled = 0;
  for (let n = 0; filled < records; n++) {
    const some = rollRecords(world, KIND_GROUPS, 7_000_000 + n, ROUNDS).slice(0, records - filled);
    await takeIn(folder, some, DAY);
    filled += some.length;
  }
  const crowded = crowdedRecords();
  for (let at = 0; at < crowded.length; at += CROWDED_STEP) {
    await takeIn(folder, crowded.slice(at, at + CROWDED_STEP), DAY);
  }
  await keepNumbers(folder, filled + crowded.length);
}

/** Reserves the numbers of the records, which came from memory, so that the instance does not use them again. */
async function keepNumbers(folder: string, records: number): Promise<void> {
  const { uploadsDb } = createDataDir(folder);
  const writer = await openUploadWriter(uploadsDb, { random: systemRandom, create: true });
  await writer.close();
  const client = await openWriter(uploadsDb, { create: false });
  await client.execute('delete from sqlite_sequence where name = ?', ['records']);
  await client.execute("insert into sqlite_sequence (name, seq) values ('records', ?)", [BigInt(records)]);
  client.close();
}

const WARM_UP = 20;
const CALLS = 200;
const P99_MS_MAX = 50;

/** Measures 200 sequential calls of each tool about random public subjects, after 20 calls to warm up. */
export async function toolFigures(
  service: Service,
  dataDir: string,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> {
  const subjects = await publicSubjects(dataDir);
  const figures: Figure[] = [];
  for (const tool of TOOL_TABLE.keys()) {
    const random = seeded(42);
    const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const query = QUERIES[tool];
    if (query === undefined) throw new Error(`the bench has no arguments for ${tool}`);
    const times: number[] = [];
    let bytes = 0;
    for (let i = 0; i < WARM_UP + CALLS; i++) {
      const asked = new URLSearchParams(
        Object.entries(query(subjects, draw, random)).map(([name, value]) => [name, String(value)]),
      );
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${service.port}/api/tools/${tool}?${asked}`);
      const text = await response.text();
      const ms = performance.now() - started;
      if (response.status !== 200) throw new Error(`${tool}?${asked}: ${text.slice(0, 300)}`);
      bytes += text.length;
      if (i >= WARM_UP) times.push(ms);
    }
    times.sort((a, b) => a - b);
    const p99 = times[Math.ceil(0.99 * times.length) - 1]!;
    const note = `p50 ${times[times.length >> 1]!.toFixed(1)} ms, max ${times.at(-1)!.toFixed(0)} ms; ${(bytes / (WARM_UP + CALLS) / 1024).toFixed(1)} KiB`;
    figures.push(...tell([figure(`p99 of ${tool}`, [p99], { most: P99_MS_MAX }, ' ms', note)]));
  }
  return figures;
}

type Query = (
  subjects: Subjects,
  draw: <T>(from: readonly T[]) => T,
  random: () => number,
) => Readonly<Record<string, string | number>>;

function first(subject: string): number {
  return Number(subject.split(':')[0]);
}
function granted(subject: string): readonly string[] {
  return subject.split('\n');
}

const onMarket: Query = ({ market }, draw) => {
  const [realm, itemId] = draw(market);
  return { realm, itemId };
};

/** Arguments about random public subjects, keyed by tool. */
const QUERIES: Readonly<Record<string, Query>> = {
  search_knowledge: ({ names }, draw) => ({ query: draw(names) }),
  get_entity: ({ of }, draw) => ({ id: `item:${draw(of('items'))}` }),
  get_by_name: ({ names }, draw) => ({ name: draw(names) }),
  // A missing letter makes the search as slow as possible.
  search: ({ names }, draw) => ({ query: draw(names).replace(/.(.)$/, '$1') }),
  fetch: ({ of }, draw) => ({ id: `npc:${draw(of('npcs'))}` }),
  answer_sources: ({ names }, draw) => ({ question: `Where do I find ${draw(names)}?` }),
  profession_path: ({ market, professions }, draw, random) => {
    const from = 1 + Math.floor(random() * 200);
    return { profession: draw(professions), from, to: from + 1 + Math.floor(random() * 100), realm: draw(market)[0] };
  },
  recipe_thresholds: ({ professions }, draw, random) => ({
    profession: draw(professions),
    recipe: `${Math.floor(random() * 300)}`,
  }),
  item_page: (subjects, draw, random) => onMarket(subjects, draw, random),
  npc_page: ({ of }, draw) => ({ npcId: draw(of('npcs')) }),
  object_page: (_, _draw, random) => ({ objectId: 1 + Math.floor(random() * 5_000) }),
  quest_page: ({ of }, draw) => ({ questId: draw(of('quests')) }),
  vendor_page: ({ of }, draw) => ({ vendorNpcId: first(draw(of('vendor_goods'))) }),
  world_map_near: ({ of }, draw, random) => ({
    mapId: first(draw(of('pins'))),
    radius: 20,
    x: (random() * 100).toFixed(1),
    y: (random() * 100).toFixed(1),
  }),
  entity_relations: ({ of }, draw) => ({ kind: 'item', id: draw(of('items')) }),
  item_categories: (_, draw) => ({ quality: draw(['common', 'uncommon', 'rare']) }),
  talent_tree: (_, draw) => ({ class: draw(['mage', 'warrior', 'druid']) }),
  talent_plan: (_, draw) => ({
    class: draw(['mage', 'warrior', 'druid']),
    points: draw(['1:1', '62:2', '1141:1,62:3']),
  }),
  collection_gap: () => ({ collection: 'mounts', owned: '1,2,3' }),
  completion_progress: (_, draw) => ({
    area: draw(['achievement', 'reputation', 'title', 'quest_chain']),
    owned: '1,2,3,4,5',
  }),
  guild_board: ({ of }, draw) => {
    const [realm, guild] = granted(draw(of('guild_boards')));
    return { realm: realm!, guild: guild ?? 'none' };
  },
  auction_history: onMarket,
  market_value: onMarket,
  gold_ledger: ({ of }, draw) => {
    const [realm, character] = granted(draw(of('gold_ledgers')));
    return { realm: realm!, character: character ?? 'none' };
  },
  population: (_, draw) => draw([{ realm: 'Westwind' }, {}, { faction: 'horde' }]),
  recent_changes: (_, draw) => draw([{}, { kind: 'item' }, { kind: 'npc', limit: 50 }]),
  ecosystem_projects: () => ({}),
  everloot_plan: () => ({}),
};
