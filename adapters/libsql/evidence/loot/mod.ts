/**
 * Stores loot windows: which install opened how many on which source, and what they contained
 * (domain/families/counting/loot_totals.ts).
 */
export { addLoot } from './add.ts';
export { findLootMiscount } from './check.ts';
export { createHeldLoot, type LootBuffer } from './loot_buffer.ts';
export { clearLootMarks, readDirtySources, readLooters, readSourceItems } from './read.ts';
export { removeLoot } from './remove_loot.ts';
export type { ChangeStep } from './totals.ts';
