import { listFigures } from './list_figures.ts';
import { onList } from './list_ground.ts';
import type { Figure } from './pairs.ts';
import type { Service } from './service.ts';

const PATH = '/api/rollups/drops';
const SECONDS = 0.6;

/** Measures reading the drop rates. */
export function dropFigures(service: Service): Promise<readonly Figure[]> {
  return onList(service, PATH, [], (ground) => listFigures(ground, { prefix: 'drops: ', all: '', seconds: SECONDS }));
}
