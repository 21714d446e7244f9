import cron, { type ScheduledTask } from 'node-cron';
import type { Group, ReleaseLabel } from '../db/groups.ts';
import { readManifest } from '../db/manifest.ts';
import type { Operations, PlannedRun } from '../db/operations.ts';
import { planRun, retryDelayMs, TIME_ZONE } from './schedule-plan.ts';
import type { GroupDeclaration } from './sources/source.ts';

/** node-cron passes over a time that the clock skips in spring, and whatever a sleeping machine missed. */
const REVIEW_MS = 3_600_000;

/** Enough to look back over the longest back-off. */
const RUNS_LOOKED_AT = 50;

/** A group is not run twice within this time, whatever the plan says: a run that left no record must not spin. */
const SHORTEST_PAUSE_MS = 60_000;

/** What a run of a group came to; `locked` when another process was at it. */
export type RunResult = 'good' | 'failed' | 'locked';

export interface SchedulerOptions {
  readonly dataDir: string;
  readonly groups: readonly GroupDeclaration[];
  /** The label of the releases that it makes. */
  readonly label: ReleaseLabel;
  readonly operations: Operations;
  /** Brings one group up to date; never rejects. */
  readonly run: (group: Group, signal: AbortSignal) => Promise<RunResult>;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

interface Attempt {
  endedAtMs: number;
  failuresInARow: number;
}

type Plan = Omit<PlannedRun, 'recordedAt'>;

/**
 * Runs each group when one of its sources is due, one group at a time. What was missed while it was not running is
 * caught up with at the start; a group that fails is tried again later and later, and keeps no other from its turn.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #stopping = new AbortController();
  readonly #attempts = new Map<Group, Attempt>();
  readonly #plans = new Map<Group, Plan>();
  readonly #queue: Group[] = [];
  #running: Group | undefined;
  #drained: Promise<void> = Promise.resolve();
  #tasks: ScheduledTask[] = [];
  #timer: NodeJS.Timeout | undefined;
  #recorded = '';

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Begins to follow the clock, and with what is due already. */
  start(): void {
    for (const { id, sources } of this.#options.groups) {
      for (const source of sources) {
        this.#tasks.push(
          cron.schedule(source.cron, () => this.#review(id), {
            name: source.id,
            timezone: TIME_ZONE,
            suppressMissedWarning: true,
            logger: this.#cronLogger(source.id),
          }),
        );
      }
    }
    this.reviewAll();
    this.#followUp();
  }

  /** Queues every group that is due now. */
  reviewAll(): void {
    for (const group of this.#options.groups) this.#review(group.id);
  }

  /** Resolves when nothing is running or queued. */
  async idle(): Promise<void> {
    while (this.#running !== undefined || this.#queue.length > 0) await this.#drained;
  }

  /** The groups whose last run here did not end well. */
  failedGroups(): Group[] {
    return [...this.#attempts].filter(([, { failuresInARow }]) => failuresInARow > 0).map(([group]) => group);
  }

  /** Starts nothing more, stops the run that is under way, and waits for its end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#tasks.map((task) => task.destroy()));
    this.#queue.length = 0;
    await this.#drained;
  }

  #review(group: Group): void {
    if (this.#stopping.signal.aborted) return;
    const plan = this.#renewPlan(group);
    if (plan === undefined || new Date(plan.dueAt) > new Date() || this.#isUnderWay(group)) return;
    this.#queue.push(group);
    this.#options.log('queued', { group, reason: plan.reason });
    if (this.#running === undefined) this.#drained = this.#drain();
  }

  #isUnderWay(group: Group): boolean {
    return this.#running === group || this.#queue.includes(group);
  }

  /** A store that cannot be read at the moment leaves the plan as it was; the next review tries again. */
  #renewPlan(group: Group): Plan | undefined {
    try {
      const plan = this.#plan(group, new Date());
      if (plan === undefined) this.#plans.delete(group);
      else this.#plans.set(group, plan);
      this.#recordPlans();
      return plan;
    } catch (error) {
      this.#options.log('plan_failed', { group, message: (error as Error).message });
      return undefined;
    }
  }

  #plan(group: Group, now: Date): Plan | undefined {
    const { dataDir, groups, label, operations } = this.#options;
    const sources = groups.find((candidate) => candidate.id === group)?.sources ?? [];
    const attempt = this.#attempts.get(group);
    const plan = planRun({
      group,
      crons: sources.map((source) => source.cron),
      runs: operations.lastRuns(group, RUNS_LOOKED_AT),
      // Asked for only until its first run here: an operator may roll back to a sample, and means it.
      servesWantedLabel: attempt !== undefined || readManifest(dataDir).groups[group]?.label === label,
      now,
    });
    if (plan === undefined || attempt === undefined) return plan;
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, retryDelayMs(attempt.failuresInARow));
    const earliest = new Date(attempt.endedAtMs + pauseMs);
    if (new Date(plan.dueAt) >= earliest) return plan;
    const reason = attempt.failuresInARow > 0 ? 'retry' : plan.reason;
    return { ...plan, dueAt: earliest.toISOString(), reason };
  }

  async #drain(): Promise<void> {
    for (let group = this.#queue.shift(); group !== undefined; group = this.#queue.shift()) {
      this.#running = group;
      this.#options.log('started', { group });
      const startedMs = Date.now();
      const result = await this.#options.run(group, this.#stopping.signal);
      this.#running = undefined;
      const failures = result === 'good' ? 0 : (this.#attempts.get(group)?.failuresInARow ?? 0) + 1;
      this.#attempts.set(group, { endedAtMs: Date.now(), failuresInARow: failures });
      this.#options.log('ended', { group, result, seconds: Math.round((Date.now() - startedMs) / 1000) });
      if (this.#stopping.signal.aborted) return;
      // Not a review: it cannot be due again already, and the queue is being worked off here.
      const plan = this.#renewPlan(group);
      if (plan !== undefined)
        this.#options.log('planned', { group, due_at: plan.dueAt, reason: plan.reason });
    }
    this.#followUp();
  }

  /** Looks again when the first back-off has ended, and now and then in any case. */
  #followUp(): void {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted) return;
    const now = Date.now();
    const waits = [...this.#plans.values()]
      .filter((plan) => plan.reason !== 'schedule' && !this.#isUnderWay(plan.group))
      .map((plan) => Math.max(1000, new Date(plan.dueAt).getTime() - now));
    this.#timer = setTimeout(
      () => {
        this.reviewAll();
        this.#followUp();
      },
      Math.min(REVIEW_MS, ...waits),
    );
  }

  #recordPlans(): void {
    const plans = [...this.#plans.values()];
    // A group that is due already is due "now" at every look: that is no change.
    const text = JSON.stringify(plans.map((plan) => (this.#isDue(plan) ? { ...plan, dueAt: 'now' } : plan)));
    if (text === this.#recorded) return;
    this.#options.operations.recordPlan(plans);
    this.#recorded = text;
  }

  #isDue(plan: Plan): boolean {
    return new Date(plan.dueAt).getTime() <= Date.now();
  }

  #cronLogger(source: string) {
    const log = (message: string | Error) =>
      this.#options.log('cron', { source, message: message instanceof Error ? message.message : message });
    return { info: log, warn: log, error: log, debug: () => {} };
  }
}
