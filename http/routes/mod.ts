import type { Context } from '../context.ts';
import type { Route } from '../pipeline/route.ts';
import { connectRoute } from './connect.ts';
import { corpusRoute } from './corpus.ts';
import { dropsRoute } from './drops.ts';
import { edgesRoute } from './edges.ts';
import { exportRoutes } from './exports.ts';
import { healthRoute } from './health.ts';
import { homeRoute } from './home.ts';
import { intakeRoute } from './intake.ts';
import { marketRoute } from './market.ts';
import { schemaRoutes } from './schema.ts';
import { styleRoute } from './style.ts';
import { termsRoute } from './terms.ts';

/** Everything the instance answers: one file each, one line here. */
export const routesOf = (context: Context): readonly Route[] => [
  homeRoute(context),
  termsRoute(context),
  connectRoute(context),
  styleRoute(context),
  corpusRoute(context),
  dropsRoute(context),
  edgesRoute(context),
  marketRoute(context),
  healthRoute(context),
  intakeRoute(context),
  ...exportRoutes(context),
  ...schemaRoutes(context),
];
