import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/fleet/*.test.ts', 'test/sharing/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // The tests mostly wait for delays of the processes that they start.
    maxWorkers: '100%',
    globalSetup: 'test/processes/sharedBuild.ts',
  },
})
