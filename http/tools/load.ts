import { loadedOnce } from '../pipeline/loaded_once.ts';
import type { Tool } from './mod.ts';

const loadAll = loadedOnce(() => import('./mod.ts'));

/**
 * The tools by name. Their rules are loaded with the first question, not at the start: that takes a third of a second,
 * which every start and restart saves.
 */
export async function loadTools(): Promise<ReadonlyMap<string, Tool>> {
  return (await loadAll()).TOOL_TABLE;
}
