/** Sample records of the most common kinds. Each call can override the values that matter to the test. */
export interface LootOptions {
  readonly install: string;
  readonly event?: string;
  readonly npc?: number;
  readonly object?: number;
  readonly items?: readonly number[];
  readonly legacy?: boolean;
  readonly at?: string;
}

export function loot({ install, event, npc, object, items = [], legacy = false, at }: LootOptions): object {
  return {
    kind: 'loot',
    installId: install,
    ...(event === undefined ? {} : { eventId: event }),
    capturedAt: at ?? '2026-03-04T05:06:07Z',
    ...(npc === undefined ? {} : { sourceNpcId: npc }),
    ...(object === undefined ? {} : { sourceObjectId: object }),
    ...(legacy ? {} : { sourceEvidence: 'loot-api' }),
    items: items.map((itemId) => ({ itemId, count: 1 })),
  };
}

export function sighting(install: string, event: string, npcId: number, name = `Creature ${npcId}`): object {
  return {
    kind: 'npc_sighting',
    installId: install,
    eventId: event,
    capturedAt: '2026-03-04T05:06:07Z',
    npcId,
    name,
    mapId: 12,
    x: 40.5,
    y: 60.25,
    level: 7,
    reaction: 'hostile',
    positionKind: 'npc',
  };
}

export function questSeen(install: string, event: string, questId: number): object {
  return {
    kind: 'quest',
    installId: install,
    eventId: event,
    capturedAt: '2026-03-04T05:06:07Z',
    questId,
    title: `Errand ${questId}`,
    level: 12,
    rewardItemIds: [],
  };
}
