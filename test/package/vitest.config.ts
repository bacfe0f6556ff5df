import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/package/*.test.ts'],
    // Each file packs the checkout, which builds it.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
})
