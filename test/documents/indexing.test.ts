import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { snippetsOf } from './snippets.ts'

/* The examples of docs/indexing.md, tried on a chain; test/package/commands.test.ts runs its command. */

const snippets = snippetsOf('docs/indexing.md')
const [query] = snippets.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text))
const [program] = snippets.filter(({ language }) => language === 'ts')

let node: LocalNode
let url: string
const folder = mkdtempSync(join(import.meta.dirname, '.snippets-'))
beforeAll(async () => {
  node = await createNode()
  url = (await node.listen()).url
})
afterAll(async () => {
  await node.close()
  rmSync(folder, { recursive: true })
})

describe('docs/indexing.md', () => {
  it('shows a query that the stream accepts', async () => {
    const post = (members: object) =>
      fetch(`${url}/data/stream`, { method: 'POST', body: JSON.stringify({ ...query, ...members }) })
    // The first block of the query is above the best one.
    expect((await post({})).status).toBe(204)
    expect((await post({ fromBlock: 0 })).status).toBe(200)
  })

  it('shows a program that stores its position after the first event', async () => {
    const path = join(folder, 'program.ts')
    const own = [
      `const [token, position] = ['${node.accounts[0]!.address}']`,
      'const [removeAbove, add] = [() => {}, () => {}]',
      `const store = (reached) => { throw new Error('stored ' + JSON.stringify(reached)) }`,
    ]
    const text = program!.text.replace('http://127.0.0.1:4444/mainnet/data', `${url}/data`)
    writeFileSync(path, [...own, text].join('\n'))
    await expect(import(path)).rejects.toThrow(/^stored \{/)
  })
})
