import { err, ok, type Result } from '../../domain/values/result.ts';
import { ask, readNumber } from '../ask.ts';
import type { Job, JobArgs } from '../job.ts';

/** `npm run job -- grant revoke ID`, or `--token T`. */
export const grantRevoke: Job = {
  name: 'grant revoke',
  summary: 'revoke a grant; its records are withdrawn at the next snapshot',
  help: `Revokes a grant permanently, by its number in \`grant list\` or by its token. Records that no other grant covers are
withdrawn at the next snapshot. Sending them again under another grant that covers them brings them back.`,
  options: { token: { value: 'T', required: false, text: 'the token of the grant, instead of ID' } },
  words: ['[ID]'],
  run: async ({ owner }, args) => {
    const grant = readGrant(args);
    if (!grant.ok) return grant;
    const revoked = await ask(owner, { op: 'grant-revoke', ...grant.value });
    if (!revoked.ok) return revoked;
    return ok(`Grant ${revoked.value.n} is revoked; its records are withdrawn at the next snapshot.`);
  },
};

function readGrant(args: JobArgs): Result<{ readonly n: number | null; readonly token: string | null }, string> {
  const [word] = args.words;
  const token = args.option('token');
  if ((word === undefined) === (token === null)) {
    const got = word === undefined ? 'neither' : 'both';
    return err(`grant revoke takes the ID of a grant or --token T; got ${got}.`);
  }
  if (word === undefined) return ok({ n: null, token });
  const n = readNumber(word);
  return n.ok ? ok({ n: n.value, token: null }) : n;
}
