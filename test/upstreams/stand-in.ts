import type { LiveSettings } from '../../api/live/settings.ts';

/** A request as a stand-in sees it. */
export interface StandInRequest {
  readonly method: string;
  /** Path below the stand-in's own, e.g. `/free`; `/` for none. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface StandInAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** One publisher's protocol, spoken truthfully from small data of ours. Its file holds all that it knows. */
export interface StandIn {
  /** Id of the upstream, as its client declares it; also the first part of the stand-in's path. */
  readonly id: string;
  /** The setting that leads a service to it. */
  readonly setting: Extract<keyof typeof LiveSettings.properties, `${string}_URL`>;
  /** The right answer, errors of the protocol included. */
  answer(request: StandInRequest): StandInAnswer | Promise<StandInAnswer>;
  /** An answer of the right shape about another object: what a client must notice. */
  wrongObject?(request: StandInRequest): StandInAnswer | Promise<StandInAnswer>;
}

/** What a stand-in does instead of answering truthfully. */
export type Misbehaviour =
  | 'stall'
  | 'status_500'
  | 'status_403'
  | 'status_429'
  | 'cut_body'
  | 'html'
  | 'wrong_object'
  | 'down';
