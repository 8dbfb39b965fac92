import type { OperatorAnswers, OperatorCommand } from '../../../domain/operator/command.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { BudgetName } from '../../../schema/request_budgets.ts';
import type { Context } from '../../context.ts';
import {
  checkFormOrigin,
  EMPTY_FORM,
  type FormFault,
  type FormFields,
  type FormInput,
  findFormTypeFault,
  readForm,
} from '../../forms/read_form.ts';
import { RETRY_AFTER_S, type ReceiveSentences, receiveBody } from '../../intake/receive_body.ts';
import { html } from '../../pages/html.ts';
import { renderLayout, toBasePath } from '../../pages/layout.ts';
import { encodeUtf8, HTML_TYPE } from '../../pipeline/body.ts';
import type { HeaderFields } from '../../pipeline/headers.ts';
import { formatRefusal } from '../../pipeline/refusal.ts';
import { type Answer, NO_STORE, type Route } from '../../pipeline/route.ts';

export interface ConnectForm<T> {
  readonly path: string;
  /** Path of the page with the form, and the id of its section there. */
  readonly page: string;
  readonly section: string;
  /** The budget that each submission counts against. */
  readonly budget: BudgetName;
  readonly fields: FormFields;
  /** Title of the page after a refusal, such as `No key was made`. */
  readonly failed: string;
  readonly submit: string;
  /** Renders the inputs, refilled with the submitted values except for secrets. */
  readonly inputs: (typed: FormInput, fault: FormFault | null) => unknown;
  readonly read: (typed: FormInput) => Result<T, FormFault>;
  /** The reason why this instance rejects every submission, or null if it accepts submissions. */
  readonly closed: string | null;
  readonly carryOut: (value: T) => Promise<Result<FormOutcome, FormFault | OwnerUnreachable>>;
}

/** The page after a successful submission. */
export interface FormOutcome {
  readonly title: string;
  readonly main: unknown;
}

/** The process that owns uploads.db could not carry out the command, or we do not know whether it did. */
export type OwnerUnreachable = 'out-of-reach';

/** Maximum size of a form's body in bytes. A label of 80 characters takes up to 1,000 bytes. */
const FORM_BYTES_MAX = 4_096;

/**
 * Lets forms send their Origin, but only to this instance. Without this header field, Origin would be `null`, and
 * requests from browsers that do not send Sec-Fetch-Site would look like requests from other sites.
 */
export const KEEP_ORIGIN_FIELDS: HeaderFields = { 'Referrer-Policy': 'same-origin' };

/** Renders a form, which works without scripts. */
export function renderForm<T>(
  { settings }: Pick<Context, 'settings'>,
  { path, submit, inputs }: ConnectForm<T>,
  typed: FormInput = EMPTY_FORM,
  fault: FormFault | null = null,
): unknown {
  return html`<form class="post" method="post" action="${toBasePath(settings.publicUrl)}${path}">
${inputs(typed, fault)}<button type="submit">${submit}</button>
</form>
`;
}

/** Returns the routes of a form: POST submits it, and GET redirects to its page unless the page has the same path. */
export function createFormRoutes<T>(context: Context, form: ConnectForm<T>): readonly Route[] {
  const shared = { path: form.path, cacheHeaders: NO_STORE, refusals: 'page' } as const;
  const back = `${toBasePath(context.settings.publicUrl)}${form.page}#${form.section}`;
  return [
    {
      ...shared,
      method: 'POST',
      budget: form.budget,
      primaryOnly: { bodyBytesMax: FORM_BYTES_MAX },
      thread: 'intake',
      answer: (call) => receiveForm(context, form, call),
    },
    ...(form.path === form.page ? [] : [createRedirect(form.path, back)]),
  ];
}

/** Redirects GET requests, for example of a reader who reloads the page after a form. */
export function createRedirect(path: string, to: string): Route {
  return {
    path,
    method: 'GET',
    budget: null,
    cacheHeaders: NO_STORE,
    refusals: 'page',
    thread: 'answering',
    answer: async () => ok({ status: 303, mediaType: HTML_TYPE, body: encodeUtf8(''), fields: { Location: to } }),
  };
}

