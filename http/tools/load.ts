import { loadedOnce } from '../pipeline/loaded_once.ts';
import type { Tool } from './mod.ts';

const loadAll = loadedOnce(() => import('./mod.ts'));

/**
 * Returns a map from names to tools. The tools' code is loaded with the first call and not at the start, because
 * loading takes a third of a second.
 */
export async function loadTools(): Promise<ReadonlyMap<string, Tool>> {
  return (await loadAll()).TOOL_TABLE;
}
