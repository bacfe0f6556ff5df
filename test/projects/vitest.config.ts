import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/projects/*.test.ts'],
    // Installing a project and compiling its contracts takes minutes on slow machines.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Much of it is waiting for the registry, and for indexers that poll.
    maxWorkers: '100%',
  },
})
