// A chain with the contract of the benchmark, which answers every request after 50 ms. It prints its port as a line.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createNode } from '../../src/library/createNode.ts'
import { cellReader } from './cellReader.ts'

const latencyMs = 50
const node = await createNode({ allocations: [cellReader] })

interface Asked {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

const answer = ({ id, method, params }: Asked): Promise<object> =>
  node.request({ method, params: [...params] }).then(
    (result) => ({ jsonrpc: '2.0', id, result }),
    ({ code, message }) => ({ jsonrpc: '2.0', id, error: { code, message } }),
  )

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', async () => {
    const body: Asked | Asked[] = JSON.parse(text)
    const answered = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body)
    setTimeout(() => response.end(JSON.stringify(answered)), latencyMs)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
