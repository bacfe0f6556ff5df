// A local chain with many accounts that another process serves. For each line that comes in it reports the processor time that it
// has used; after `mine` it mines a block with payments before.
import { createInterface } from 'node:readline'
import { createNode } from '../../src/library/createNode.ts'
import { processorMs } from '../measuring/processorTime.ts'
import { reportChain } from './servedChain.ts'

const [accounts, blocks] = process.argv.slice(2).map(Number)
const paymentsPerBlock = 10

const addressOf = (index: number): `0x${string}` => `0x${(index + 0x1000).toString(16).padStart(40, '7')}`
const node = await createNode({
  allocations: Array.from({ length: accounts! }, (_, index) => ({ address: addressOf(index), balance: 5n })),
  mining: 'manual',
})
const [from] = (await node.request({ method: 'eth_accounts' })) as `0x${string}`[]
const { url } = await node.listen()
let next = 0

async function mine(): Promise<void> {
  for (let count = 0; count < paymentsPerBlock; count++)
    await node.request({
      method: 'eth_sendTransaction',
      params: [{ from: from!, to: addressOf(next++ % accounts!), value: '0x1', gas: '0x5208' }],
    })
  node.mine()
}

for (let count = 0; count < blocks!; count++) await mine()
reportChain({ url, word: from! })
for await (const order of createInterface({ input: process.stdin })) {
  if (order === 'mine') await mine()
  console.log(processorMs())
}
