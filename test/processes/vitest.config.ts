import { defineConfig } from 'vitest/config'
import { damageOnly } from '../damage/files.ts'

export default defineConfig({
  test: {
    include: ['test/processes/*.test.ts'],
    exclude: damageOnly,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    globalSetup: 'test/processes/sharedBuild.ts',
  },
})
