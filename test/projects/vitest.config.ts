import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Installing a project and compiling its contracts takes minutes on slow machines.
  test: { include: ['test/projects/*.test.ts'], testTimeout: 600_000, hookTimeout: 900_000 },
})
