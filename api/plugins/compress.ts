import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import plugin from 'fastify-plugin';

/** Bodies that fit in one network packet gain nothing. */
const THRESHOLD_BYTES = 1400;

/** br and gzip, at levels meant for answers that are made once: the default level of br is for files. */
export const compressPlugin = plugin(async (app) => {
  await app.register(compress, {
    global: true,
    encodings: ['br', 'gzip'],
    threshold: THRESHOLD_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  });
});
