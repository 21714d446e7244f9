import { buildApp } from '../../api/app.ts';
import { readConfig } from '../../api/config.ts';
import { Store } from '../../db/store.ts';
import { OPEN_DOOR } from '../support/api.ts';

/** The server with its paid paths open to everybody: what an answer takes, apart from who may have it. */
const config = readConfig(process.env);
const store = new Store({ dataDir: config.dataDir });
const app = buildApp({ config, store, keys: OPEN_DOOR });
await app.listen({ port: config.port, host: config.host });
