import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { JobArgs, VisitorJob, VisitorTools } from '../job.ts';
import { readInstanceUrl } from '../read_args.ts';
import { type VerifyOptions, type VerifyVerdict, verifyExport } from '../verify_public/verify.ts';

/** `npm run job -- verify-public` (contract, section 7). Exits 2 if there is nothing to recount. */
export const verifyPublicJob: VisitorJob = {
  forVisitors: true,
  name: 'verify-public',
  summary: 'recount the public figures of any instance from its exports',
  help: `Reads the newest export of an instance, checks the digests of its files, and recounts it: windows, drops, rates, bounds
and measured zeros from the feed; players, shares, estimates, relations with their days, names, prices and other agreed
values, and market days from the evidence. Then it compares 100 rows, chosen at random, with what the API answers. It uses
no code of the instance, and needs no data folder.

It prints a line for each list, what cannot be recounted, and the first difference of each list. It exits 0 if everything
agrees, 1 if something differs, and 2 if the instance or its export cannot be read.`,
  options: {
    seed: { value: 'N', text: 'a number that chooses the rows to compare with the API; default: a random one' },
  },
  words: ['URL'],
  run: async (tools, args) => {
    const options = readOptions(tools, args);
    const verdict: VerifyVerdict = options.ok
      ? await verifyExport(tools.publicAt(options.value.url), { ...options.value, progress: tools.progress })
      : { code: 2, text: options.error };
    if (verdict.code === 2) tools.complain(verdict.text);
    else tools.say(verdict.text);
    tools.exitWith(verdict.code);
    return ok(null);
  },
};

function readOptions({ random }: VisitorTools, args: JobArgs): Result<Omit<VerifyOptions, 'progress'>, string> {
  const [address = ''] = args.words;
  const url = readInstanceUrl('URL', address);
  if (!url.ok) return url;
  const seed = args.option('seed') ?? String(new DataView(random.bytes(4).buffer).getUint32(0) % SEED_MAX);
  if (!/^\d{1,9}$/.test(seed)) return err(`--seed must be a whole number of at most 9 digits; got ${quote(seed)}.`);
  return ok({ url: url.value, seed: Number(seed) });
}

const SEED_MAX = 1_000_000_000;
