import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestClient, custom } from 'viem'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { snippetsOf } from './snippets.ts'

/* The programs of docs/fork.md, with a local chain as the origin; test/package/commands.test.ts runs its commands. */

const [creation, reset] = snippetsOf('docs/fork.md').filter(({ language }) => language === 'js')

let origin: LocalNode
let url: string
const folder = mkdtempSync(join(import.meta.dirname, '.snippets-'))
beforeAll(async () => {
  vi.stubEnv('XDG_CACHE_HOME', folder)
  origin = await createNode()
  origin.mine(5)
  url = (await origin.listen()).url
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** Writes a snippet as a module, with the names that it takes for granted and the block 3 of the origin. */
function written(name: string, own: string, text: string): string {
  const path = join(folder, name)
  const here = text.replace('7_500_000', '3').replace(/'mainnet'|'https:[^']*'/, `'${url}'`)
  writeFileSync(path, `${own}\n${here}`)
  return path
}

it('a node of the library forks', async () => {
  const own = `import { createNode } from 'cambium'`
  const { node } = await import(written('creation.ts', own, creation!.text.replace('const', 'export const')))
  onTestFinished(() => node.close())
  expect(node.chain.head.hash).toBe(origin.chain.block(3)?.hash)
})

it('a client resets a node to a fork', async () => {
  const node = await createNode()
  onTestFinished(() => node.close())
  const client = createTestClient({ mode: 'hardhat', transport: custom(node) })
  const { run } = await import(
    written('reset.ts', '', `export const run = async (client) => {\n${reset!.text}}\n`)
  )
  await run(client)
  expect(node.chain.head.hash).toBe(origin.chain.block(3)?.hash)
})
