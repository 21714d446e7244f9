import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Two cores: more workers only take each other's time.
    maxWorkers: 2,
    reporters: ['default', './test/faults/summary.ts', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
