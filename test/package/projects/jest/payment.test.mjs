import { createNode, ProviderRpcError } from 'cambium'
import { NodeProvider } from 'cambium/ethers'

let node
beforeEach(async () => {
  node = await createNode()
})
afterEach(() => node.close())

test('receives a payment', async () => {
  const provider = new NodeProvider(node)
  const signer = await provider.getSigner(0)
  const { address } = node.accounts[1]
  const before = await provider.getBalance(address)
  await (await signer.sendTransaction({ to: address, value: 1n })).wait()
  expect(await provider.getBalance(address)).toBe(before + 1n)
  provider.destroy()
})

test('rejects an unknown method', async () => {
  const error = await node.request({ method: 'eth_unknown' }).catch((reason) => reason)
  expect(error).toBeInstanceOf(ProviderRpcError)
  expect(error.code).toBe(-32601)
})
