/** The relations that players observe, each between two kinds of entity (contract, section 3, Observed edges). */
export interface EdgeGroup {
  readonly name: string;
  readonly rel: 'dropped_by' | 'sold_by' | 'reward_from' | 'located_in';
  readonly fromKind: 'item' | 'npc';
  readonly toKind: 'npc' | 'object' | 'quest' | 'zone';
}

export interface EdgeName {
  readonly group: string;
  readonly fromId: number;
  readonly toId: number;
}

/** An observed relation as it is public. Days are YYYY-MM-DD of capturedAt. */
export interface ObservedEdge {
  readonly installs: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}
