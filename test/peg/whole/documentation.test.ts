import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runProgram } from '../../../src/cli/program.ts'
import { createNode, type LocalNode } from '../../../src/index.ts'

/* The commands of docs/peg.md against a chain with a peg, in the order of the page. */

const page = readFileSync(new URL('../../../docs/peg.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```console\n(.*?)```/gs)].map(([, text]) => text!.trim().split('\n'))

let node: LocalNode
let server: Server
let url = ''
beforeAll(async () => {
  node = await createNode({ peg: { intervalMs: 20 } })
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, params } = JSON.parse(Buffer.concat(chunks).toString())
    const result = await node.request({ method, params })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(() => {
  server.close()
  node.close()
})

async function run(command: string): Promise<string[]> {
  const lines: string[] = []
  const terminal = {
    print: (line: string) => void lines.push(...line.split('\n')),
    note: (line: string) => void lines.push(line),
    status: undefined,
  }
  const words = command.replace(/^\$ cambium /, '').split(' ')
  const code = await runProgram([...words, '--url', url], { version: '', environment: {}, terminal })
  expect(code, lines.join('\n')).toBe(0)
  return lines
}

it('the page has the commands of a peg-in and a peg-out', () => {
  expect(blocks.flat().filter((line) => line.startsWith('$'))).toHaveLength(5)
})

it('the commands print what the page shows', async () => {
  for (const block of blocks) {
    const commands = block.filter((line) => line.startsWith('$'))
    for (const command of commands) {
      const printed = await run(command)
      if (commands.length > 1) continue
      const [first, last] = [block[1]!, block.at(-1)!]
      // Ids differ between runs; stages between the first and the last may pass between two polls.
      const start = first.slice(0, first.indexOf('…'))
      const end = first.slice(first.indexOf('…') + 1)
      expect(printed[0]!.startsWith(start) && printed[0]!.endsWith(end), printed[0]).toBe(true)
      expect(printed.at(-1)).toBe(last.replace(/^\s*/, '  '))
    }
  }
})