const receiveForm: <T>(
  context: Context,
  form: ConnectForm<T>,
  call: Parameters<Route['answer']>[0],
) => ReturnType<Route['answer']> = async (context, form, call) => {
  const show = createFormPage(context, form);
  const stranger = checkFormOrigin(call.header, context.settings.publicUrl);
  if (stranger !== null) {
    const { status, error } = formatRefusal(stranger);
    return ok({ ...show(status, { field: null, error }, EMPTY_FORM), counts: false });
  }
  if (form.closed !== null) return ok({ ...show(403, { field: null, error: form.closed }, null), counts: false });
  const wrongType = findFormTypeFault(call.header('content-type'));
  if (wrongType !== null) return ok({ ...show(400, { field: null, error: wrongType }, EMPTY_FORM), counts: false });
  return receiveBody(context, call, FORM_BYTES_MAX, RECEIVE_SENTENCES, async (body) => {
    const { typed, fault } = readForm(body, form.fields);
    const read = fault === null ? form.read(typed) : ({ ok: false, error: fault } as const);
    if (!read.ok) return ok({ ...show(400, read.error, typed), counts: false });
    const done = await form.carryOut(read.value);
    if (done.ok) return ok(renderOutcome(context, 200, done.value));
    if (done.error === 'out-of-reach') return ok(show(503, STORAGE_FAULT, typed, RETRY_FIELDS));
    // An error that is about no field cannot be repaired in this form.
    return ok(show(400, done.error, done.error.field === null ? null : typed));
  });
};

const RECEIVE_SENTENCES: ReceiveSentences = {
  tooLarge: `A form must be at most ${FORM_BYTES_MAX} bytes; got more.`,
  advice: 'Nothing was done: send the form again later.',
};

const STORAGE_FAULT: FormFault = {
  field: null,
  error:
    'The storage cannot be read or written right now, so it is unknown whether this was done. Send the form again later: doing it twice does no harm.',
};

const RETRY_FIELDS: HeaderFields = { 'Retry-After': String(RETRY_AFTER_S) };

/** Renders the page after a refusal: the error, and the form again unless `typed` is null. */
function createFormPage<T>(context: Context, form: ConnectForm<T>) {
  const { failed, page: formPage, section } = form;
  return (status: number, fault: FormFault, typed: FormInput | null, fields: HeaderFields = {}): Answer => {
    const base = toBasePath(context.settings.publicUrl);
    // An error about a field is shown beside that field, which gets the focus.
    const main = html`<h1>${failed}</h1>
${
  fault.field === null
    ? html`<p role="alert" class="fault">${fault.error}</p>
`
    : ''
}${typed === null ? '' : renderForm(context, form, typed, fault)}<p><a href="${base}${formPage}#${section}">Back</a></p>
`;
    return renderOutcome(context, status, { title: failed, main }, fields);
  };
}

function renderOutcome(
  { settings, styleSheet }: Context,
  status: number,
  { title, main }: FormOutcome,
  fields: HeaderFields = {},
): Answer {
  return {
    status,
    mediaType: HTML_TYPE,
    body: encodeUtf8(renderLayout({ settings, styleSheet: styleSheet.name, title, main, hidden: true })),
    fields: { ...KEEP_ORIGIN_FIELDS, ...fields },
  };
}

/**
 * Asks the process that owns uploads.db to carry out a visitor's command. The arguments have been validated, so an
 * error means that the owner could not carry out the command. The owner's error message is meant for the operator and
 * is not shown.
 */
export async function askOwner<C extends OperatorCommand>(
  { owner }: Pick<Context, 'owner'>,
  command: C,
): Promise<Result<OperatorAnswers[C['op']], OwnerUnreachable>> {
  const reply = (await owner.carryOut(command)) as Result<OperatorAnswers[C['op']], string>;
  return reply.ok ? ok(reply.value) : err('out-of-reach');
}
