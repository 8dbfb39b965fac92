import { INSTALLS_TO_PUBLISH } from '../../domain/values/corroboration.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import { keysUrl } from '../pages/connect.ts';
import type { Tag } from './operation.ts';

/** Version of the API description (contract, section 9). The version of the contract itself is PROTOCOL_VERSION. */
export const API_VERSION = '1.1.0';

function description(settings: AppSettings): string {
  return `Records of what players saw in a game, as JSON, and a separate layer read from the game’s files.

**Layers.** Observed data come from anonymous uploads of players’ addons and are licensed CC BY-SA 4.0: show the credit of \`attribution\` wherever you show them. Data of the game’s files belong to the game’s publisher, are unconfirmed, and carry the notice \`gameData\` with their build.

**Three installs.** A fact is public once at least ${INSTALLS_TO_PUBLISH} distinct installs have reported it. Single reports appear only in the raw feed.

**Unrecorded is not zero.** null means unknown. If the storage cannot be read, the answer says so with \`unreachable\` or 503.

**Keys.** Reading needs none. ${
    settings.keys
      ? `A free one (<${keysUrl(settings)}>) raises limits and page size; send it as \`Authorization: Bearer tw_…\` or \`X-API-Key: tw_…\`, never in a URL. An invalid key is refused with 401, even if no key is needed.`
      : 'This instance has keys switched off and ignores them.'
  }

**Requests.** Integers are plain decimal digits. A parameter given twice is refused. Unknown parameters are ignored, except by tools, which refuse them. HEAD answers like GET without a body, OPTIONS with \`Allow\`, other methods with 405. A trailing slash is redirected (308). Lists are paged: follow \`next\` until it is null.

**Tools for models.** The tools are also served over the Model Context Protocol, by POST to ${settings.publicUrl}/mcp.

**The program.** Third Witness, AGPL-3.0-only. ${
    settings.sourceUrl === null ? '' : `Source code of this instance: <${settings.sourceUrl}>. `
  }${
    settings.contact === null
      ? 'The operator has not published a contact address.'
      : `Contact of the operator: <${settings.contact.name}>.`
  }`;
}

export function infoOf(settings: AppSettings): JsonPart {
  return {
    title: settings.serviceName,
    version: API_VERSION,
    summary: 'Players’ observations of a game, public once three installs have reported them.',
    description: description(settings),
    termsOfService: `${settings.publicUrl}/terms`,
    contact: { name: settings.serviceName, url: `${settings.publicUrl}/connect` },
    license: { name: 'CC BY-SA 4.0 (observed data)', identifier: 'CC-BY-SA-4.0' },
  };
}

const TAGS: Readonly<Record<Tag, string>> = {
  Observed: 'Facts that players reported, public once three installs have reported them.',
  'Game files': 'Unconfirmed data from the game’s own files, of one build.',
  Tools: 'Answers to single questions, as tools for people and models.',
  Uploads: 'Sending records to the instance.',
  Files: 'All public data as files, and the schemas of the contract.',
  Service: 'The state of the service, and this document.',
};

export function tagList(): readonly JsonPart[] {
  return Object.entries(TAGS).map(([name, text]) => ({ name, description: text }));
}

/** The two ways to send a key (contract, section 1, Key). */
export const SECURITY_SCHEMES: Readonly<Record<string, JsonPart>> = {
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tw_…',
    description: 'A key, as Authorization: Bearer tw_….',
  },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key, as X-API-Key: tw_….' },
};

/** Keys are optional, and can be sent in either of the two ways. */
export const KEY_ALTERNATIVES: readonly JsonPart[] = [{}, { bearerKey: [] }, { headerKey: [] }];
