import type { Reporter, TestModule } from 'vitest/node';
import './campaign.ts';

/** Ends a run with how many faults of the campaign were tried, and how many held. */
export default class FaultSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let tried = 0;
    let held = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.meta().fault !== true || test.result().state === 'skipped') continue;
        tried += 1;
        if (test.result().state === 'passed') held += 1;
      }
    }
    if (tried > 0) console.log(`\nfaults: ${tried} tried, ${held} held`);
  }
}
