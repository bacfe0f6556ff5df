import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Each file starts several processes; on a small machine two files at once would starve each other.
  test: {
    include: ['test/fleet/*.test.ts', 'test/sharing/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    fileParallelism: false,
    globalSetup: 'test/fleet/sharedBuild.ts',
  },
})
