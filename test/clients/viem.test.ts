import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  defineChain,
  http,
  keccak256,
  NonceTooLowError,
  type PublicClient,
  parseAbi,
  stringToHex,
  type Transport,
  webSocket,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/index.ts'
import { localAccountSeeds } from '../../src/wallet/localAccounts.ts'
import { serveChain } from './servedChain.ts'
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

type Watching = Pick<PublicClient, 'watchBlockNumber' | 'watchContractEvent'>

/** A local chain as viem reaches it. */
interface Connection {
  readonly transport: () => Transport
  /** A client that receives notifications; undefined where viem polls. */
  readonly subscribing?: () => { readonly client: Watching; readonly close: () => Promise<void> }
  readonly head: () => number
  readonly close: () => void | Promise<void>
}

async function connectInProcess(): Promise<Connection> {
  const node = await createNode({ accountSeeds: localAccountSeeds, balance: 10n ** 30n })
  return {
    transport: () => custom(node, { retryCount: 0 }),
    head: () => node.chain.head.number,
    close: () => node.close(),
  }
}

async function connectOverHttp(): Promise<Connection> {
  const served = await serveChain('ethereum')
  return {
    transport: () => http(served.http, { batch: true, retryCount: 0 }),
    subscribing() {
      const transport = webSocket(served.webSocket, { reconnect: false, keepAlive: false })
      const client = createPublicClient({ chain, transport })
      return { client, close: async () => (await client.transport.getRpcClient()).close() }
    },
    head: () => served.node.chain.head.number,
    close: () => served.close(),
  }
}

describe.each([
  ['with a node in the program', connectInProcess],
  ['with a node behind HTTP', connectOverHttp],
])('viem %s', (_, connect) => {
  let connection: Connection
  beforeAll(async () => {
    connection = await connect()
  })
  afterAll(() => connection.close())

  const client = () =>
    createPublicClient({ chain, transport: connection.transport(), cacheTime: 0, pollingInterval: 20 })
  const wallet = () => createWalletClient({ chain, account, transport: connection.transport() })

  async function deploy(): Promise<`0x${string}`> {
    const hash = await wallet().deployContract({ abi, bytecode: tokenBytecode })
    const { contractAddress } = await client().waitForTransactionReceipt({ hash })
    return contractAddress!
  }
  async function transfer(address: `0x${string}`, count: bigint): Promise<void> {
    const call = { address, abi, functionName: 'transfers', args: [count, receiver] } as const
    await client().waitForTransactionReceipt({ hash: await wallet().writeContract(call) })
  }

  it('reads the genesis block and a funded account', async () => {
    const [chainId, balance, block] = await Promise.all([
      client().getChainId(),
      client().getBalance({ address: account.address }),
      client().getBlock(),
    ])
    expect([chainId, balance, block.number]).toEqual([33, 10n ** 30n, 0n])
  })

  it('sends a transaction that it signed', async () => {
    const hash = await wallet().sendTransaction({ to: receiver, value: 5n })
    const receipt = await client().waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(await client().getBalance({ address: receiver })).toBe(5n)
  })

  it('sends a transaction that the node signs', async () => {
    const remote = createWalletClient({ chain, transport: connection.transport() })
    const [, second] = await remote.getAddresses()
    const hash = await remote.sendTransaction({ account: second!, to: receiver, value: 1n })
    expect((await client().getTransaction({ hash })).from).toBe(second!.toLowerCase())
  })

  it('deploys a contract, writes to it, reads it and finds its events', async () => {
    const address = await deploy()
    await transfer(address, 3n)
    const [supply, number] = await Promise.all([
      client().readContract({ address, abi, functionName: 'totalSupply' }),
      client().getBlockNumber(),
    ])
    expect([supply, number]).toEqual([minted, BigInt(connection.head())])
    const events = await client().getContractEvents({ address, abi, eventName: 'Transfer', fromBlock: 0n })
    expect(events.map(({ args }) => args.amount)).toEqual([minted, 0n, 1n, 2n])
  })

  it('decodes the reason of a reverted call', async () => {
    const address = await deploy()
    const failed = await client()
      .simulateContract({ address, abi, account, functionName: 'transfer', args: [receiver, 1n] })
      .catch((error: unknown) => error)
    const cause =
      failed instanceof BaseError && failed.walk((e) => e instanceof ContractFunctionRevertedError)
    expect(cause).toMatchObject({ reason: 'balance too low' })
  })

  it('recognises the rejection of a used nonce', async () => {
    const failed = await wallet()
      .sendTransaction({ to: receiver, nonce: 0 })
      .catch((error: unknown) => error)
    expect(failed instanceof BaseError && failed.walk((e) => e instanceof NonceTooLowError)).toBeTruthy()
  })

  it('receives blocks and logs by polling', async () => {
    const address = await deploy()
    await expectNotifications(client(), address)
  })

  it('controls time and snapshots as a test client', async () => {
    const commands = createTestClient({ chain, mode: 'ganache', transport: connection.transport() })
    const before = connection.head()
    const id = await commands.snapshot()
    await commands.increaseTime({ seconds: 60 })
    await commands.mine({ blocks: 1 })
    expect(connection.head()).toBe(before + 1)
    await commands.revert({ id })
    expect(connection.head()).toBe(before)
  })

  it.runIf(connect === connectOverHttp)('receives blocks and logs over a WebSocket', async () => {
    const address = await deploy()
    const { client: listening, close } = connection.subscribing!()
    await expectNotifications(listening, address)
    await close()
  })

  /** Writes to the token until the client has received blocks and logs. */
  async function expectNotifications(listening: Watching, address: `0x${string}`): Promise<void> {
    const numbers: bigint[] = []
    const logged: unknown[] = []
    const stop = [
      listening.watchBlockNumber({ onBlockNumber: (number) => numbers.push(number) }),
      listening.watchContractEvent({ address, abi, onLogs: (logs) => logged.push(...logs) }),
    ]
    const receivedAfterWriting = async (): Promise<number> => {
      await transfer(address, 1n)
      return Math.min(numbers.length, logged.length)
    }
    await expect.poll(receivedAfterWriting, { interval: 100 }).toBeGreaterThan(1)
    await expect.poll(() => numbers.at(-1)).toBe(BigInt(connection.head()))
    for (const end of stop) end()
  }
})
