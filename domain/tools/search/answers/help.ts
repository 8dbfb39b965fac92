import { LICENCE_NAME } from '../../../values/attribution.ts';
import { type Answerer, createIntent } from './answer.ts';

/** Creates an answer of pages, which no record mentions: players ask for them where they ask for everything. */
function createPageAnswer(pages: readonly (readonly [sentence: string, path: string])[]): Answerer {
  return async ({ tools: { publisher } }) => ({
    certainty: 'exact',
    lines: pages.map(([sentence, path]) => `${sentence}: ${publisher.publicUrl}${path}`),
    about: [],
    arguments: {},
  });
}

const answerContributing = createPageAnswer([
  ['Install the addon, play, log out, and send the file that the game saves', '/upload'],
  ['What players need most', '/coverage'],
]);

export const contributingIntent = createIntent('contributing', 'search', answerContributing)`
  (how|where) [~can|to] [~i] (report|contribute|upload|share|send|submit|participate) [what ~i (found|saw)] [{thing}]
  (upload|uploads|uploading|contributing|report|reporting|quest board|help|help wanted|addon); how ~can [the|this] (addon|site|upload) work
  [where|how] [~can|to|~be] [~i] [install|get|download|find] [the|your|my] (addon|addon file|saved variables|savedvariables) [file|folder]
  (upload|report|send) [my|the|addon] (data|file|finds|findings|stuff|loot) [(from|with|of|to|on) {thing}]
`;

const answerData = createPageAnswer([
  ['Everything that is public, as files', '/export'],
  ['Tables for other addons', '/addons'],
  [`The licence is ${LICENCE_NAME}; its terms`, '/terms'],
]);

export const dataIntent = createIntent('data', 'search', answerData)`
  [where|how] [~can|to] [~i] (download|export|dump|get) [all|the] [drop rates|data|drops|prices] [as] [a] (data|file|files|csv|json|dump|drop rates) [for {item}]
  [{thing}] (drop rates|drops|prices|all|raw|addon) [data] (as|in|for) [a|my|an] (data|file|files|csv|json|dump|addon|addons) [for {item}] [(and|under) {source}]
  [~a|addon] (drop rates|drops|prices|all|raw|addon|csv|json|data|download) (data|file|files|csv|json|dump|export|exports|download|api|licence|license|drops|prices|drop rates) [csv|json|download|file|licence|license]
  addon drop rates; (file|download|data) [with|of|for] (drop rates|addon|addons|developers|addon developers|addon authors) [for {thing}]; csv; json; api
  [under] [[what|which] ~be] [the] (licence|license|copyright|terms) [(of|for) [the] (data|drop rates|drops|prices|site)]; ~can ~i use [the|this|your] data
`;
