import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/fork/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    isolate: false,
    globalSetup: 'test/processes/sharedBuild.ts',
  },
})
