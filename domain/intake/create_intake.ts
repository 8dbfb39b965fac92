import type { Intake, Sender } from '../ports/intake.ts';
import type { Log } from '../ports/log.ts';
import { formatQuantity } from '../values/phrases.ts';
import { err, ok, type Result } from '../values/result.ts';
import { requireStorageFault } from '../values/storage_fault.ts';
import type { Parsers } from './parsers.ts';
import { type AllRecordsRejected, type IntakePorts, takeUpload, type UploadReceipt } from './take_upload.ts';

/** The envelope was rejected before any record was parsed. `error` is a sentence for the sender. */
export interface RefusedEnvelope {
  readonly kind: 'grants-malformed' | 'envelope-refused';
  readonly error: string;
}

/** The receipt of an upload, or the reason why none of it was stored. */
export type UploadOutcome = Result<UploadReceipt, InvalidJson | RefusedEnvelope | AllRecordsRejected>;

export interface IntakeDeps<Answer> extends IntakePorts, Pick<Parsers, 'parseEnvelope'> {
  readonly present: (outcome: UploadOutcome) => Answer;
  readonly log: Log;
}

/** Creates the intake, which turns an upload's bytes into an answer, without HTTP (contract, section 2, Receipt). */
export function createIntake<Answer>(deps: IntakeDeps<Answer>): Intake<Answer> {
  return {
    take: async (body, sender) => {
      try {
        return deps.present(await takeUploadBody(deps, body, sender));
      } catch (error) {
        deps.log.warn('intake.unreachable', { cause: requireStorageFault(error).cause });
        throw error;
      }
    },
  };
}

async function takeUploadBody(
  deps: IntakePorts & Pick<Parsers, 'parseEnvelope'>,
  body: Uint8Array,
  sender: Sender,
): Promise<Result<UploadReceipt, InvalidJson | RefusedEnvelope | AllRecordsRejected>> {
  const json = parseJsonBody(body);
  if (!json.ok) return json;
  const envelope = deps.parseEnvelope(json.value);
  if (envelope.ok) return takeUpload(deps, envelope.envelope, sender);
  const kind = envelope.part === 'grants' ? 'grants-malformed' : 'envelope-refused';
  return err({ kind, error: envelope.reason });
}

/** The body is not JSON. `error` is a sentence for the sender that quotes nothing from the body. */
interface InvalidJson {
  readonly kind: 'not-json';
  readonly error: string;
}

/** Parses an upload's body, which must be JSON in valid UTF-8, with or without a byte order mark. */
function parseJsonBody(body: Uint8Array): Result<unknown, InvalidJson> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return refuseNotJson('The body must be JSON in UTF-8; it contains bytes that are not UTF-8.');
  }
  try {
    return ok(JSON.parse(text));
  } catch {
    return refuseNotJson(`The body must be one JSON object; its ${formatQuantity(body.length, 'byte')} are not JSON.`);
  }
}

function refuseNotJson(error: string): { readonly ok: false; readonly error: InvalidJson } {
  return err({ kind: 'not-json', error });
}
