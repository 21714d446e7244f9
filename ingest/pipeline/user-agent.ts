import { userAgent as userAgentOf } from '../../db/user-agent.ts';
import { packageVersion } from './fingerprint.ts';

/** What publishers are told about who downloads. */
export function userAgent(operatorContact: string | undefined): string {
  return userAgentOf(packageVersion(), operatorContact);
}
