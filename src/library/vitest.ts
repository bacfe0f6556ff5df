import { type TestAPI, type TestError, test } from 'vitest'
import { createNode } from './createNode.ts'
import type { CreateNodeOptions } from './createNodeOptions.ts'
import type { Hex } from './hexTypes.ts'
import type { LocalNode } from './localNode.ts'

/** The options of `createNode`, and how tests share a chain. */
export interface ChainTestOptions<Deployed> extends CreateNodeOptions {
  /** `file`, the default: the tests of a file share a chain, and each begins with what `deploy` left. `test`: each has its own. */
  readonly chainPer?: 'file' | 'test'
  /** Deploys what all tests need; the tests get its result as `deployed`. */
  readonly deploy?: (node: LocalNode) => Deployed | Promise<Deployed>
}

/** What tests find in their context. */
export interface ChainFixtures<Deployed> {
  readonly node: LocalNode
  readonly deployed: Deployed
}

interface ReadyChain {
  readonly node: LocalNode
  readonly deployed: unknown
  readonly snapshot: Hex
}

/**
 * Vitest's `test` with a chain: `test('pays', async ({ node }) => …)`. The chain is created for the first test that names
 * `node` or `deployed`. Messages of `console.log` in contracts are printed with the test, and so are the lines of Solidity if
 * it fails.
 */
export function chainTest<Deployed = undefined>(
  options?: ChainTestOptions<Deployed>,
): TestAPI<ChainFixtures<Deployed>>
export function chainTest({
  chainPer = 'file',
  deploy,
  ...nodeOptions
}: ChainTestOptions<unknown> = {}): TestAPI<ChainFixtures<unknown>> {
  return test.extend<ChainFixtures<unknown> & { readonly chain: ReadyChain }>({
    chain: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
      async ({}, use) => {
        const node = await createNode({ onConsole: console.log, ...nodeOptions })
        try {
          const deployed = await deploy?.(node)
          await use({ node, deployed, snapshot: node.snapshot() })
        } finally {
          await node.close()
        }
      },
      { scope: chainPer },
    ],
    node: async ({ chain, task, onTestFailed }, use) => {
      onTestFailed(() => printSolidity(task.result?.errors))
      if (chainPer === 'file') {
        if (task.concurrent) throw new Error("tests that run at once need chainTest({ chainPer: 'test' })")
        chain.node.revert(chain.snapshot)
      }
      await use(chain.node)
    },
    // Depends on `node`, so that the chain is restored for tests that name `deployed` alone.
    deployed: async ({ chain, node: _ }, use) => use(chain.deployed),
  })
}

/** Vitest's own list of a stack leaves out lines without a column. */
function printSolidity(errors: readonly TestError[] = []): void {
  for (let error = errors[0]; error !== undefined; error = error.cause) {
    const lines = (error.stack ?? '').split('\n').filter((line) => /^ +at .+\(.+\.sol:\d+\)$/.test(line))
    if (lines.length === 0) continue
    console.error(['Solidity stack trace:', ...lines].join('\n'))
    return
  }
}
