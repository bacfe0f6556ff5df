import { defineConfig } from 'vitest/config'

export default defineConfig({
  // A browser is slow on a slow machine; the files share one machine, so they run one after the other.
  test: {
    include: ['test/web/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    fileParallelism: false,
    // The files share what they import.
    isolate: false,
    // What a browser does in time depends on the whole machine. The report shows a test that needed its second try.
    retry: 1,
    // The default of one second is too short while another suite runs.
    expect: { poll: { timeout: 30_000 } },
  },
})
