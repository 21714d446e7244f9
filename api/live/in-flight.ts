import { setMaxListeners } from 'node:events';

interface Flight<Answer> {
  readonly answer: Promise<Answer>;
  readonly stop: AbortController;
  askers: number;
}

/** Questions that are being asked: who asks the same in the meantime waits for the same answer. */
export class InFlight<Answer> {
  readonly #flights = new Map<string, Flight<Answer>>();

  /** Whether this question is being asked. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins the question that is being asked, or asks it.
   * @param signal ends this asker's waiting; the question itself is given up when its last asker leaves
   * @param ask is called when nobody asks this yet
   * @throws the signal's reason, or what `ask` throws
   */
  join(key: string, signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    if (signal.aborted) return Promise.reject(signal.reason);
    // One answer may well ask more questions than Node takes for a leak.
    setMaxListeners(0, signal);
    const flight = this.#flights.get(key) ?? this.#start(key, ask);
    flight.askers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        flight.askers -= 1;
        if (flight.askers === 0) {
          this.#forget(key, flight);
          flight.stop.abort(signal.reason);
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      const stay = () => signal.removeEventListener('abort', leave);
      flight.answer.then(resolve, reject).finally(stay);
    });
  }

  #start(key: string, ask: (signal: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const stop = new AbortController();
    const flight: Flight<Answer> = { answer: ask(stop.signal), stop, askers: 0 };
    this.#flights.set(key, flight);
    const forget = () => this.#forget(key, flight);
    flight.answer.then(forget, forget);
    return flight;
  }

  /** A flight that was given up may still land after a new one for the same question has started. */
  #forget(key: string, flight: Flight<Answer>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
