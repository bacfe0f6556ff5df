import { createNode } from './cambium.js'

const node = await createNode({ peg: { isManual: true } })
const to = '0x4242424242424242424242424242424242424242'
await node.request({ method: 'peg_in', params: [{ satoshis: 2_000_000, to }] })
await node.request({ method: 'peg_advance' })
document.querySelector('output').textContent = `received ${node.chain.balance(to)} wei`
