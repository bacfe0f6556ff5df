// The development chain inside a program and below Hardhat's test runner: `npm run build && npm run bench -- dev`.

import { benchSuite } from './dev/suite.ts'
import { processorMs } from './measuring/processorTime.ts'

/** Numbers of payments after which the time of a payment is printed. */
const marks = [200, 400, 800, 3_200]

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`

/** The package's public face as a program imports it. */
async function benchLibrary(): Promise<void> {
  const { createNode } = await import('../src/library/createNode.ts')
  const startedAt = performance.now()
  const node = await createNode()
  const created = performance.now() - startedAt
  const accounts = await node.request({ method: 'eth_accounts' })
  if (!Array.isArray(accounts)) throw new Error('no accounts')
  const [from, to] = accounts
  const pay = async (): Promise<void> => {
    const transfer = { from, to, value: '0x1', gas: '0x5208' }
    const hash = await node.request({ method: 'eth_sendTransaction', params: [transfer] })
    await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  }
  console.log(`\ncreateNode() after the import: ${milliseconds(created)}`)
  let paid = 0
  for (const mark of marks) {
    const before = processorMs()
    const first = paid
    while (paid < mark) {
      await pay()
      paid++
    }
    const each = milliseconds((processorMs() - before) / (paid - first))
    console.log(`a payment in a block of its own, ${first + 1} to ${paid}: ${each} of processor time`)
  }
  await node.close()
}

export async function bench(): Promise<void> {
  await benchLibrary()
  await benchSuite()
}
