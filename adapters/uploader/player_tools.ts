import { readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import type { AbortablePause, IntakeClient, IntakeReply, UploadFolder } from '../../domain/ports/uploader.ts';
import { readDescription } from '../../domain/saved_variables/send/route_sets.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import { readWholeBytes } from '../../domain/values/whole_bytes.ts';
import { intakeReceipt, intakeRefused } from '../../schema/responses/intake.ts';
import { systemClock, systemStopwatch } from '../clock.ts';
import { zlibCodec } from '../codec.ts';
import type { CommandLine } from '../command_line.ts';
import { replaceSyncedFile, syncFolder } from '../data_folder/synced_files.ts';
import { nodeDigest } from '../digest.ts';
import { systemRandom } from '../random.ts';
import { parseJson } from '../read_if_exists.ts';
import { dataAddonFolder } from './data_addon.ts';
import { catchErrorCode, describeCause } from './failures.ts';

/** Creates the tools for a player's command. `instanceUrl` is the default instance; `quiet` hides progress. */
export function createPlayerTools(line: CommandLine, instanceUrl: Result<string, string>, quiet: boolean) {
  return {
    folder: uploadFolder,
    dataAddon: dataAddonFolder,
    intakeAt: createIntakeClient,
    digest: nodeDigest,
    random: systemRandom,
    clock: systemClock,
    stopwatch: systemStopwatch,
    pause: timedPause,
    stop: line.stop,
    instanceUrl,
    say: line.print,
    complain: line.complain,
    progress: (text: string): void => {
      if (!quiet) line.progress(text);
    },
    confirm: line.confirm,
  };
}

/** Waits for `ms` milliseconds. Resolves early if `stop` is aborted. */
const timedPause: AbortablePause = async (ms, stop) => {
  try {
    await setTimeout(ms, undefined, { signal: stop });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
};

/** Maximum size of a file. No saved-variables file is this large, so larger files are rejected. */
const FILE_BYTES_MAX = 1_000_000_000;

/** Saved-variables files, and the files stored next to them, on disk. */
export const uploadFolder: UploadFolder = {
  look: (file) =>
    catchErrorCode(async () => {
      const { size, mtimeMs } = await stat(file);
      return { bytes: size, changedMs: mtimeMs };
    }),
  read: (file) =>
    catchErrorCode(async () => {
      if ((await stat(file)).size > FILE_BYTES_MAX) throw Object.assign(new Error(), { code: 'EFBIG' });
      return new Uint8Array(await readFile(file));
    }),
  readBeside: async (file, ending) => {
    const text = await catchErrorCode(() => readFile(file + ending, 'utf8'));
    return !text.ok && text.error === 'ENOENT' ? ok(null) : text;
  },
  replaceBeside: (file, ending, text) =>
    catchErrorCode(async () => {
      if (text !== null) return replaceSyncedFile(file + ending, text);
      await rm(file + ending, { force: true });
      return syncFolder(dirname(file));
    }),
};

const INTAKE_PATH = '/api/intake';

/** Timeout of an upload. On a slow connection, even 60 KB (600 KB before compression) takes a while. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** Timeout of a request without a body. */
const PAGE_TIMEOUT_MS = 30_000;

/** Maximum size of a response, larger than a receipt for 2,000 rejected records with long sentences. */
const ANSWER_BYTES_MAX = 8_000_000;

/** Creates a client for an instance's intake. `url` is the instance's address without a trailing slash. */
export function createIntakeClient(url: string): IntakeClient {
  return {
    url,
    send: async (body) => {
      try {
        const bytes = await zlibCodec.gzip(new TextEncoder().encode(body));
        const response = await fetch(url + INTAKE_PATH, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
          body: bytes,
          // Do not follow redirects: a redirected upload would arrive without its body.
          redirect: 'manual',
          signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
        });
        return parseReply(url, response, await readBodyText(response));
      } catch (error) {
        return { kind: 'unreachable', cause: describeCause(error) };
      }
    },
    keeps: async (uploadId) => {
      try {
        const { status, body } = await fetch(`${url}/upload/${encodeURIComponent(uploadId)}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(PAGE_TIMEOUT_MS),
        });
        await body?.cancel();
        return status === 404 ? false : status === 200 ? true : null;
      } catch {
        return null;
      }
    },
    describe: async () => {
      try {
        const response = await fetch(`${url}/schema/limits.json`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(PAGE_TIMEOUT_MS),
        });
        return response.status === 200 ? readDescription(parseJson(await readBodyText(response))) : null;
      } catch {
        return null;
      }
    },
  };
}

/** Reads a response body. Returns an empty string if the body is longer than any response that an instance sends. */
async function readBodyText({ body }: Response): Promise<string> {
  const bytes = body === null ? null : await readWholeBytes(body, ANSWER_BYTES_MAX);
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}

/** Status codes after which to retry: either the server was busy, or a proxy could not reach it. */
const RETRYABLE_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

function parseReply(url: string, { status, headers }: Response, text: string): IntakeReply {
  const value = parseJson(text);
  if (status === 200) {
    const receipt = v.safeParse(intakeReceipt, value);
    if (receipt.success) return { kind: 'receipt', ...receipt.output };
  }
  if (RETRYABLE_STATUSES.has(status)) {
    return {
      kind: 'later',
      error: readError(value) ?? `status ${status}`,
      afterS: parseRetryAfter(headers),
    };
  }
  const refused = v.safeParse(intakeRefused, value);
  if (status >= 400 && refused.success) {
    return {
      kind: 'refused',
      error: refused.output.error ?? `status ${status}`,
      rejected: refused.output.rejected ?? [],
    };
  }
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    const instance = parseRedirectedInstance(url, location);
    if (instance !== null)
      return { kind: 'stranger', error: `it redirects uploads to ${instance}; give that address with --to.` };
  }
  return { kind: 'stranger', error: `its answer to an upload (status ${status}) is not from this service.` };
}

/** Returns the address of the instance behind a redirect, or null if it is not an intake or is the same instance. */
function parseRedirectedInstance(url: string, location: string): string | null {
  const from = url + INTAKE_PATH;
  if (!URL.canParse(location, from)) return null;
  const { protocol, origin, pathname } = new URL(location, from);
  if (!/^https?:$/.test(protocol) || !pathname.endsWith(INTAKE_PATH)) return null;
  const instance = origin + pathname.slice(0, -INTAKE_PATH.length);
  return instance === url || instance.length > ADDRESS_CHARS_MAX ? null : instance;
}

const ADDRESS_CHARS_MAX = 200;

function readError(value: unknown): string | null {
  const error = (value as { readonly error?: unknown } | null)?.error;
  return typeof error === 'string' ? error : null;
}

/**
 * Parses a Retry-After field (seconds or a date) into seconds. Returns null if the field is neither. Dates are compared
 * with the answer's own, because the player's clock may be wrong.
 */
function parseRetryAfter(headers: Headers): number | null {
  const retryAfter = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  const answeredAt = Date.parse(headers.get('date') ?? '') || Date.now();
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - answeredAt) / 1000));
}
