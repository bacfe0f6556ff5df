import {
  BrowserProvider,
  Contract,
  ContractFactory,
  type ContractTransactionResponse,
  isError,
  type JsonRpcApiProvider,
  JsonRpcProvider,
  keccak256,
  toUtf8Bytes,
  Wallet,
  WebSocketProvider,
} from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/index.ts'
import { localAccountSeeds } from '../../src/wallet/localAccounts.ts'
import { serveChain } from './servedChain.ts'
import { minted, tokenBytecode, tokenFunctions } from './token.ts'

const receiver = `0x${'ab'.repeat(20)}`
const cow = keccak256(toUtf8Bytes('cow'))
const polling = { cacheTimeout: -1, pollingInterval: 30 }

/** A local chain as ethers reaches it. */
interface Connection {
  readonly provider: JsonRpcApiProvider
  /** A provider that receives notifications; undefined where ethers polls. */
  readonly subscribing?: () => WebSocketProvider
  readonly close: () => void | Promise<void>
}

async function connectInProcess(): Promise<Connection> {
  const node = await createNode({ accountSeeds: localAccountSeeds, balance: 10n ** 30n })
  return { provider: new BrowserProvider(node, undefined, polling), close: () => node.close() }
}

async function connectOverHttp(): Promise<Connection> {
  const served = await serveChain()
  return {
    provider: new JsonRpcProvider(served.http, undefined, polling),
    subscribing: () => new WebSocketProvider(served.webSocket),
    close: () => served.close(),
  }
}

describe.each([
  ['with a node in the program', connectInProcess],
  ['with a node behind HTTP', connectOverHttp],
])('ethers %s', (_, connect) => {
  let connection: Connection
  let provider: JsonRpcApiProvider
  beforeAll(async () => {
    connection = await connect()
    provider = connection.provider
  })
  afterAll(async () => {
    provider.destroy()
    await connection.close()
  })

  const wallet = (): Wallet => new Wallet(cow, provider)

  async function deploy(): Promise<Contract> {
    const deployed = await new ContractFactory([...tokenFunctions], tokenBytecode, wallet()).deploy()
    await deployed.waitForDeployment()
    return new Contract(await deployed.getAddress(), [...tokenFunctions], wallet())
  }
  const transfer = async (token: Contract, count: number): Promise<void> => {
    const sent: ContractTransactionResponse = await token.getFunction('transfers')(count, receiver)
    await sent.wait()
  }

  it('reads the network, the genesis block and the accounts of the node', async () => {
    expect((await provider.getNetwork()).chainId).toBe(33n)
    expect(await provider.getBlockNumber()).toBe(0)
    const signers = await provider.listAccounts()
    expect(signers).toHaveLength(10)
    expect(await provider.getBalance(signers[0]!.address)).toBe(10n ** 30n)
  })

  it('sends a transaction that the node signs', async () => {
    const signer = await provider.getSigner(1)
    const response = await signer.sendTransaction({ to: receiver, value: 3n })
    expect((await response.wait())?.status).toBe(1)
    expect(await provider.getBalance(receiver)).toBe(3n)
  })

  it('sends a transaction that it signed', async () => {
    const response = await wallet().sendTransaction({ to: receiver, value: 4n })
    expect((await response.wait())?.hash).toBe(response.hash)
    expect(await provider.getTransactionCount(wallet().address)).toBe(1)
  })

  it('lets the node sign a message', async () => {
    const signer = await provider.getSigner(0)
    expect(await signer._legacySignMessage('hello')).toBe(await wallet().signMessage('hello'))
  })

  it('deploys a contract, writes to it, reads it and finds its events', async () => {
    const token = await deploy()
    await transfer(token, 3)
    expect(await token.getFunction('balanceOf')(receiver)).toBe(3n)
    expect(await token.getFunction('totalSupply')()).toBe(minted)
    expect(await token.queryFilter('Transfer')).toHaveLength(4)
  })

  it('decodes the reason of a reverted call', async () => {
    const token = await deploy()
    const refused = await token
      .getFunction('transfer')
      .staticCall(receiver, minted)
      .catch((error: unknown) => error)
    expect(isError(refused, 'CALL_EXCEPTION') && refused.reason).toBe('balance too low')
  })

  it('recognises the rejection of a used nonce', async () => {
    const refused = await wallet()
      .sendTransaction({ to: receiver, nonce: 0 })
      .catch((error: unknown) => error)
    expect(isError(refused, 'NONCE_EXPIRED')).toBe(true)
  })

  it('receives the answers to concurrent requests', async () => {
    const numbers = await Promise.all(Array.from({ length: 60 }, () => provider.getBlockNumber()))
    const [balance, code] = await Promise.all([
      provider.getBalance(wallet().address),
      provider.getCode(receiver),
    ])
    expect(new Set(numbers).size).toBe(1)
    expect(balance).toBeGreaterThan(0n)
    expect(code).toBe('0x')
  })

  it('receives blocks and events by polling', async () => {
    await expectNotifications(provider)
    await provider.removeAllListeners()
    // Its answer comes after those to the removal of the filters, which a destroyed provider would report as cancelled.
    await provider.getBlockNumber()
  })

  it.runIf(connect === connectOverHttp)('receives blocks and events over a WebSocket', async () => {
    const socket = connection.subscribing!()
    await expectNotifications(socket)
    await socket.destroy()
  })

  /** Writes to a token until the provider has received blocks and events. */
  async function expectNotifications(listening: JsonRpcApiProvider | WebSocketProvider): Promise<void> {
    const token = await deploy()
    const blocks: number[] = []
    const amounts: bigint[] = []
    await listening.on('block', (number: number) => blocks.push(number))
    const watched = new Contract(await token.getAddress(), [...tokenFunctions], listening)
    await watched.on('Transfer', (_from, _to, amount: bigint) => amounts.push(amount))
    const receivedAfterWriting = async (): Promise<number> => {
      await transfer(token, 1)
      return Math.min(blocks.length, amounts.length)
    }
    await expect.poll(receivedAfterWriting, { interval: 100 }).toBeGreaterThan(1)
    expect(blocks[1]).toBe(blocks[0]! + 1)
  }
})
