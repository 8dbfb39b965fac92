import { categories } from './categories.ts';
import { clientLayer } from './client_layer.ts';
import { corpus } from './corpus.ts';
import { drops } from './drops.ts';
import { edges } from './edges.ts';
import type { Chapter } from './endpoint.ts';
import { exports } from './exports.ts';
import { health } from './health.ts';
import { intake } from './intake.ts';
import { items } from './items.ts';
import { market } from './market.ts';
import { openapi } from './openapi.ts';
import { schemaFiles } from './schema_files.ts';
import { tools } from './tools.ts';
import { tooltip } from './tooltip.ts';

/** The chapters of the document in its order: one file each, one line here. */
export const CHAPTERS: readonly Chapter[] = [
  corpus,
  drops,
  edges,
  market,
  tooltip,
  clientLayer,
  items,
  categories,
  tools,
  intake,
  exports,
  schemaFiles,
  health,
  openapi,
];
