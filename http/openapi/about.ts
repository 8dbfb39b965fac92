import { INSTALLS_TO_PUBLISH } from '../../domain/values/corroboration.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import { keysUrl } from '../pages/connect.ts';
import type { Tag } from './operation.ts';

/**
 * The version of the API description (contract, section 9, API description); the contract's own is PROTOCOL_VERSION.
 */
export const API_VERSION = '1.1.0';

function description(settings: AppSettings): string {
  return `What players of a game saw, as JSON, and a layer read from the game’s files.

**Layers.** Observed data come from anonymous uploads of players’ addons and are licensed CC BY-SA 4.0: show the credit of \`attribution\` wherever you show them. Data of the game’s files belong to the game’s publisher, are unconfirmed, and carry the notice \`gameData\` with their build.

**Three installs.** A fact is public once at least ${INSTALLS_TO_PUBLISH} distinct installs have reported it. Single reports stand in the raw feed only.

**Unrecorded is not zero.** null means unknown. Where the storage cannot be read the answer says so, with \`unreachable\` or 503.

**Keys.** Reading needs none. ${
    settings.keys
      ? `A free one (<${keysUrl(settings)}>) raises limits and page size; send it as \`Authorization: Bearer tw_…\` or \`X-API-Key: tw_…\`, never in an address. A key that is not valid is refused with 401, even where none was needed.`
      : 'Here keys are switched off: one that is sent is ignored.'
  }

**Requests.** Integers are plain decimal digits. A parameter given twice is refused; an unknown one is ignored, but refused by tools. HEAD answers as GET without a body, OPTIONS with \`Allow\`, another method with 405; a trailing slash is redirected (308). Lists are paged: follow \`next\` until it is null.

**Tools for models.** The tools are also served over the Model Context Protocol, by POST to ${settings.publicUrl}/mcp.

**The program.** Third Witness, AGPL-3.0-only. ${
    settings.sourceUrl === null ? '' : `The source of what runs here: <${settings.sourceUrl}>. `
  }${
    settings.contact === null
      ? 'The operator has not published a contact address.'
      : `The operator is reached at <${settings.contact.name}>.`
  }`;
}

export function infoOf(settings: AppSettings): JsonPart {
  return {
    title: settings.serviceName,
    version: API_VERSION,
    summary: 'Players’ observations of a game: public once three installs stand behind them.',
    description: description(settings),
    termsOfService: `${settings.publicUrl}/terms`,
    contact: { name: settings.serviceName, url: `${settings.publicUrl}/connect` },
    license: { name: 'CC BY-SA 4.0 (observed data)', identifier: 'CC-BY-SA-4.0' },
  };
}

const TAGS: Readonly<Record<Tag, string>> = {
  Observed: 'What players reported: public once three installs stand behind it.',
  'Game files': 'What the game’s own files say, unconfirmed, of one build.',
  Tools: 'Answers to single questions, as tools for people and models.',
  Uploads: 'How records come in.',
  Files: 'Everything public as files, and the schemas of the contract.',
  Service: 'The state of the service, and this document.',
};

export function tagList(): readonly JsonPart[] {
  return Object.entries(TAGS).map(([name, said]) => ({ name, description: said }));
}

/** The two ways a key is sent (contract, section 1, Key). */
export const SECURITY_SCHEMES: Readonly<Record<string, JsonPart>> = {
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tw_…',
    description: 'A key, as Authorization: Bearer tw_….',
  },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key, as X-API-Key: tw_….' },
};

/** No key, or one sent in either way. */
export const KEY_ALTERNATIVES: readonly JsonPart[] = [{}, { bearerKey: [] }, { headerKey: [] }];
