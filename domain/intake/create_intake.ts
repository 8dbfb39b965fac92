import type { Intake, IntakeAnswer } from '../ports/intake.ts';
import type { Log } from '../ports/log.ts';
import type { Parsers } from './parsers.ts';
import { readBody } from './read_body.ts';
import { type AllRejected, type TakeUpload, takeUpload, type UploadReceipt } from './take_upload.ts';

/** What a sender reads when storage, or the part that writes to it, could not confirm an upload. */
const NOT_CONFIRMED =
  'Storage could not confirm the write: keep the file and send it again later. Should it be found stored after all, it counts once.';

/** Intake without HTTP: the bytes of an upload in, its status and finished JSON out (spec, POST /api/intake). */
export const createIntake = (deps: TakeUpload & Pick<Parsers, 'parseEnvelope'> & { readonly log: Log }): Intake => ({
  take: async (body) => {
    const json = readBody(body);
    if (!json.ok) return refused(400, json.error.error);
    const envelope = deps.parseEnvelope(json.value);
    if (!envelope.ok) return refused(envelope.status, envelope.reason);
    const taken = await takeUpload(deps, envelope.envelope);
    if (taken.ok) return received(taken.value);
    if (taken.error.kind === 'all-rejected') return allRejected(taken.error, envelope.envelope.records.length);
    deps.log.warn('intake.unreachable', { cause: taken.error.cause });
    return notConfirmed();
  },
});

/** 503: the sender keeps the file and sends it again. */
export const notConfirmed = (): IntakeAnswer => ({
  status: 503,
  body: JSON.stringify({ ok: false, error: NOT_CONFIRMED, persisted: false }),
});

/** The upload as a whole: no record of it was looked at. */
const refused = (status: 400 | 422, error: string): IntakeAnswer => ({
  status,
  body: JSON.stringify({ ok: false, error, persisted: false, accepted: [], rejected: [] }),
});

const allRejected = ({ rejected }: AllRejected, records: number): IntakeAnswer => {
  const all = records === 1 ? 'The one record' : `All ${records} records`;
  const error = `${all} of the upload ${records === 1 ? 'was' : 'were'} refused; rejected says why.`;
  return { status: 422, body: JSON.stringify({ ok: false, error, persisted: false, accepted: [], rejected }) };
};

const received = ({ uploadId, accepted, rejected }: UploadReceipt): IntakeAnswer => ({
  status: 200,
  body: JSON.stringify({ ok: true, persisted: true, uploadId, accepted, rejected }),
});
