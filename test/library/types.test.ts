import type { Eip1193Provider } from 'ethers'
import type { EIP1193Provider, EIP1193RequestFn } from 'viem'
import { expect, expectTypeOf, it } from 'vitest'
import { createNode, type Hex, type LocalNode, type NodeRpcSchema, type RpcBlock } from '../../src/index.ts'

it('a node has the types of the providers of viem and ethers', async () => {
  const node = await createNode()
  const ofViem: EIP1193Provider = node
  const ofEthers: Eip1193Provider = node
  expectTypeOf<LocalNode>().toExtend<EIP1193Provider>()
  expect([
    await ofViem.request({ method: 'eth_chainId' }),
    await ofEthers.request({ method: 'eth_chainId' }),
  ]).toEqual(['0x21', '0x21'])
  await node.close()
})

it('requests have the types of their methods', async () => {
  const node = await createNode()
  const address: string = node.accounts[0]!.address
  const balance = await node.request({ method: 'eth_getBalance', params: [address, 'latest'] })
  expectTypeOf(balance).toEqualTypeOf<Hex>()
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
  expectTypeOf(block).toEqualTypeOf<RpcBlock | null>()
  expect(block?.number).toBe('0x0')
  const other = await node.request<string>({ method: 'net_version' })
  expectTypeOf(other).toEqualTypeOf<string>()
  const name: string = 'web3_clientVersion'
  expectTypeOf(await node.request({ method: name })).toEqualTypeOf<unknown>()
  // @ts-expect-error the address is missing
  await expect(node.request({ method: 'eth_getBalance' })).rejects.toThrow('missing value')
  // @ts-expect-error an account is not an address
  await expect(node.request({ method: 'eth_getBalance', params: [node.accounts[0]] })).rejects.toThrow(
    'address',
  )
  const typed: EIP1193RequestFn<NodeRpcSchema> = node.request
  expect(await typed({ method: 'eth_blockNumber', params: [] })).toBe('0x0')
  await node.close()
})

it('transactions of every type have the members of their type', async () => {
  const node = await createNode({ hardfork: 'next' })
  const [from, to] = node.accounts.map(({ address }) => address)
  const hash = await node.request({
    method: 'eth_sendTransaction',
    params: [{ from, to, type: '0x2', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x77359400' }],
  })
  const transaction = await node.request({ method: 'eth_getTransactionByHash', params: [hash] })
  expectTypeOf(transaction!.type).toEqualTypeOf<Hex>()
  expectTypeOf(transaction!.maxFeePerGas).toEqualTypeOf<Hex | undefined>()
  expectTypeOf(transaction!.authorizationList?.[0]?.address).toEqualTypeOf<Hex | undefined>()
  expect(transaction).toMatchObject({ type: '0x2', maxFeePerGas: '0x77359400', accessList: [] })
  expect(['0x0', '0x1']).toContain(transaction!.yParity)
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', true] })
  expectTypeOf(block!.baseFeePerGas).toEqualTypeOf<Hex | undefined>()
  expect(block!.baseFeePerGas).toBe('0x0')
  await node.close()
})
