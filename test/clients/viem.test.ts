import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  keccak256,
  parseAbi,
  stringToHex,
  webSocket,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minted, tokenBytecode, tokenFunctions } from '../library/token.ts'
import { type ServedChain, serveChain } from './servedChain.ts'

const abi = parseAbi(tokenFunctions)
const receiver = `0x${'ab'.repeat(20)}` as const
const account = privateKeyToAccount(keccak256(stringToHex('cow')))
const network = defineChain({
  id: 33,
  name: 'Rootstock local',
  nativeCurrency: { name: 'RBTC', symbol: 'RBTC', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

describe('viem over a socket', () => {
  let chain: ServedChain
  beforeAll(async () => {
    chain = await serveChain('ethereum')
  })
  afterAll(() => chain.close())

  const client = () =>
    createPublicClient({
      chain: network,
      transport: http(chain.http, { batch: true, retryCount: 0 }),
      cacheTime: 0,
      pollingInterval: 30,
    })
  const wallet = () => createWalletClient({ chain: network, account, transport: http(chain.http) })

  async function deploy(): Promise<`0x${string}`> {
    const hash = await wallet().deployContract({ abi, bytecode: tokenBytecode })
    const { contractAddress } = await client().waitForTransactionReceipt({ hash })
    return contractAddress!
  }
  async function transfer(address: `0x${string}`): Promise<void> {
    const hash = await wallet().writeContract({
      address,
      abi,
      functionName: 'transfers',
      args: [1n, receiver],
    })
    await client().waitForTransactionReceipt({ hash })
  }

  it('deploys, writes, reads in a batch and finds events', async () => {
    const address = await deploy()
    await transfer(address)
    const [supply, blocks, chainId] = await Promise.all([
      client().readContract({ address, abi, functionName: 'totalSupply' }),
      client().getBlockNumber(),
      client().getChainId(),
    ])
    expect([supply, chainId]).toEqual([minted, 33])
    expect(blocks).toBe(BigInt(chain.node.chain.head.number))
    const events = await client().getContractEvents({ address, abi, eventName: 'Transfer', fromBlock: 0n })
    expect(events.map(({ args }) => args.amount)).toEqual([minted, 0n])
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

  it('hears of logs by polling a filter', async () => {
    const address = await deploy()
    const logged: unknown[] = []
    const stop = client().watchContractEvent({ address, abi, onLogs: (logs) => logged.push(...logs) })
    const heardAfterWriting = async (): Promise<number> => {
      await transfer(address)
      return logged.length
    }
    await expect.poll(heardAfterWriting, { interval: 100, timeout: 5_000 }).toBeGreaterThan(0)
    stop()
  })

  it('hears of blocks and logs over a WebSocket', async () => {
    const address = await deploy()
    const socket = createPublicClient({
      chain: network,
      transport: webSocket(chain.webSocket, { reconnect: false, keepAlive: false }),
    })
    const numbers: bigint[] = []
    const logged: unknown[] = []
    const stop = [
      socket.watchBlocks({ onBlock: ({ number }) => numbers.push(number) }),
      socket.watchContractEvent({ address, abi, onLogs: (logs) => logged.push(...logs) }),
    ]
    const heardAfterWriting = async (): Promise<number> => {
      await transfer(address)
      return Math.min(numbers.length, logged.length)
    }
    await expect.poll(heardAfterWriting, { interval: 100, timeout: 5_000 }).toBeGreaterThan(0)
    for (const end of stop) end()
    const { close } = await socket.transport.getRpcClient()
    close()
  })
})
