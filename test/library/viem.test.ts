import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  defineChain,
  keccak256,
  parseAbi,
  stringToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { minted, tokenBytecode, tokenFunctions } from './token.ts'

const abi = parseAbi(tokenFunctions)
const receiver = `0x${'ab'.repeat(20)}` as const
const account = privateKeyToAccount(keccak256(stringToHex('cow')))
const chain = defineChain({
  id: 33,
  name: 'Rootstock local',
  nativeCurrency: { name: 'RBTC', symbol: 'RBTC', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

describe('viem', () => {
  let node: LocalNode
  beforeAll(async () => {
    node = await createNode({ errors: 'ethereum' })
  })
  afterAll(() => node.close())

  const transport = () => custom(node, { retryCount: 0 })
  const client = () =>
    createPublicClient({ chain, transport: transport(), cacheTime: 0, pollingInterval: 20 })
  const wallet = () => createWalletClient({ chain, account, transport: transport() })

  async function deploy(): Promise<`0x${string}`> {
    const hash = await wallet().deployContract({ abi, bytecode: tokenBytecode })
    const { contractAddress } = await client().waitForTransactionReceipt({ hash })
    return contractAddress!
  }

  it('sees the chain', async () => {
    expect(await client().getChainId()).toBe(33)
    expect(await client().getBalance({ address: account.address })).toBe(10n ** 30n)
    expect((await client().getBlock()).number).toBe(0n)
  })

  it('signs a transaction itself and sends it', async () => {
    const hash = await wallet().sendTransaction({ to: receiver, value: 5n })
    const receipt = await client().waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(await client().getBalance({ address: receiver })).toBe(5n)
  })

  it("sends with an account of the node's", async () => {
    const remote = createWalletClient({ chain, transport: transport() })
    const [, second] = await remote.getAddresses()
    const hash = await remote.sendTransaction({ account: second!, to: receiver, value: 1n })
    expect((await client().getTransaction({ hash })).from).toBe(second!.toLowerCase())
  })

  it('deploys a contract, writes to it, reads it and finds its events', async () => {
    const address = await deploy()
    const hash = await wallet().writeContract({
      address,
      abi,
      functionName: 'transfers',
      args: [3n, receiver],
    })
    await client().waitForTransactionReceipt({ hash })
    expect(await client().readContract({ address, abi, functionName: 'totalSupply' })).toBe(minted)
    const events = await client().getContractEvents({ address, abi, eventName: 'Transfer', fromBlock: 0n })
    expect(events.map(({ args }) => args.amount)).toEqual([minted, 0n, 1n, 2n])
  })

  it('decodes why a call reverts', async () => {
    const address = await deploy()
    const failed = await client()
      .simulateContract({ address, abi, account, functionName: 'transfer', args: [receiver, 1n] })
      .catch((error: unknown) => error)
    const cause =
      failed instanceof BaseError && failed.walk((e) => e instanceof ContractFunctionRevertedError)
    expect(cause).toMatchObject({ reason: 'balance too low' })
  })

  it('hears of blocks and logs by polling', async () => {
    const address = await deploy()
    const heard: bigint[] = []
    const logged: unknown[] = []
    const stop = [
      client().watchBlockNumber({ onBlockNumber: (number) => heard.push(number) }),
      client().watchContractEvent({ address, abi, onLogs: (logs) => logged.push(...logs) }),
    ]
    const logsAfterWriting = async (): Promise<number> => {
      await wallet().writeContract({ address, abi, functionName: 'transfers', args: [1n, receiver] })
      return logged.length
    }
    await expect.poll(logsAfterWriting).toBeGreaterThan(1)
    await expect.poll(() => heard.at(-1)).toBe(BigInt(node.chain.head.number))
    for (const end of stop) end()
  })

  it('commands the chain as a test client', async () => {
    const commands = createTestClient({ chain, mode: 'ganache', transport: transport() })
    const before = node.chain.head.number
    const id = await commands.snapshot()
    await commands.increaseTime({ seconds: 60 })
    await node.request({ method: 'evm_mine' })
    expect(node.chain.head.number).toBe(before + 1)
    await commands.revert({ id })
    expect(node.chain.head.number).toBe(before)
  })
})
