// Node starts a thread from JavaScript only, and a thread does not inherit the loader that lets Node read TypeScript.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.entry);
