import { chainTest } from 'cambium/vitest'

const address = `0x${'5e'.repeat(20)}`
const test = chainTest({
  artifacts: 'artifacts',
  deploy: (node) => node.request({ method: 'anvil_setCode', params: [address, '0x60006000fd'] }),
})

test('calls a function that fails', ({ node }) =>
  node.request({ method: 'eth_call', params: [{ to: address }] }))
