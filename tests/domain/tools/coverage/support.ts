import { shareReads } from '../../../../domain/reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../../../domain/reads/entities/snapshot_data.ts';
import { describeAction, type HelpTask } from '../../../../domain/tools/coverage/tasks.ts';
import { publicEdge } from '../../../http/support.ts';
import { PUBLISHER } from '../../../support/publisher.ts';
import { agreed } from '../craft_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

export function waits(subject: string, missing: object, zones: readonly number[] = []) {
  return { family: 'coverage', subject, body: { missing, zones } };
}

function fact(family: string, subject: string, body: object) {
  return { family, subject, body };
}

export function creature(id: number, name: string, low: number, high: number, reaction = 'hostile') {
  const levels = [...new Set([low, high])].map((level) => agreed(level));
  return fact('npcs', `${id}`, { name: agreed(name), levels, reactions: [agreed(reaction)] });
}

/**
 * Elwynn (12) has creatures of level 5 to 10, of which the loot of Hogger (448) needs one more report, a vendor without
 * a name (30), and a guard of level 55. Durotar (14) has no public creature. Items, quests and recipes have no zone.
 */
export async function createBoardWorld(): Promise<ToolWorld> {
  const made = createToolWorld();
  await made.write({
    facts: [
      waits('npc:448', { npc_loot: 1 }, [12]),
      waits('npc:30', { npc: 2, vendor: 1 }, [12]),
      waits('npc:26', { npc: 1, npc_loot: 1 }, [14]),
      waits('npc:999', { npc_loot: 1 }, [12]),
      waits('object:3', { object: 1 }, [14]),
      waits('item:5', { item: 1 }),
      waits('quest:7', { quest: 2 }),
      creature(448, 'Hogger', 10, 10),
      creature(60, 'Wolf', 5, 6),
      creature(999, 'Guard', 55, 55, 'neutral'),
      creature(61, 'Child', 1, 1, 'friendly'),
      ...Array.from({ length: 8 }, (_, at) => creature(70 + at, `Kobold ${at}`, 6, 7)),
      fact('maps', '12', { name: agreed('Elwynn Forest') }),
      fact('items', '5', { name: agreed('Axe') }),
      fact('pins', '12:448', { pins: [{ x: 27.5, y: 86, installs: 3 }] }),
    ],
    edges: [448, 60, 999, 61, ...Array.from({ length: 8 }, (_, at) => 70 + at)].map((id) =>
      publicEdge(`located_in:npc:zone:${id}:12`),
    ),
  });
  return made;
}

export async function publishedSnapshot({ store }: Pick<ToolWorld, 'store'>): Promise<PublishedSnapshot> {
  const snapshot = await store.newest();
  return shareReads(snapshot!, PUBLISHER);
}

/** Renders tasks as `12 Loot Hogger: 1`. */
export function taskTexts(tasks: readonly HelpTask[]): readonly string[] {
  return tasks.map((task) => {
    const [before, after] = describeAction(task);
    const { entity, missing, nameInFiles, zone } = task;
    const name = entity.name ?? (nameInFiles === null ? `${entity.kind} ${entity.id}` : `${nameInFiles} (files)`);
    return `${zone?.mapId ?? 'anywhere'} ${before}${name}${after}: ${missing}`;
  });
}
