import { defineConfig } from 'vitest/config'
import { damageOnly, damageToo } from './files.ts'

const { CAMBIUM_DAMAGES = '200', CAMBIUM_KILLS = '8' } = process.env

export default defineConfig({
  test: {
    include: [...damageOnly, ...damageToo],
    env: { CAMBIUM_DAMAGES, CAMBIUM_KILLS },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    globalSetup: 'test/processes/sharedBuild.ts',
  },
})
