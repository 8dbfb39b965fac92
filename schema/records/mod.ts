export * from './characters.ts';
export * from './crafting.ts';
export * from './guilds.ts';
export * from './possessions.ts';
export * from './prices.ts';
export * from './progress.ts';
export * from './world.ts';
