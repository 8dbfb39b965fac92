import { createAttribution } from '../../../domain/values/attribution.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { encodeJson, JSON_TYPE, type StreamBody } from '../../pipeline/body.ts';
import { createLicenceFields } from '../../pipeline/headers.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { NO_STORE, PUBLIC_HOUR, PUBLIC_REVALIDATED, type Route } from '../../pipeline/route.ts';
import { createDownloads, DOWNLOAD_BOUNDS, openForClient } from '../exports/route.ts';

const KEY_HASH_PATTERN = /[0-9a-f]{64}$/;
const FILE_NOT_FOUND: Refusal = {
  kind: 'not-found',
  error:
    'The address must be /replica/state.json, or a file that it leads to, at an instance with TW_REPLICA=public; there is no such file here.',
};

/** Serves the files that edges fetch, and tells edges whether a key is live (contract, section 7, Edges). */
export function createReplicaRoutes({ publication, keys, settings }: Context): readonly Route[] {
  const downloads = createDownloads(DOWNLOAD_BOUNDS);
  const licence = createLicenceFields(createAttribution(settings))(null);
  const answerFile: Route['answer'] = async ({ path, caller }) => {
    const name = path.slice('/replica/'.length);
    const opened = await openForClient(downloads, caller.client, async () => (await publication?.open(name)) ?? null);
    if (!opened.ok) return opened;
    if (opened.value === null) return err(FILE_NOT_FOUND);
    const { byteLength, tag, stream, close } = opened.value;
    const body: StreamBody = { byteLength, coding: 'identity', tag, stream, release: close };
    const isState = name === 'state.json';
    const mediaType = isState ? JSON_TYPE : 'application/octet-stream';
    return ok({ status: 200, mediaType, body, fields: isState ? {} : licence });
  };
  const route = {
    method: 'GET',
    primaryOnly: { bodyBytesMax: 0 },
    thread: 'answering',
    refusals: 'apiError',
  } as const;
  return [
    { ...route, path: '/replica/state.json', budget: null, cacheHeaders: PUBLIC_REVALIDATED, answer: answerFile },
    { ...route, path: '/replica/:name', budget: null, cacheHeaders: PUBLIC_HOUR, answer: answerFile },
    {
      ...route,
      path: '/replica/keys/:digest',
      budget: 'keychecks',
      cacheHeaders: NO_STORE,
      answer: async ({ path }) => {
        if (publication == null) return err(FILE_NOT_FOUND);
        const digest = KEY_HASH_PATTERN.exec(path)?.[0];
        const live = settings.keys && digest !== undefined && (await keys.checkDigest(digest));
        return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson({ ok: true, live }) });
      },
    },
  ];
}
