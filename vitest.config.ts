import { defineConfig } from 'vitest/config'
import { damageOnly } from './test/damage/files.ts'

const source = (path: string): string => new URL(`src/${path}`, import.meta.url).pathname

export default defineConfig({
  resolve: {
    // The snippets of the pages import the package by its name.
    alias: [
      { find: /^cambium$/, replacement: source('index.ts') },
      { find: /^cambium\/(ethers|light|stream|viem)$/, replacement: source('library/$1.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    // Suites with commands of their own: npm run test:package, test:chains, test:peg, test:projects, test:fork,
    // test:fleet, test:web, test:light, test:processes and test:damage.
    exclude: [
      ...damageOnly,
      'test/chains/whole/**',
      'test/fleet/**',
      'test/sharing/**',
      'test/fork/**',
      'test/light/**',
      'test/package/**',
      'test/peg/whole/**',
      'test/processes/**',
      'test/projects/**',
      'test/web/**',
    ],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Long enough for a machine with ten times as many busy processes as cores.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Hundreds of test files share what they import; starting afresh for each would take longer than the tests. This is safe
    // while a module keeps only values that follow from their keys (caches), what it loads at its first use (WebAssembly,
    // libraries, tables of selectors) and memory that it uses again, but no setting, clock or count; and while tests restore
    // the timers and globals that they replace. `--isolate` and `--sequence.shuffle.files` must give the same results.
    isolate: false,
    globalSetup: 'test/processes/sharedBuild.ts',
    // Vitest leaves one core to the editor; here they are all for the tests.
    maxWorkers: '100%',
    // Most of the time of a single test file is the transformation of what it imports.
    experimental: { fsModuleCache: true },
  },
})
