import { LIMITS } from '../../../schema/limits.ts';
import type { Chapter } from '../../openapi/operation.ts';
import { inHeader, shape, word } from '../../openapi/parts.ts';
import { exampleBody } from '../examples.ts';

function count(limit: { readonly value: number }): string {
  return limit.value.toLocaleString('en-GB');
}

/** Documents the endpoint (contract, section 2, Receipt). */
export const chapter: Chapter = (setup) => [
  {
    path: '/api/intake',
    operationId: 'upload',
    tag: 'Uploads',
    summary: 'Upload records',
    description: `Records of an addon. Each is checked separately: a bad record is rejected in the receipt and does not affect others. At most ${count(LIMITS.recordsPerUploadMax)} records and ${count(LIMITS.bodyBytesMax)} bytes, both compressed and decompressed. 200 means that the accepted records are stored durably; any other status means that nothing is confirmed: after a storage error (503) a crash may still bring the upload back. Sending a file twice counts once. Named categories need the matching sharing choice and a grant. Uploads from pages of other sites are refused.`,
    parameters: [
      inHeader(
        'Content-Encoding',
        'The compression of the body. Omit it for an uncompressed body.',
        word(['gzip']),
        'gzip',
      ),
    ],
    requestBody: {
      description: 'The upload. Each record follows the schema of its kind.',
      required: true,
      content: {
        'application/json': {
          schema: shape('intakeRequest'),
          examples: { loot: { summary: 'The contents of one loot window', value: exampleBody('upload', setup) } },
        },
      },
    },
    served: [
      {
        description: 'The upload is stored. The receipt lists accepted and rejected records.',
        schema: shape('intakeReceipt'),
        examples: { receipt: { summary: 'One record, accepted', value: exampleBody('receipt', setup) } },
      },
      {
        status: 422,
        description: 'The envelope or every record was refused; rejected says why.',
        schema: shape('intakeRefused'),
        examples: { refused: { summary: 'One record, rejected', value: exampleBody('refused', setup) } },
      },
    ],
    refusals: {
      400: 'The body is not JSON or incomplete, the grants are malformed, or a header is not allowed: error says which.',
      413: `The body is larger than ${count(LIMITS.bodyBytesMax)} bytes.`,
      503: 'The storage could not confirm the write, or there are too many uploads at the moment. Keep the file and send it again after Retry-After.',
    },
  },
];
