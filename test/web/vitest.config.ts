import { defineConfig } from 'vitest/config'

export default defineConfig({
  // A browser on a slow machine takes its time; the files share one machine, so they run in turn.
  test: {
    include: ['test/web/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    fileParallelism: false,
    // The default second is too short beside another suite.
    expect: { poll: { timeout: 30_000 } },
  },
})
