import { createNode } from 'cambium'
import { createPublicClient, custom } from 'viem'

const output = document.querySelector('output')
const node = await createNode()
const client = createPublicClient({ transport: custom(node) })
node.on('block', ({ number }) => {
  document.title = `block ${number}`
})

const [from, to] = node.accounts
const before = await client.getBalance({ address: to.address })
await node.request({
  method: 'eth_sendTransaction',
  params: [{ from: from.address, to: to.address, value: '0x64' }],
})
const after = await client.getBalance({ address: to.address })
output.textContent = `received ${after - before} wei`
