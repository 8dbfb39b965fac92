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
  how [~can|to] [~i] (report|contribute|upload|share|send|submit|participate) [~a|my] [data|it|stuff|file|files|loot|drops|what i found|what i saw] [(with|from|using) [the|my] addon] [(from|on|with) [the|my] (computer|pc|phone|mac)]
  (upload|uploads|uploading|contributing|report|reporting|quest board|help|help wanted); how ~can [the|this] (addon|site|upload) work; where ~can ~i upload
  [where|how] [~can|to] [~i] [install|get|download|find] [the|your] addon; (upload|report|send) [my|the|addon] (data|file|finds|stuff|loot) [from|with] [my|the|addon] [addon]
`;

const answerData = createPageAnswer([
  ['Everything that is public, as files', '/export'],
  ['Tables for other addons', '/addons'],
  ['The licence and its terms', '/terms'],
]);

export const dataIntent = createIntent('data', 'search', answerData)`
  [where|how] [~can|to] [~i] (download|export|dump|get) [all|the] [drop rates|data|drops|prices] [as] (data|file|files|csv|json|dump|drop rates)
  [drop rates|drops|prices|all|raw] (data|file|files|csv|json|dump|export|exports|download|api) [csv|json|download]
  addon (drop rates|data|file|files); [addon|file|download] [with|of] drop rates [as] [a] (file|files|download|for [my] addon|licence) [and|for] [addon] [licence]; [what ~be] [the] (licence|license|copyright|terms); ~can ~i use [the|this|your] data
`;
