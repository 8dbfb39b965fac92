import { loadedOnce } from '../pipeline/loaded_once.ts';
import type { Tool } from './mod.ts';

const loadAll = loadedOnce(() => import('./mod.ts'));

/** Returns the tools by name. Their code is loaded with the first call, because that takes a third of a second. */
export async function loadTools(): Promise<ReadonlyMap<string, Tool>> {
  return (await loadAll()).TOOL_TABLE;
}
