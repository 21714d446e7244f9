import type { Config } from '../config.ts';
import type { UpstreamDeps } from './upstream.ts';

/** The publishers that are asked while a caller waits; one property each. */
// biome-ignore lint/suspicious/noEmptyInterface: the clients are added one by one
export interface LiveClients {}

/** Makes the clients; nothing is asked yet. */
export function createLiveClients(_config: Config, _deps: UpstreamDeps): LiveClients {
  return {};
}
