import {
  Contract,
  ContractFactory,
  type ContractTransactionResponse,
  isError,
  JsonRpcProvider,
  keccak256,
  toUtf8Bytes,
  Wallet,
  WebSocketProvider,
} from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minted, tokenBytecode, tokenFunctions } from '../library/token.ts'
import { type ServedChain, serveChain } from './servedChain.ts'

const receiver = `0x${'ab'.repeat(20)}`
const cow = keccak256(toUtf8Bytes('cow'))

describe('ethers over a socket', () => {
  let chain: ServedChain
  let provider: JsonRpcProvider
  beforeAll(async () => {
    chain = await serveChain()
    provider = new JsonRpcProvider(chain.http, undefined, { cacheTimeout: -1, pollingInterval: 30 })
  })
  afterAll(async () => {
    provider.destroy()
    await chain.close()
  })

  const wallet = (): Wallet => new Wallet(cow, provider)

  async function deploy(): Promise<Contract> {
    const deployed = await new ContractFactory([...tokenFunctions], tokenBytecode, wallet()).deploy()
    await deployed.waitForDeployment()
    return new Contract(await deployed.getAddress(), [...tokenFunctions], wallet())
  }
  const transfers = async (token: Contract, count: number): Promise<void> => {
    const sent: ContractTransactionResponse = await token.getFunction('transfers')(count, receiver)
    await sent.wait()
  }

  it('deploys, sends, waits for receipts and reads events', async () => {
    const token = await deploy()
    await transfers(token, 3)
    expect(await token.getFunction('balanceOf')(receiver)).toBe(3n)
    expect(await token.queryFilter('Transfer')).toHaveLength(4)
  })

  it('reads the reason of a revert', async () => {
    const token = await deploy()
    const refused = await token
      .getFunction('transfer')
      .staticCall(receiver, minted)
      .catch((error: unknown) => error)
    expect(isError(refused, 'CALL_EXCEPTION') && refused.reason).toBe('balance too low')
  })

  it('gathers calls made at once in one batch', async () => {
    const numbers = await Promise.all(Array.from({ length: 60 }, () => provider.getBlockNumber()))
    const [balance, code, network] = await Promise.all([
      provider.getBalance(wallet().address),
      provider.getCode(receiver),
      provider.getNetwork(),
    ])
    expect(new Set(numbers).size).toBe(1)
    expect(balance).toBeGreaterThan(0n)
    expect([code, network.chainId]).toEqual(['0x', 33n])
  })

  it('hears events by polling a filter', async () => {
    const token = await deploy()
    const heard: bigint[] = []
    await token.on('Transfer', (_from, _to, amount: bigint) => heard.push(amount))
    const heardAfterWriting = async (): Promise<number> => {
      await transfers(token, 1)
      return heard.length
    }
    await expect.poll(heardAfterWriting, { interval: 100, timeout: 5_000 }).toBeGreaterThan(0)
    await token.removeAllListeners()
  })

  it('hears blocks and events over a WebSocket', async () => {
    const token = await deploy()
    const socket = new WebSocketProvider(chain.webSocket)
    const blocks: number[] = []
    const amounts: bigint[] = []
    await socket.on('block', (number: number) => blocks.push(number))
    const listening = new Contract(await token.getAddress(), [...tokenFunctions], socket)
    await listening.on('Transfer', (_from, _to, amount: bigint) => amounts.push(amount))
    const heardAfterWriting = async (): Promise<number> => {
      await transfers(token, 1)
      return Math.min(blocks.length, amounts.length)
    }
    await expect.poll(heardAfterWriting, { interval: 100, timeout: 5_000 }).toBeGreaterThan(0)
    await socket.destroy()
  })
})
