import { list, optional, strictObject } from '../fields.ts';
import { emptyReason, hit, queryArgument } from './knowledge_parts.ts';
import { limitArgument } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

const PROJECTS_MAX = 100;

/** Other projects about the game. */
export const ecosystem_projects = toolContract({
  name: 'ecosystem_projects',
  title: 'Projects about the game',
  description:
    'Addons, sites, tools and data sets about the game, as listed by this instance’s operator (documents of kind project). Without a query, all of them by name.',
  layers: ['knowledge'],
  arguments: {
    query: optional(queryArgument('Words or a question; left out: every project.')),
    limit: withDefault(limitArgument(PROJECTS_MAX), 20),
  },
  output: strictObject('Projects.', {
    projects: list('Best match first, or by name without a query.', hit(), 0, PROJECTS_MAX),
    reason: emptyReason(),
  }),
});
