import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestClient, custom } from 'viem'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createNode } from '../../src/index.ts'
import { Origin } from '../fork/origin.ts'
import { snippetsOf } from './snippets.ts'

/* The programs of docs/fork.md, with a recorded chain as the origin; test/package/commands.test.ts runs its commands. */

const [creation, reset] = snippetsOf('docs/fork.md').filter(({ language }) => language === 'js')

let origin: Origin
let forked: string
const folder = mkdtempSync(join(import.meta.dirname, '.snippets-'))
beforeAll(async () => {
  vi.stubEnv('XDG_CACHE_HOME', folder)
  origin = await Origin.open('contracts', 5)
  const response = await fetch(origin.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['0x3', false] }),
  })
  forked = Object(await response.json()).result.hash
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** Writes a snippet as a module, with the names that it takes for granted and the block 3 of the origin. */
function written(name: string, own: string, text: string): string {
  const path = join(folder, name)
  const here = text.replace('7_500_000', '3').replace(/'mainnet'|'https:[^']*'/, `'${origin.url}'`)
  writeFileSync(path, `${own}\n${here}`)
  return path
}

it('a node of the library forks', async () => {
  const own = `import { createNode } from 'cambium'`
  const { node } = await import(written('creation.ts', own, creation!.text.replace('const', 'export const')))
  onTestFinished(() => node.close())
  expect(node.chain.head.hash).toBe(forked)
})

it('a client resets a node to a fork', async () => {
  const node = await createNode()
  onTestFinished(() => node.close())
  const client = createTestClient({ mode: 'hardhat', transport: custom(node) })
  const { run } = await import(
    written('reset.ts', '', `export const run = async (client) => {\n${reset!.text}}\n`)
  )
  await run(client)
  expect(node.chain.head.hash).toBe(forked)
})
