import { defineConfig } from 'vitest/config'

export default defineConfig({
  // A change of the federation takes hundreds of blocks on both chains.
  test: { include: ['test/peg/whole/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
})
