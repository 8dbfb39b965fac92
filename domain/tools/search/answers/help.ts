import { type Answerer, createIntent } from './answer.ts';

/** Answers how to send observations. Records do not say so, but players ask for it where they ask for everything. */
const answerContributing: Answerer = async ({ tools: { publisher } }) => ({
  certainty: 'exact',
  lines: [
    `Install the addon, play, log out, and send the file that the game saves: ${publisher.publicUrl}/upload`,
    `What players need most: ${publisher.publicUrl}/coverage`,
  ],
  about: [],
  arguments: {},
});

export const contributingIntent = createIntent('contributing', 'search', answerContributing)`
  how [~can|to] [~i] (report|contribute|upload|share|send|submit|participate) [~a|my] [data|it|stuff|file|files|loot|drops|what i found|what i saw]
  (upload|uploads|uploading|contributing); how ~can [the|this] (addon|site|upload) work; where ~can ~i upload
  [where|how] [~can|to] [~i] [install|get|download|find] [the|your] addon
`;

/** Answers where the public data are, and under which licence. */
const answerData: Answerer = async ({ tools: { publisher } }) => ({
  certainty: 'exact',
  lines: [
    `Everything that is public, as files: ${publisher.publicUrl}/export`,
    `Tables for other addons: ${publisher.publicUrl}/addons`,
    `The licence and its terms: ${publisher.publicUrl}/terms`,
  ],
  about: [],
  arguments: {},
});

export const dataIntent = createIntent('data', 'search', answerData)`
  [where|how] [~can|to] [~i] (download|export|dump|get) [all|the] [drop rates|data|drops|prices] [as] (data|file|files|csv|json|dump|drop rates)
  [drop rates|drops|prices|all|raw] (data|file|files|csv|json|dump|export|exports|download|api) [csv|json|download]
  addon (drop rates|data|file|files); drop rates (file|files|for [my] addon|licence) [and] [licence]; [what ~be] [the] (licence|license|copyright|terms); ~can ~i use [the|this|your] data
`;
