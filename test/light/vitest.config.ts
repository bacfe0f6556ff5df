import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/light/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
  },
})
